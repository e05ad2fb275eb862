/** Runs until it has succeeded once and keeps that result; calls at the same time share a run, also one that fails. */
export function onceDone<R>(run: () => Promise<R>): () => Promise<R> {
  let running: Promise<R> | undefined;
  return () => {
    running ??= run().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}
