import type { DeriverStage } from "./deriver-stage.ts";

/** A Postgres whose commits fail from the one after so many on. */
export function failingAfter(database: DeriverStage["database"], commits: number): DeriverStage["database"] {
  let left = commits;
  return {
    ...database,
    transaction(run) {
      left -= 1;
      return left < 0 ? Promise.reject(new Error("away")) : database.transaction(run);
    },
  };
}
