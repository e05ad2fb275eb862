/** From what each member of a row is read: the column of its name where true, else an expression. */
export type SelectedColumns<Row> = { readonly [Name in keyof Row]-?: string | true };

/** The list of a SELECT that gives rows of a type: the compiler misses what it leaves out, which a cast would not. */
export function selectList<Row>(columns: SelectedColumns<Row>): string {
  return Object.entries<string | true>(columns)
    .map(([name, from]) => (from === true ? name : `${from} AS ${name}`))
    .join(", ");
}

/** A column of instants as Unix milliseconds. */
export const unixMs = (column: string) => `toUnixTimestamp64Milli(${column})`;
