/** The one row that a statement is sure to return; its absence is a fault. */
export function onlyRow<R>(rows: readonly R[]): R {
  const [row] = rows;
  if (row === undefined) throw new Error("a statement that returns a row returned none");
  return row;
}
