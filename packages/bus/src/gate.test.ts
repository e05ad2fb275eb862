import * as fc from "fast-check";
import { expect, it } from "vitest";

import { createGate } from "./gate.ts";

it("never has more inside than it may, and lets everyone in in the order in which they came", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.integer({ min: 3, max: 6 }), { minLength: 1, maxLength: 20 }),
      async (max, stays) => {
        const gate = createGate(max);
        const entered: number[] = [];
        let inside = 0;
        let most = 0;
        await Promise.all(
          stays.map(async (turns, i) => {
            const leave = await gate.enter();
            entered.push(i);
            inside += 1;
            most = Math.max(most, inside);
            for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
            inside -= 1;
            leave();
          }),
        );
        expect(most).toBe(Math.min(max, stays.length));
        expect(entered).toEqual(stays.map((_, i) => i));
        // All have left, so that as many can come in at once as at first.
        await Promise.all(Array.from({ length: max }, () => gate.enter()));
      },
    ),
  );
});
