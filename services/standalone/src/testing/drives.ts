import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { DecodedFix } from "@fleet/domain";
import { readDriveFile } from "@fleet/simulator";

import { makeUpDrives } from "./made-up-drives.ts";

/** What a recording says of one drive: its true begin and end, and how far it went. */
export interface DriveTruth {
  readonly startMs: number;
  readonly endMs: number;
  readonly distanceKm: number;
  /** Whether a second or more is missing inside, so that its distance cannot be held against it. */
  readonly hasGaps: boolean;
}

export interface Drives {
  readonly file: string;
  readonly rows: number;
  readonly truths: readonly DriveTruth[];
}

const repositoryRoot = fileURLToPath(new URL("../../../..", import.meta.url));
const recorded = join(
  process.env["FLEET_SHARED_DIR"] ?? join(repositoryRoot, "..", "shared"),
  "tracks",
  "drives.csv",
);

/** The recorded drives where they are present, else three that are made up, in a file of the directory. */
export async function testDrives(directory: string): Promise<Drives> {
  if (existsSync(recorded)) return readDrives(recorded);
  const file = join(directory, "drives.csv");
  await writeFile(file, makeUpDrives(3, Date.parse("2019-05-23T08:00:00Z")).csv);
  return readDrives(file);
}

/** A fix well after the last ignition off, which settles the last trip without a timer. */
export async function parkedFix({ file }: Drives): Promise<DecodedFix> {
  let last: DecodedFix | undefined;
  for await (const fix of readDriveFile(file)) last = fix;
  if (last === undefined) throw new Error(`${file} is empty`);
  return { ...last, fixTimeMs: last.fixTimeMs + 300_000 };
}

async function readDrives(file: string): Promise<Drives> {
  const [, ...lines] = (await readFile(file, "utf8")).trim().split("\n");
  const rows = lines.map((line) => {
    const [drive = "", time = "", , , , , , km = ""] = line.split(",");
    return { drive, timeMs: Date.parse(time), km: Number(km) };
  });
  const truths = [...Map.groupBy(rows, ({ drive }) => drive).values()].map((drive): DriveTruth => {
    const times = drive.map(({ timeMs }) => timeMs);
    return {
      startMs: Math.min(...times),
      endMs: Math.max(...times),
      // The first row's distance was travelled before the drive's first fix.
      distanceKm: drive.slice(1).reduce((sum, { km }) => sum + km, 0),
      hasGaps: times.some((timeMs, index) => timeMs - (times[index - 1] ?? timeMs) > 2000),
    };
  });
  return { file, rows: rows.length, truths };
}
