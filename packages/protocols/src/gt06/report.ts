import type { FixDraft } from "../fix-draft.ts";
import type { ByteReader } from "../byte-reader.ts";
import type { AlarmTable } from "./alarms.ts";

/** What the frames of one connection say about later ones. */
export interface DeviceState {
  /** How far the device's clock is ahead of UTC, as its login said. */
  zoneMs: number;
  alarms: AlarmTable;
}

/** A report while it is being read, part by part. */
export interface Report {
  readonly fix: FixDraft;
  readonly reader: ByteReader;
  readonly state: DeviceState;
  /** The identifier, where the report carries it. */
  uniqueId: string | null;
  /** Whether the report's time is one, or its date zeros. */
  hasTime: boolean;
  /** Whether the clock had no date yet: the report is one of its arrival. */
  isUndated: boolean;
}

export type Part = (report: Report) => void;
