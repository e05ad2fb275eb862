import { composeApi, apiEnv } from "@fleet/api";
import { busEnv, createBus } from "@fleet/bus";
import { openClickHouse, checkClickHouse } from "@fleet/clickhouse";
import { composeDispatcher, dispatcherEnv } from "@fleet/dispatcher";
import { composeGateway, gatewayEnv } from "@fleet/gateway";
import type { RunningStack } from "@fleet/local-stack";
import { installationKey, openDatabase } from "@fleet/postgres";
import {
  createLifecycle,
  createMetrics,
  readEnv,
  startOpsServer,
  systemClock,
  type Logger,
  type Running,
} from "@fleet/runtime";
import { composeStateDeriver, stateDeriverEnv } from "@fleet/state-deriver";
