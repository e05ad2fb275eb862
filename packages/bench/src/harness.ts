/** Figures of a benchmark, units in their names. */
export type Figures = Readonly<Record<string, number | string>>;

export interface Benchmark {
  readonly name: string;
  /** One line on what is measured, for the list of benchmarks. */
  readonly about: string;
  /** Gives the figures, `ratio` among them. `report` tells how far it has come. */
  run(report: (text: string) => void): Promise<Figures & { readonly ratio: number }>;
}

/** The middle of an odd number of values, the mean of the two middle ones of an even number. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Linear interpolation between the closest ranks; NaN for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = (sorted.length - 1) * share;
  const below = sorted[Math.floor(rank)];
  const above = sorted[Math.ceil(rank)];
  if (below === undefined || above === undefined) return Number.NaN;
  return below + (above - below) * (rank - Math.floor(rank));
}

/** Rounds to so many digits after the decimal point. */
export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
