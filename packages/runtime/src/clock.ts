/** Time as the services see it. Tests drive it. Unix milliseconds UTC. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
