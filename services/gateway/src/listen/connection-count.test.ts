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
