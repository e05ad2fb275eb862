import { openDatabase } from "@fleet/postgres";
import { startHttpsReceiver, waitFor } from "@fleet/testkit";
import { expect, onTestFinished, test } from "vitest";

import { migrate } from "./migrate.ts";
import { seedFleet, seedToken } from "./seed-fleet.ts";
import { openOutageStage, serviceNames } from "./testing/outage-stage.ts";
import { sendWithoutEnd } from "./testing/sending-tracker.ts";
import { startTraceReceiver } from "./testing/trace-receiver.ts";

test("a fix is one trace from its append to the attempts of the webhooks that its events go to", async () => {
  const traces = await startTraceReceiver();
  onTestFinished(() => traces.stop());
  const receiver = await startHttpsReceiver();
  onTestFinished(() => receiver.stop());
  const stage = await openOutageStage({
    trustedCa: receiver.ca,
    env: {
      OTEL_TRACES_EXPORTER: "otlp",
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
      OTEL_BSP_SCHEDULE_DELAY: "200",
    },
  });
  onTestFinished(() => stage.stop());
  await Promise.all([stage.bringBack("postgres"), stage.bringBack("clickhouse")]);
  await migrate(stage);
  for (const name of serviceNames)
    await waitFor(async () => (await stage.readiness(name)).ready, {
      timeoutMs: 60_000,
      message: `${name} to be ready`,
    });
  const database = openDatabase({ url: stage.databaseUrl, applicationName: "test" });
  onTestFinished(() => database.stop());
  const fleet = await seedFleet(database, 1, new Date("2019-01-01T00:00:00Z"));
  const token = await seedToken(database, fleet.organisationId);
  const created = await fetch(`${stage.api}/webhooks`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ url: `${receiver.url}/fleet`, events: ["ignition.on"] }),
  });
  expect(created.status).toBe(201);

  const tracker = sendWithoutEnd({ port: stage.trackerPort, uniqueId: String(fleet.uniqueIds[0]) });
  const attempt = await waitFor(() => traces.spans.find(({ name }) => name === "dispatcher attempt"), {
    timeoutMs: 60_000,
    message: "the trace of an attempt",
  });
  await tracker.finish();
  const parentOf = ({ parentSpanId }: { readonly parentSpanId?: string | undefined }) =>
    waitFor(() => traces.spans.find(({ spanId }) => spanId === parentSpanId), {
      message: "the span before",
    });
  const derived = await parentOf(attempt);
  const appended = await parentOf(derived);
  expect([appended, derived, attempt]).toMatchObject([
    { name: "gateway append", service: "fleet-gateway", traceId: attempt.traceId },
    { name: "state-deriver derive", service: "fleet-state-deriver", traceId: attempt.traceId },
    { name: "dispatcher attempt", service: "fleet-dispatcher" },
  ]);
  expect(appended.parentSpanId ?? "").toBe("");
}, 180_000);
