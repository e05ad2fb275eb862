import { addRefusedFrames, migratePostgres, noteUnknownDevices, openDatabase } from "@fleet/postgres";
import { testDatabase } from "@fleet/testkit";
import { expect, it, onTestFinished } from "vitest";

import { fleet } from "../testing/fleet-process.ts";

it("lists whom and what the gateways turned away, a JSON document a line", async () => {
  const store = await testDatabase();
  onTestFinished(() => store.drop());
  await migratePostgres(store.url);
  const database = openDatabase({ url: store.url, applicationName: "test" });
  onTestFinished(() => database.stop());
  const at = new Date("2026-03-01T08:00:00Z");
  const [protocol, peer] = ["teltonika", "198.51.100.7"];
  const unknown = { protocol, uniqueId: "356307042441013", peer, attempts: 3, lastSeenAt: at };
  await noteUnknownDevices(database.db, [unknown]);
  const frame = Buffer.from("00ff", "hex");
  const refused = { protocol, reason: "garbage", uniqueId: null, peer, frame, refusedAt: at };
  await addRefusedFrames(database.db, [refused]);

  const env = { DATABASE_URL: store.url };
  const seen = at.toISOString();
  expect(JSON.parse(await fleet(["admin", "device", "unknown", "--json"], env))).toEqual({
    unique_id: "356307042441013",
    protocol,
    address: peer,
    attempts: 3,
    first_seen_at: seen,
    last_seen_at: seen,
  });
  expect(JSON.parse(await fleet(["admin", "frames", "--protocol", protocol, "--json"], env))).toEqual({
    refused_at: seen,
    protocol,
    reason: "garbage",
    unique_id: null,
    address: peer,
    frame: "00ff",
    text: null,
  });
  expect(await fleet(["admin", "frames", "--protocol", "osmand", "--json"], env)).toBe("");
  await expect(fleet(["admin", "frames", "--limit", "0"], env)).rejects.toThrow("at least 1");
});
