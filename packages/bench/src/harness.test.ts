import { expect, test } from "vitest";

import { median, quantile } from "./harness.ts";

test("the median of an even number of values lies between the two in the middle", () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test("quantiles are taken from the sorted values", () => {
  expect(quantile([50, 10, 30, 20, 40], 0)).toBe(10);
  expect(quantile([50, 10, 30, 20, 40], 1)).toBe(50);
  expect(quantile([50, 10, 30, 20, 40], 0.99)).toBeCloseTo(49.6);
});
