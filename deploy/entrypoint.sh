#!/bin/sh
# A service by its name, else a command of `fleet`. Node takes this process' place, so that signals reach it.
options=--conditions=dist
case "$1" in
  gateway | state-deriver | dispatcher) main=$1 && shift ;;
  # Why: services/api/README.md.
  api) main=$1 && shift && options="$options --max-semi-space-size=16" ;;
  *) main=standalone ;;
esac
# shellcheck disable=SC2086 # The options are words of their own.
exec node $options "services/$main/dist/main.js" "$@"
