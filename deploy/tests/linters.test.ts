import { expect, test } from "vitest";

import { repository } from "./files.ts";
import { runTool } from "./tools.ts";

const linters = [
  { file: "deploy/Dockerfile", tool: "hadolint", args: ["deploy/Dockerfile"] },
  { file: "deploy/compose.yaml", tool: "compose-spec", args: ["-no-interpolation", "deploy/compose.yaml"] },
];

test.for(linters)("$tool finds nothing wrong with $file", async ({ tool, args }, { skip }) => {
  const { ok, text } = await runTool(skip, tool, args, { cwd: repository });
  expect(ok, text).toBe(true);
});
