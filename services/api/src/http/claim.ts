import type { Executor } from "@fleet/postgres";

/** A request's hold on its Idempotency-Key. */
export interface Claim {
  /**
   * Keeps the answer, if it is of those that are kept, in the transaction of its effect. Throws `ClaimLost` where
   * another request has taken the key over, so that the effect is undone.
   */
  keep(tx: Executor, answer: Response): Promise<void>;
  isKept(): boolean;
}

/** A request took so long that it counted as abandoned, and another with the same key has begun. */
export class ClaimLost extends Error {}
