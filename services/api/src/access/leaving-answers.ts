/** An answer that waits for its receiver. */
export interface LeavingAnswer {
  readonly organisationId: number;
  /** What it has in memory until it has left. */
  readonly bytes: number;
  /** Whether it could have left long ago, had its receiver taken it. */
  isSlow(): boolean;
  cutOff(): void;
}

/** The answers that wait for their receivers, and how much of them may be in memory. */
export interface LeavingAnswers {
  /** Returns what forgets the answer once it has left; to forget it again does nothing. */
  add(answer: LeavingAnswer): () => void;
  /** Whether more may come to be. Where not, slow ones are cut off: the oldest of whose slow ones have most bytes. */
  makeRoom(): boolean;
}

export function createLeavingAnswers(bytesMax: number): LeavingAnswers {
  const answers = new Set<LeavingAnswer>();
  let bytes = 0;

  function forget(answer: LeavingAnswer): void {
    if (answers.delete(answer)) bytes -= answer.bytes;
  }

  return {
    add(answer) {
      answers.add(answer);
      bytes += answer.bytes;
      return () => forget(answer);
    },
    makeRoom() {
      if (bytes <= bytesMax) return true;
      const slow = [...answers].filter((answer) => answer.isSlow());
      const ofEach = [...Map.groupBy(slow, ({ organisationId }) => organisationId).values()];
      while (bytes > bytesMax) {
        const oldest = ofEach.toSorted((a, b) => bytesOf(b) - bytesOf(a))[0]?.shift();
        if (oldest === undefined) return false;
        forget(oldest);
        oldest.cutOff();
      }
      return true;
    },
  };
}

function bytesOf(answers: readonly LeavingAnswer[]): number {
  return answers.reduce((sum, { bytes }) => sum + bytes, 0);
}
