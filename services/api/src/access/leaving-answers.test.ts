import { expect, it } from "vitest";

import { createLeavingAnswers } from "./leaving-answers.ts";

it("cuts off the oldest answer of the organisation that has most, and none that has left", () => {
  const leaving = createLeavingAnswers(3);
  const cut: string[] = [];
  const add = (organisationId: number, name: string) => leaving.add(organisationId, () => cut.push(name));
  add(1, "of one");
  const hasLeft = add(2, "of two, left");
  add(2, "of two, oldest");
  hasLeft();
  add(2, "of two");
  expect(cut).toEqual([]);
  add(3, "of three");
  expect(cut).toEqual(["of two, oldest"]);
  add(3, "of three, second");
  expect(cut).toEqual(["of two, oldest", "of three"]);
});
