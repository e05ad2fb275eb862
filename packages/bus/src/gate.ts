/** Lets so many in at once; the others wait in line. */
export interface Gate {
  /** Resolves once there is room, with what makes it again. */
  enter(): Promise<() => void>;
}

/** A gate for `max` at once; Infinity lets all in. */
export function createGate(max: number): Gate {
  let inside = 0;
  const line: (() => void)[] = [];

  function leave(): void {
    const next = line.shift();
    // Whoever is next takes the place: nobody can come in between.
    if (next === undefined) inside -= 1;
    else next();
  }

  return {
    async enter() {
      if (inside < max) inside += 1;
      else await new Promise<void>((resolve) => line.push(resolve));
      return leave;
    },
  };
}
