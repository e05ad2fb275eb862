import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import type { FixReport } from "@fleet/bus";
import { insertPositions, positionRow, type ClickHouse, type PositionRow } from "@fleet/clickhouse";
import { storableFix, type DecodedFix } from "@fleet/domain";
import { z } from "zod";

import { cpuShareOf } from "./cpu-share.ts";
import { openDeriverStage, type DeriverStage } from "./deriver-stage.ts";
import { median, round, type Benchmark } from "./harness.ts";
import { drivingFix } from "./tracker-load.ts";

const rounds = 5;
const vehicles = 200;
/** Of a fix every 10 s: some batches for each partition, so that how the work begins and ends weighs little. */
const hoursPerRound = 6;
const hourMs = 3_600_000;
const fixIntervalMs = 10_000;
const fixesPerVehicle = (hoursPerRound * hourMs) / fixIntervalMs;
const fixesPerReport = 10;
const fixesPerRound = vehicles * fixesPerVehicle;
/** Part of the reports that come late, and by how many rounds of the fleet at most. */
const latePart = 0.1;
const lateRounds = 10;
const bareRowsPerInsert = 10_000;
const knownVehicles = 100_000;
/** Circles that vehicles drive; more would reach beyond the pole. */
const places = 1000;
/** A large fleet at its usual pace: a fix of each vehicle, then the next of each. */
const sparse = { vehicles: 10_000, turns: 10, fixIntervalMs: 30_000 };

const argsSchema = z.object({ bus: z.enum(["postgres", "kafka"]) });

/** Fixes from the bus through one deriver in this process, against a bare insert of their rows into ClickHouse. */
export const deriver: Benchmark = {
  name: "deriver",
  about: "fixes from the bus (--bus postgres|kafka) through one deriver, against a bare insert of their rows",
  async run(report) {
    const { bus } = argsSchema.parse(
      parseArgs({ args: process.argv.slice(3), options: { bus: { type: "string", default: "postgres" } } })
        .values,
    );
    report("starting the stores");
    const stage = await openDeriverStage(bus, knownVehicles);
    try {
      let startMs = Math.floor(Date.now() / 1000) * 1000 - 10 * 86_400_000;
      const nextReports = (): FixReport[] => {
        startMs += hoursPerRound * hourMs;
        return reportsFrom(startMs);
      };
      report("warming up");
      await deriveRate(stage, nextReports());
      const ordered: number[] = [];
      const late: number[] = [];
      const bare: number[] = [];
      const cpu = { ordered: [] as Cpu[], bare: [] as Cpu[] };
      for (let count = 1; count <= rounds; count += 1) {
        report(`round ${count} of ${rounds}`);
        // What nobody needs any more must not be there to be collected while the deriver runs.
        startMs += hoursPerRound * hourMs;
        await stage.quiet();
        cpu.bare.push(await measureBare(stage.bare, startMs, (rate) => bare.push(rate)));
        await stage.fill(reportsFrom(startMs));
        await stage.quiet();
        cpu.ordered.push(await cpuOf(async () => void ordered.push(await stage.derive())));
        late.push(await deriveRate(stage, someLate(nextReports())));
      }
      report("profiling");
      await stage.fill(nextReports());
      const foldShare = await cpuShareOf(/\/domain\/src\/fold\//, async () => void (await stage.derive()));
      report("meeting many vehicles");
      const heapBytes = await measureMemory(stage, startMs + hoursPerRound * hourMs);
      report("a large fleet's fixes, one a report");
      await stage.fill(sparseReports(startMs + 2 * hoursPerRound * hourMs));
      await stage.quiet();
      let sparseRate = Number.NaN;
      const sparseCpu = await cpuOf(async () => void (sparseRate = await stage.derive()));
      return {
        ratio: round(median(ordered.map((rate, i) => rate / (bare[i] ?? Number.NaN))), 3),
        bus,
        fixes_per_s: round(median(ordered), 0),
        bare_rows_per_s: round(median(bare), 0),
        cpu_us_per_fix: round(median(cpu.ordered.map(({ micros }) => micros)) / fixesPerRound, 1),
        bare_cpu_us_per_row: round(median(cpu.bare.map(({ micros }) => micros)) / fixesPerRound, 1),
        late_fixes_per_s: round(median(late), 0),
        late_ratio: round(median(late.map((rate, i) => rate / (ordered[i] ?? Number.NaN))), 3),
        hour_backlog_vehicles: vehicles,
        hour_backlog_catch_up_s: round(fixesPerRound / hoursPerRound / median(ordered), 2),
        // The other threads collect garbage, and fold nothing.
        fold_cpu_share: round(foldShare * median(cpu.ordered.map(({ mainShare }) => mainShare)), 3),
        sparse_vehicles: sparse.vehicles,
        sparse_fixes_per_s: round(sparseRate, 0),
        sparse_cpu_us_per_fix: round(sparseCpu.micros / (sparse.vehicles * sparse.turns), 1),
        memory_vehicles: knownVehicles,
        memory_bytes_per_vehicle: round(heapBytes, 0),
        stored_bytes_per_vehicle: round(await stage.storedStateBytes(), 0),
      };
    } finally {
      await stage.stop();
    }
  },
};

/** A process' time on the CPU, and its main thread's part in it. */
interface Cpu {
  readonly micros: number;
  readonly mainShare: number;
}

/** Of this process, which tells more than the clock where the machine has other work. */
async function cpuOf(run: () => Promise<void>): Promise<Cpu> {
  const before = process.cpuUsage();
  const mainBefore = process.threadCpuUsage();
  await run();
  const whole = process.cpuUsage(before);
  const main = process.threadCpuUsage(mainBefore);
  const micros = whole.user + whole.system;
  return { micros, mainShare: (main.user + main.system) / micros };
}

function reportOf(vehicleId: number, fixes: readonly DecodedFix[]): FixReport {
  return {
    vehicleId,
    organisationId: 1,
    deviceId: vehicleId,
    protocol: "teltonika",
    receivedAtMs: (fixes.at(-1)?.fixTimeMs ?? 0) + 1000,
    fixes,
  };
}

/** What the fleet sends in a round, one report of each vehicle after another. */
function reportsFrom(startMs: number): FixReport[] {
  const reports: FixReport[] = [];
  for (let first = 0; first < fixesPerVehicle; first += fixesPerReport) {
    for (let vehicleId = 1; vehicleId <= vehicles; vehicleId += 1) {
      const fixes = Array.from({ length: fixesPerReport }, (_fix, i) =>
        drivingFix(vehicleId, startMs + (first + i) * fixIntervalMs),
      );
      reports.push(reportOf(vehicleId, fixes));
    }
  }
  return reports;
}

function sparseReports(startMs: number): FixReport[] {
  return Array.from({ length: sparse.turns * sparse.vehicles }, (_report, i) => {
    const vehicleId = (i % sparse.vehicles) + 1;
    const turn = Math.floor(i / sparse.vehicles);
    return reportOf(vehicleId, [drivingFix(vehicleId % places, startMs + turn * sparse.fixIntervalMs)]);
  });
}

function someLate(reports: readonly FixReport[]): FixReport[] {
  return reports
    .map((report, i) => ({
      report,
      place: i + (Math.random() < latePart ? Math.random() * lateRounds * vehicles : 0),
    }))
    .sort((a, b) => a.place - b.place)
    .map(({ report }) => report);
}

/** Gives the time on the CPU for the rows of a round. */
async function measureBare(
  clickhouse: ClickHouse,
  startMs: number,
  note: (rate: number) => void,
): Promise<Cpu> {
  const rows = rowsOf(reportsFrom(startMs));
  return cpuOf(async () => note(await bareRate(clickhouse, rows)));
}

async function deriveRate(stage: DeriverStage, reports: readonly FixReport[]): Promise<number> {
  await stage.fill(reports);
  await stage.quiet();
  return stage.derive();
}

function rowsOf(reports: readonly FixReport[]): PositionRow[] {
  return reports.flatMap(({ vehicleId, organisationId, deviceId, receivedAtMs, fixes }) =>
    fixes.map((decoded) =>
      positionRow(
        { vehicleId, organisationId },
        {
          fix: storableFix(decoded, deviceId, receivedAtMs),
          legMm: 138_888,
          legSource: "gps",
          ignitionOn: true,
          ignitionInferred: false,
          movement: "moving",
          leap: false,
        },
        "18446744073709551616",
      ),
    ),
  );
}

async function bareRate(clickhouse: ClickHouse, rows: readonly PositionRow[]): Promise<number> {
  const startedMs = performance.now();
  for (let at = 0; at < rows.length; at += bareRowsPerInsert) {
    await insertPositions(clickhouse, [rows.slice(at, at + bareRowsPerInsert)]);
  }
  return (rows.length * 1000) / (performance.now() - startedMs);
}

/** What the heap grows by for each of many vehicles that a running deriver gets to know. */
async function measureMemory(stage: DeriverStage, startMs: number): Promise<number> {
  const reports = Array.from({ length: knownVehicles }, (_vehicle, i) =>
    reportOf(i + 1, [drivingFix(i % places, startMs)]),
  );
  await stage.fill(reports);
  reports.length = 0;
  const before = usedHeap();
  let after = before;
  await stage.derive(() => (after = usedHeap()));
  return (after - before) / knownVehicles;
}

function usedHeap(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
  return process.memoryUsage().heapUsed;
}
