import * as fc from "fast-check";
import { expect, test } from "vitest";

import { ConnectionCount } from "./connection-count.ts";

test("connections beyond the limit of one address or of all are turned away, and leave room when they end", () => {
  const count = new ConnectionCount({ connectionsMax: 3, connectionsPerAddressMax: 2 });
  expect(count.enter("a")).toBeNull();
  expect(count.enter("a")).toBeNull();
  expect(count.enter("a")).toBe("too_many_of_address");
  expect(count.enter("b")).toBeNull();
  expect(count.enter("c")).toBe("too_many_connections");
  count.leave("a");
  expect(count.enter("a")).toBeNull();
});

test("who is let in goes by who is there, whatever came and went before", () => {
  const limits = { connectionsMax: 5, connectionsPerAddressMax: 3 };
  const act = fc.record({ address: fc.constantFrom("a", "b", "c"), leaves: fc.boolean() });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const count = new ConnectionCount(limits);
      const there: string[] = [];
      for (const { address, leaves } of acts) {
        const place = there.indexOf(address);
        if (leaves && place >= 0) {
          count.leave(address);
          there.splice(place, 1);
        } else if (!leaves) {
          const ofAddress = there.filter((each) => each === address).length;
          const isAdmitted = there.length < 5 && ofAddress < 3;
          expect(count.enter(address) === null).toBe(isAdmitted);
          if (isAdmitted) there.push(address);
        }
      }
    }),
  );
});
