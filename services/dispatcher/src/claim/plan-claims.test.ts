import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { planClaims, type Candidate, type Capacity } from "./plan-claims.ts";

const roomy: Capacity = { nowMs: 1000, inFlightPerWebhookMax: 8, free: 100, freeOf: () => 100 };
const candidate = (id: number, more: Partial<Candidate> = {}): Candidate => ({
  id,
  organisationId: 1,
  inFlight: 0,
  nextProbeAtMs: null,
  ...more,
});

describe("planning claims", () => {
  it("leaves no webhook more than its places, whoever has taken the others", () => {
    expect(planClaims([candidate(1, { inFlight: 5 }), candidate(2, { inFlight: 8 })], roomy)).toEqual([
      { webhookId: 1, slots: 3, probe: false },
    ]);
  });

  it("sends one probe at a time, once its time has come", () => {
    const candidates = [
      candidate(1, { nextProbeAtMs: 1000 }),
      candidate(2, { nextProbeAtMs: 1001 }),
      candidate(3, { nextProbeAtMs: 0, inFlight: 1 }),
    ];
    expect(planClaims(candidates, roomy)).toEqual([{ webhookId: 1, slots: 1, probe: true }]);
  });

  it("deals scarce places out one by one", () => {
    const claims = planClaims([candidate(1), candidate(2), candidate(3)], { ...roomy, free: 7 });
    expect(claims.map(({ slots }) => slots)).toEqual([3, 2, 2]);
  });

  it("never exceeds the process's, an organisation's or a webhook's places, and leaves none idle", () => {
    const candidates = fc.uniqueArray(
      fc.record({
        id: fc.nat(50),
        organisationId: fc.nat(3),
        inFlight: fc.nat(9),
        nextProbeAtMs: fc.constant(null),
      }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(candidates, fc.nat(60), fc.nat(20), (all, free, freeOfEach) => {
        const claims = planClaims(all, { ...roomy, free, freeOf: () => freeOfEach });
        const given = (of: (candidate: Candidate) => boolean) =>
          claims
            .filter(({ webhookId }) => all.some((one) => one.id === webhookId && of(one)))
            .reduce((sum, { slots }) => sum + slots, 0);
        expect(given(() => true)).toBeLessThanOrEqual(free);
        for (const one of all) {
          expect(given(({ id }) => id === one.id)).toBeLessThanOrEqual(Math.max(0, 8 - one.inFlight));
          const ofOrganisation = given(({ organisationId }) => organisationId === one.organisationId);
          expect(ofOrganisation).toBeLessThanOrEqual(freeOfEach);
          const full =
            given(() => true) === free ||
            ofOrganisation === freeOfEach ||
            given(({ id }) => id === one.id) >= 8 - one.inFlight;
          expect(full).toBe(true);
        }
      }),
    );
  });
});
