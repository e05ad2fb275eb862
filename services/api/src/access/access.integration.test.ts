import {
  createUser,
  resumeOrganisation,
  revokeToken,
  setUserRole,
  suspendOrganisation,
} from "@fleet/postgres";
import { drivenClock, testClickHouse, testDatabase, waitFor } from "@fleet/testkit";
import { networksOf } from "@fleet/webhook-address";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { done, openApiStage, type ApiInstance, type ApiStage, type Tenant } from "../testing/api-stage.ts";

const nowMs = Date.parse("2026-03-10T12:00:00Z");
const clock = drivenClock(nowMs);
const range = "from=2026-03-09T00:00:00Z&to=2026-03-10T00:00:00Z";

let stage: ApiStage;
let api: ApiInstance;
let one: Tenant;
let other: Tenant;
const drops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const [database, clickhouse] = await Promise.all([testDatabase(), testClickHouse()]);
  drops.push(database.drop, clickhouse.drop);
  stage = await openApiStage({ databaseUrl: database.url, clickhouseUrl: clickhouse.url }, clock);
  api = await stage.instance();
  one = await stage.tenant("one");
  other = await stage.tenant("other");
});
afterAll(async () => {
  await stage.stop();
  await Promise.all(drops.map((drop) => drop()));
});

/** Every operation with a token: its ability, and a request that would succeed for the tenant. */
function operations({ vehicleId }: { vehicleId: number }, webhookId: number) {
  const patch = { method: "PATCH", body: { name: "renamed" } };
  const post = { method: "POST", body: { url: "https://hooks.example.com/a", events: ["trip.ended"] } };
  return [
    { path: "/me", ability: null },
    { path: "/usage", ability: null },
    { path: "/vehicles", ability: "vehicles:read" },
    { path: `/vehicles/${vehicleId}`, ability: "vehicles:read", named: true },
    { path: `/vehicles/${vehicleId}`, ability: "vehicles:write", named: true, ...patch },
    { path: "/states", ability: "positions:read" },
    { path: `/vehicles/${vehicleId}/state`, ability: "positions:read", named: true },
    { path: `/vehicles/${vehicleId}/positions?${range}`, ability: "history:read", named: true },
    { path: `/vehicles/${vehicleId}/route.gpx?${range}`, ability: "history:read", named: true },
    { path: `/vehicles/${vehicleId}/trips?${range}`, ability: "reports:read", named: true },
    { path: `/vehicles/${vehicleId}/stops?${range}`, ability: "reports:read", named: true },
    { path: `/vehicles/${vehicleId}/summary?${range}`, ability: "reports:read", named: true },
    { path: "/webhooks", ability: "webhooks:manage" },
    { path: "/webhooks", ability: "webhooks:manage", ...post },
    { path: `/webhooks/${webhookId}/deliveries`, ability: "webhooks:manage", named: true },
    { path: `/webhooks/${webhookId}`, ability: "webhooks:manage", named: true, method: "DELETE" },
  ] as const;
}

async function webhookOf(tenant: Tenant): Promise<number> {
  const body = { url: "https://hooks.example.com/b", events: ["trip.ended"] };
  const { body: made } = await api.ask("/webhooks", { token: tenant.token, method: "POST", body });
  return Number(Object(made["data"]).id);
}

function expectProblem(answer: Awaited<ReturnType<ApiInstance["ask"]>>, status: number, slug: string) {
  expect({ status: answer.status, type: answer.body["type"] }).toEqual({
    status,
    type: `/api/v1/docs#error-${slug}`,
  });
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(answer.body["status"]).toBe(status);
  expect(answer.headers.get("x-request-id")).toBeTruthy();
}

describe("every operation", () => {
  it("answers 401 without a token and with a wrong one", async () => {
    for (const { path, ability: _, named: __, ...asked } of withNamed(operations(one, 1))) {
      expectProblem(await api.ask(path, asked), 401, "unauthenticated");
      expectProblem(await api.ask(path, { ...asked, token: "flt_wrong" }), 401, "unauthenticated");
    }
  });

  it("answers 403 and names the ability that the token lacks, before looking at anything else", async () => {
    const { token } = await stage.token(one, { abilities: ["alerts:read"] });
    for (const { path, ability, named: _, ...asked } of withNamed(
      operations({ vehicleId: 999_999 }, 999_999),
    )) {
      if (ability === null) continue;
      const answer = await api.ask(path, { ...asked, token });
      expectProblem(answer, 403, "forbidden");
      expect(answer.body["ability"]).toBe(ability);
    }
  });

  it("answers 404 for what belongs to another organisation, before it validates", async () => {
    const theirs = operations(other, await webhookOf(other));
    for (const { path, ability: _, named, ...asked } of withNamed(theirs)) {
      if (!named) continue;
      expectProblem(await api.ask(path, { ...asked, token: one.token }), 404, "not-found");
      expectProblem(
        await api.ask(path.replace(/\?.*/, ""), { ...asked, token: one.token }),
        404,
        "not-found",
      );
    }
    const left = await api.ask(`/vehicles/${other.vehicleId}`, { token: other.token });
    expect(left.body["data"]).toMatchObject({ name: "other 1" });
    for (const list of ["/vehicles", "/states", "/webhooks"])
      expect((await api.ask(list, { token: one.token })).text).not.toContain("other");
  });

  it("answers its own organisation", async () => {
    for (const { path, ability: _, named: __, ...asked } of withNamed(operations(one, await webhookOf(one))))
      expect((await api.ask(path, { ...asked, token: one.token })).status).toBeLessThan(300);
  });
});

/** The same with every member present, so that a test can take them apart. */
function withNamed(list: ReturnType<typeof operations>) {
  return list.map((operation) => ({ named: false, method: "GET", ...operation }));
}

describe("a token", () => {
  it("stops on every instance within a second of being revoked", async () => {
    const second = await stage.instance();
    const { id, token } = await stage.token(one);
    // The first instance has listened for long, so it is sure to remember the token.
    for (const instance of [api, second]) expect((await instance.ask("/me", { token })).status).toBe(200);
    done(await revokeToken(stage.database.db, id));
    const revokedAt = performance.now();
    for (const instance of [api, second])
      await waitFor(async () => (await instance.ask("/me", { token })).status === 401, { timeoutMs: 1000 });
    expect(performance.now() - revokedAt).toBeLessThan(1000);
  });

  it("stops when it expires", async () => {
    const { token } = await stage.token(one, { expiresAt: new Date(clock.now() + 1000) });
    expect((await api.ask("/me", { token })).status).toBe(200);
    clock.advance(1000);
    expectProblem(await api.ask("/me", { token }), 401, "unauthenticated");
  });

  it("stops for operations whose permission its owner lost, and keeps those that need none", async () => {
    const user = {
      organisationId: one.organisationId,
      email: "admin@one.example",
      name: "A",
      role: "admin",
    } as const;
    const ownerId = done(await createUser(stage.database.db, user)).id;
    const { token } = await stage.token(one, { ownerId });
    expect((await api.ask("/vehicles", { token })).status).toBe(200);
    done(await setUserRole(stage.database.db, { userId: ownerId, role: "member" }));
    await waitFor(async () => (await api.ask("/vehicles", { token })).status === 401, { timeoutMs: 1000 });
    expect((await api.ask("/me", { token })).status).toBe(200);
  });

  it("works from its allowed addresses only, and believes forwarded ones from trusted proxies alone", async () => {
    const proxied = await stage.instance({ trustedProxies: networksOf("127.0.0.0/8") });
    const { token } = await stage.token(one, { allowedIps: ["198.51.100.0/24", "2001:db8::/32"] });
    const from = (address: string) => ({ token, headers: { "x-forwarded-for": address } });
    expectProblem(await api.ask("/me", from("198.51.100.7")), 403, "forbidden");
    expect((await proxied.ask("/me", from("203.0.113.9, 198.51.100.7"))).status).toBe(200);
    expect((await proxied.ask("/me", from("2001:db8::1"))).status).toBe(200);
    expectProblem(await proxied.ask("/me", from("198.51.100.7, 203.0.113.9")), 403, "forbidden");
  });
});

describe("a suspended organisation", () => {
  it("is only read, within a second on every instance, until it is resumed", async () => {
    const tenant = await stage.tenant("late-payer");
    const asked = { token: tenant.token, method: "PATCH", body: { name: "x" } };
    done(await suspendOrganisation(stage.database.db, tenant.organisationId));
    const path = `/vehicles/${tenant.vehicleId}`;
    await waitFor(async () => (await api.ask(path, asked)).status === 423, { timeoutMs: 1000 });
    expectProblem(await api.ask(path, asked), 423, "suspended");
    expect((await api.ask(path, { token: tenant.token })).status).toBe(200);
    expect((await api.ask(path, { token: tenant.token, method: "HEAD" })).status).toBe(200);
    done(await resumeOrganisation(stage.database.db, tenant.organisationId));
    await waitFor(async () => (await api.ask(path, asked)).status === 200, { timeoutMs: 1000 });
  });
});
