import { expect, onTestFinished, test, vi } from "vitest";

import { printResult } from "./output.ts";

test("what a customer or a tracker calls itself says nothing to the operator's terminal", () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  printResult({ id: 7, name: "Van\u001b[2J\u009b2J\nid  8", group: ["\u009b2J"] }, false);
  expect(write.mock.calls).toEqual([
    [
      String.raw`id     7
name   Van\u001b[2J\u009b2J\u000aid  8
group  ["\u009b2J"]
`,
    ],
  ]);
});
