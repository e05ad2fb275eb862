import { Principal } from "@fleet/domain";
import { testDatabase, waitFor } from "@fleet/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";

import { openDatabase, withClient, type Database } from "./database.ts";
import { adoptRestoredEvents, listEvents, type EventKey } from "./event-history.ts";
import { migratePostgres } from "./migrate.ts";
import { events } from "./schema/index.ts";

const at = new Date("2026-03-01T10:00:00Z");
const later = (ms: number) => new Date(at.getTime() + ms);

let database: Database;
let databaseUrl: string;
let drop: () => Promise<void>;
let organisations = 0;

beforeAll(async () => {
  const test = await testDatabase();
  drop = test.drop;
  databaseUrl = test.url;
  await migratePostgres(test.url);
  database = openDatabase({ url: test.url, applicationName: "test" });
});

afterAll(async () => {
  await database.stop();
  await drop();
});

function organisation(): Principal {
  organisations += 1;
  return Principal.authenticated({ organisationId: organisations, tokenId: 1 });
}

const event = (principal: Principal, id: string, more: Partial<typeof events.$inferInsert> = {}) => ({
  id,
  organisationId: principal.organisationId,
  type: "trip.ended",
  vehicleId: 1,
  createdAt: at,
  body: JSON.stringify({ id }),
  ...more,
});
const read = (
  principal: Principal,
  edge: { op: "after" | "from" | "before" | "upTo"; key: EventKey } | null = null,
  filters: Parameters<typeof listEvents>[2]["filters"] = {},
) => listEvents(database.db, principal, { filters, page: { limit: 50, edge } });
const ids = ({ rows }: { rows: readonly { body: string }[] }) =>
  rows.map(({ body }) => String(JSON.parse(body).id));
/** Other databases of the same server hold transactions open too. */
async function shown(principal: Principal, wanted: readonly string[]): Promise<void> {
  await waitFor(async () => ids(await read(principal)).length === wanted.length);
  expect(ids(await read(principal))).toEqual(wanted);
}

it("hides what is newer than an open transaction, so that who goes on by key misses nothing", async () => {
  const one = organisation();
  await database.db.insert(events).values(event(one, "a"));
  await shown(one, ["a"]);
  await withClient(databaseUrl, async (late) => {
    await late.query("BEGIN");
    const insert = `INSERT INTO events (id, organisation_id, type, created_at, body)
      VALUES ('late', ${one.organisationId}, 'trip.ended', now(), '{"id":"late"}')`;
    await late.query(insert);
    await database.db.insert(events).values(event(one, "early"));
    const seen = await read(one);
    expect(ids(seen)).toEqual(["a"]);
    await late.query("COMMIT");
    await shown(one, ["a", "late", "early"]);
    const key = seen.rows.at(-1);
    expect(key && ids(await read(one, { op: "after", key }))).toEqual(["late", "early"]);
  });
});

it("is read from any key in both directions, by type, vehicle and age, and by its own organisation only", async () => {
  const [one, other] = [organisation(), organisation()];
  await database.db.insert(events).values([event(one, "p"), event(one, "q", { type: "ignition.on" })]);
  await database.db
    .insert(events)
    .values([event(one, "r", { vehicleId: 2 }), event(one, "s", { createdAt: later(1) })]);
  await database.db.insert(events).values(event(other, "t"));
  await shown(one, ["p", "q", "r", "s"]);
  const { rows } = await read(one);
  for (const [index, key] of rows.entries()) {
    const beyond = async (op: "after" | "from" | "before" | "upTo") => ids(await read(one, { op, key }));
    expect(await beyond("after")).toEqual(["p", "q", "r", "s"].slice(index + 1));
    expect(await beyond("from")).toEqual(["p", "q", "r", "s"].slice(index));
    expect(await beyond("before")).toEqual(["p", "q", "r", "s"].slice(0, index));
    expect(await beyond("upTo")).toEqual(["p", "q", "r", "s"].slice(0, index + 1));
  }
  expect(ids(await read(one, null, { type: "ignition.on" }))).toEqual(["q"]);
  expect(ids(await read(one, null, { vehicleId: 2 }))).toEqual(["r"]);
  expect(ids(await read(one, null, { createdSinceMs: at.getTime() + 1 }))).toEqual(["s"]);
  await shown(other, ["t"]);
});

it("shows events restored from a server whose transactions had come further, and what followed, to those who go on", async () => {
  const restored = organisation();
  await database.db.execute(
    `INSERT INTO organisations (id, name) OVERRIDING SYSTEM VALUE VALUES (${restored.organisationId}, 'Restored')`,
  );
  const far = { x: "9000000000", y: "9000000001", z: "9000000002" };
  for (const [id, transaction] of Object.entries(far)) {
    await database.db.insert(events).values(event(restored, id, { transaction }));
  }
  while ((await adoptRestoredEvents(database.db, 2)) > 0) continue;
  await database.db.insert(events).values(event(restored, "new"));
  await shown(restored, ["x", "y", "z", "new"]);
  const y = (await read(restored)).rows[1]?.sequence ?? 0;
  const key = { transaction: far.y, sequence: y };
  expect(ids(await read(restored, { op: "after", key }))).toEqual(["z", "new"]);
  expect(ids(await read(restored, { op: "from", key }))).toEqual(["y", "z", "new"]);
  expect(ids(await read(restored, { op: "before", key }))).toEqual(["x"]);
  expect(await adoptRestoredEvents(database.db, 2)).toBe(0);
});
