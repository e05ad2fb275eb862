import { once } from "node:events";
import { connect } from "node:net";

import { createBus } from "@fleet/bus";
import { migratePostgres, openDatabase } from "@fleet/postgres";
import { findProtocol } from "@fleet/protocols";
import { createLogger, createMetrics, systemClock } from "@fleet/runtime";
import { testDatabase, waitFor } from "@fleet/testkit";
import { expect, onTestFinished, test } from "vitest";

import { composeGateway } from "./compose.ts";

test("no tracker is told that it is unknown before the registry could be read", async () => {
  // A database without a schema connects and listens, and nothing announces that the schema was made.
  const store = await testDatabase();
  onTestFinished(() => store.drop());
  const shared = {
    databaseUrl: store.url,
    applicationName: "test",
    logger: createLogger("test", "silent"),
    metrics: createMetrics(),
  };
  const database = openDatabase({ url: store.url, applicationName: "test" });
  onTestFinished(() => database.stop());
  const bus = createBus({ ...shared, kind: "postgres", appendBytesMax: 1024 * 1024 });
  onTestFinished(() => bus.stop());
  const gateway = await composeGateway({
    ...shared,
    bus,
    database,
    clock: systemClock,
    host: "127.0.0.1",
    ports: new Map([
      ["teltonika", 0],
      ["osmand", 0],
    ]),
    limits: {
      connectionsMax: 10,
      connectionsPerAddressMax: 10,
      loginTimeoutMs: 5000,
      idleTimeoutMs: 5000,
      frameTimeoutMs: 5000,
    },
  });
  onTestFinished(() => gateway.stop());

  const phone = async () => {
    const url = `http://127.0.0.1:${gateway.trackers["osmand"]}/?id=7&timestamp=1772366400&lat=48&lon=11`;
    return (await fetch(url)).status;
  };
  /** What the gateway answers to a login before it closes the connection, in hexadecimal. */
  const login = async () => {
    const protocol = findProtocol("teltonika");
    if (protocol?.kind !== "stream") throw new Error("no Teltonika");
    const socket = connect({ host: "127.0.0.1", port: gateway.trackers["teltonika"] ?? 0 });
    const received: Buffer[] = [];
    socket.on("data", (chunk) => received.push(chunk));
    socket.write(protocol.encoder.encodeLogin("356307042441013") ?? "");
    await once(socket, "close");
    return Buffer.concat(received).toString("hex");
  };

  expect(await gateway.check()).toMatch(/registry/);
  expect([await phone(), await login()]).toEqual([503, ""]);
  await migratePostgres(store.url);
  await waitFor(async () => (await gateway.check()) === null, { message: "the registry to be read" });
  expect([await phone(), await login()]).toEqual([400, "00"]);
});
