/** Answers whose turn is over although their receivers have not taken them: they are in memory, and nobody waits for them. */
export interface LeavingAnswers {
  /** Returns what forgets the answer once it has left. */
  add(organisationId: number, cutOff: () => void): () => void;
}

/** Of more than so many one is cut off: the oldest of the organisation that has most. */
export function createLeavingAnswers(max: number): LeavingAnswers {
  const answers = new Set<{ readonly organisationId: number; readonly cutOff: () => void }>();
  return {
    add(organisationId, cutOff) {
      const answer = { organisationId, cutOff };
      answers.add(answer);
      if (answers.size > max) {
        const groups = [...Map.groupBy(answers, (each) => each.organisationId).values()];
        const [oldest = answer] = groups.reduce((most, group) => (group.length > most.length ? group : most));
        answers.delete(oldest);
        oldest.cutOff();
      }
      return () => void answers.delete(answer);
    },
  };
}
