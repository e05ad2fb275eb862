import { testDatabase } from "@fleet/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";

import { openDatabase, type Database } from "./database.ts";
import { DrizzleQueryError, sql } from "./drizzle.ts";
import { createStatement, parameter } from "./statement.ts";

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const made = await testDatabase();
  drop = made.drop;
  database = openDatabase({ url: made.url, applicationName: "test" });
});

afterAll(async () => {
  await database.stop();
  await drop();
});

const count = createStatement<{ numbers: number; text: string | null }>(sql`
  SELECT cardinality(${parameter("numbers", "bigint[]")}) AS numbers, ${parameter("text", "text")} AS text`);

it("a statement's parameters are filled in by name, anew at each run", async () => {
  expect(await count(database.db, { text: "one", numbers: [1, 2] })).toEqual([{ numbers: 2, text: "one" }]);
  expect(await count(database.db, { numbers: [3], text: null })).toEqual([{ numbers: 1, text: null }]);
});

it("a statement runs in the transaction that it is given", async () => {
  await database.db.execute("CREATE TABLE notes (text text)");
  const note = createStatement(sql`INSERT INTO notes (text) VALUES (${parameter("text", "text")})`);
  const undone = database.transaction(async (tx) => {
    await note(tx, { text: "undone" });
    throw new Error("undo");
  });
  await expect(undone).rejects.toThrow("undo");
  const { rows } = await database.db.execute("SELECT FROM notes");
  expect(rows).toHaveLength(0);
});

it("the error of a statement names it, and not what it carried", async () => {
  const failing = count(database.db, { numbers: ["in confidence"], text: "in confidence" });
  const error: unknown = await failing.catch((reason: unknown) => reason);
  if (!(error instanceof DrizzleQueryError)) throw new Error("it did not fail as other statements do");
  expect(error.message).toContain("cardinality");
  expect(error.message).not.toContain("in confidence");
  expect(error.params).toEqual([]);
});
