import type { QueryResultRow } from "pg";

import type { Executor } from "./database.ts";
import { DrizzleQueryError, fillPlaceholders, PgDialect, sql, type SQL } from "./drizzle.ts";

/**
 * A statement whose text is made once and whose parameters are filled in at each run. For those that run all the time:
 * making the text anew takes longer than sending it. Each run is still planned anew, because tables grow beneath a plan.
 */
export function createStatement<Row extends QueryResultRow>(
  template: SQL,
): (tx: Executor, values: Readonly<Record<string, unknown>>) => Promise<Row[]> {
  const { sql: text, params } = new PgDialect().sqlToQuery(template);
  return async (tx, values) => {
    try {
      const { rows } = await tx.$client.query<Row>(text, fillPlaceholders(params, { ...values }));
      return rows;
    } catch (error) {
      // The error of other statements too, which names the statement; but without what it carried.
      throw new DrizzleQueryError(text, [], error instanceof Error ? error : undefined);
    }
  };
}

export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | number | Buffer)[];
}

/** Runs a statement that Postgres parses and plans once a connection: one of the same name always has the same text. */
export async function runPrepared<Row extends QueryResultRow>(
  db: Executor,
  { name, text, values }: PreparedStatement,
): Promise<Row[]> {
  const { rows } = await db.$client.query<Row>({ name, text, values: [...values] });
  return rows;
}

/** An instant as Unix milliseconds, a number or null. */
export function epochMs(column: string): SQL {
  return sql.raw(`round(date_part('epoch', ${column}) * 1000)`);
}

/** A value filled in at each run. Instants are given as ISO text: a Date would be written in the machine's own zone. */
export function parameter(name: string, type: string): SQL {
  return sql`${sql.placeholder(name)}::${sql.raw(type)}`;
}
