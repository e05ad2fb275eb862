/** What became of an operator's request: a refusal says in one sentence what to do about it. */
export type AdminOutcome<T extends object = { id: number }> =
  | ({ readonly ok: true } & Readonly<T>)
  | { readonly ok: false; readonly reason: string };

/** A refusal with its reason. */
export function refused(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}

/** What was made, for whoever asks for nothing that could be refused: a refusal is a fault. */
export function done<T extends object>(outcome: AdminOutcome<T>): Readonly<T> {
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome;
}
