import type { LifeRecord } from "./made-up-life.ts";

type Disorder = (records: readonly LifeRecord[], random: () => number) => LifeRecord[];

/** How records arrive that a tracker could not send at once. */
export const disorders: Record<string, Disorder> = {
  "newest first": (records) => records.toReversed(),
  "all over the place": (records, random) => shuffled(records, random),
  "a part of the past at the end, newest first": (records, random) => {
    const from = Math.floor(random() * records.length);
    const to = from + Math.ceil(random() * (records.length - from));
    return [...records.slice(0, from), ...records.slice(to), ...records.slice(from, to).reverse()];
  },
  "a few early stragglers at the end": (records, random) => {
    const late = shuffled(records.slice(0, Math.ceil(records.length / 2)), random).slice(0, 3);
    return [...records.filter((record) => !late.includes(record)), ...late];
  },
  "what was buffered in between what is new": (records, random) => {
    const half = Math.floor(records.length / 2);
    const [past, present] = [records.slice(0, half), records.slice(half)];
    return shuffledTogether(past, present, random);
  },
  "a little out of order": (records, random) =>
    records
      .map((record, i) => ({ record, key: i + random() * 4 }))
      .sort((a, b) => a.key - b.key)
      .map(({ record }) => record),
};

function shuffled(records: readonly LifeRecord[], random: () => number): LifeRecord[] {
  return records
    .map((record) => ({ record, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ record }) => record);
}

/** Two lists merged at random, each in its own order. */
function shuffledTogether(
  a: readonly LifeRecord[],
  b: readonly LifeRecord[],
  random: () => number,
): LifeRecord[] {
  const [left, right] = [[...a], [...b]];
  const merged: LifeRecord[] = [];
  while (left.length + right.length > 0) {
    const from = right.length === 0 || (left.length > 0 && random() < 0.5) ? left : right;
    merged.push(...from.splice(0, 1));
  }
  return merged;
}

/** Some records come twice. */
export function withRepetitions(records: readonly LifeRecord[], random: () => number): LifeRecord[] {
  const repeated = records.filter(() => random() < 0.05);
  const sent = [...records];
  for (const record of repeated) sent.splice(Math.floor(random() * sent.length), 0, record);
  return sent;
}
