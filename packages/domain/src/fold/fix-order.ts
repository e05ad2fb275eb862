import type { Fix } from "../fix.ts";

/** What tells a vehicle's records apart and orders them. */
export interface FixKey {
  readonly fixTimeMs: number;
  readonly ignition: boolean | null;
  readonly deviceId: number;
  readonly hash: number;
}

/** A fix rounded to the precision it is stored in, so that folding it again from storage gives the same. */
export function roundFix(_fix: Fix): Fix {
  throw new Error("not built");
}

/** uint32 over the decoded content in stored precision, whatever the order of attributes; arrival is no part of it. */
export function fixContentHash(_fix: Fix): number {
  throw new Error("not built");
}

export function fixKey(_fix: Fix): FixKey {
  throw new Error("not built");
}

/** The order of folding: fix time, ignition on before unreported before off, device, content hash. */
export function compareFixes(_a: Fix, _b: Fix): number {
  throw new Error("not built");
}

export function compareFixKeys(_a: FixKey, _b: FixKey): number {
  throw new Error("not built");
}

/** Same device, fix time and decoded content: a repetition. */
export function isSameFix(_a: Fix, _b: Fix): boolean {
  throw new Error("not built");
}
