import * as fc from "fast-check";
import { expect, it, onTestFinished, vi } from "vitest";

import { createLeavingAnswers } from "./leaving-answers.ts";
import { createTurns, type Turn } from "./turns.ts";

/** Lets what has been resolved go on. */
const settled = () => new Promise(setImmediate);

it("lets organisations in by turns, each in its order, and never more at once than it may", async () => {
  const script = fc.array(fc.oneof(fc.constant("end" as const), fc.integer({ min: 1, max: 3 })), {
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(script, fc.integer({ min: 1, max: 4 }), async (steps, atOnceMax) => {
      const turns = createTurns(atOnceMax, createLeavingAnswers(0));
      const begun: { organisationId: number; nth: number; turn: Turn }[] = [];
      const asked = new Map<number, number>();
      let ended = 0;
      for (const step of [...steps, ...steps.map(() => "end" as const)]) {
        if (step === "end") {
          const turn = begun[ended]?.turn;
          if (turn === undefined) continue;
          ended += 1;
          turn.end();
          // Once more, which frees no other's turn.
          turn.end();
        } else {
          const nth = (asked.get(step) ?? 0) + 1;
          asked.set(step, nth);
          void turns.take(step, 60_000).then((turn) => {
            if (turn !== null) begun.push({ organisationId: step, nth, turn });
          });
        }
        await settled();
        const all = [...asked.values()].reduce((sum, count) => sum + count, 0);
        expect(begun.length - ended).toBe(Math.min(atOnceMax, all - ended));
        expect(turns.waiting).toBe(all - begun.length);
      }
      for (const [organisationId, count] of asked) {
        const own = begun.filter((turn) => turn.organisationId === organisationId);
        expect(own.map(({ nth }) => nth)).toEqual(Array.from({ length: count }, (_, i) => i + 1));
      }
    }),
    { numRuns: 50 },
  );
});

it("lets in who asks once behind who asks for much", async () => {
  const turns = createTurns(1, createLeavingAnswers(0));
  const order: number[] = [];
  const take = async (organisationId: number) => {
    const turn = await turns.take(organisationId, 60_000);
    order.push(organisationId);
    await settled();
    turn?.end();
  };
  await Promise.all([take(1), take(1), take(1), take(1), take(2), take(3), take(2)]);
  expect(order).toEqual([1, 1, 2, 3, 1, 2, 1]);
});

it("lets nobody in who has given up waiting, and those behind them in their place", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const turns = createTurns(1, createLeavingAnswers(0));
  const turn = await turns.take(1, 1000);
  const outcomes: string[] = [];
  const wait = (name: string, organisationId: number, waitMsMax: number) =>
    void turns.take(organisationId, waitMsMax).then((its) => {
      outcomes.push(`${name} ${its === null ? "gave up" : "began"}`);
      its?.end();
    });
  wait("first", 1, 1000);
  wait("second", 2, 500);
  wait("third", 1, 2000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(outcomes).toEqual(["second gave up", "first gave up"]);
  expect(turns.waiting).toBe(1);
  turn?.end();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(outcomes).toEqual(["second gave up", "first gave up", "third began"]);
  expect(turns.waiting).toBe(0);
});

it("lets others in when an answer is leaving, unless those that leave have too much in memory", async () => {
  const turns = createTurns(1, createLeavingAnswers(100));
  const begun: (Turn | null)[] = [];
  for (let n = 0; n < 4; n += 1) void turns.take(1, 60_000).then((turn) => begun.push(turn));
  const leave = (nth: number, bytes: number) =>
    begun[nth]?.leave({ bytes, isSlow: () => false, cutOff: () => undefined });
  await settled();
  expect(begun.length).toBe(1);
  leave(0, 60);
  await settled();
  expect(begun.length).toBe(2);
  leave(1, 60);
  await settled();
  expect(begun.length).toBe(2);
  // Of what is left of it less is in memory.
  leave(1, 10);
  await settled();
  expect(begun.length).toBe(3);
  begun[0]?.end();
  // Its caller had hung up before the answer was made.
  leave(0, 1000);
  leave(2, 50);
  await settled();
  expect([begun.length, turns.waiting]).toEqual([4, 0]);
});
