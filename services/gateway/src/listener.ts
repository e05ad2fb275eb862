import type { Running } from "@fleet/runtime";

export interface Listener extends Running {
  readonly port: number;
}
