/** JSON without the names of members, for what one process keeps a great many of. */
export interface CompactJson {
  pack(value: unknown): string;
  /** What JSON would give back. */
  unpack(text: string): unknown;
}

const listMark = -1;
const namedMark = -2;
/** Shapes beyond these, as those of free attributes may be, keep their names. */
const shapesMax = 1000;

/** An object is written as the number of its shape, the list of its members' names, and their values. */
export function createCompactJson(): CompactJson {
  const shapes: (readonly string[])[] = [];
  const numbers = new Map<string, number>();

  function shapeOf(names: readonly string[]): number | undefined {
    const key = JSON.stringify(names);
    const known = numbers.get(key);
    if (known !== undefined || shapes.length === shapesMax) return known;
    numbers.set(key, shapes.length);
    return shapes.push(names) - 1;
  }

  function shorten(value: unknown): unknown {
    if (Array.isArray(value)) return [listMark, ...value.map(shorten)];
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    const shape = shapeOf(members.map(([name]) => name));
    return shape === undefined
      ? [namedMark, ...members.flatMap(([name, member]) => [name, shorten(member)])]
      : [shape, ...members.map(([, member]) => shorten(member))];
  }

  function restore(value: unknown): unknown {
    if (!Array.isArray(value)) return value;
    const mark: unknown = value[0];
    if (mark === listMark) return value.slice(1).map(restore);
    if (mark === namedMark) {
      const names = value.filter((_, i) => i % 2 === 1);
      return Object.fromEntries(names.map((name, i) => [name, restore(value[2 * i + 2])]));
    }
    const names = shapes[Number(mark)] ?? [];
    return Object.fromEntries(names.map((name, i) => [name, restore(value[i + 1])]));
  }

  return {
    pack: (value) => JSON.stringify(shorten(value)),
    unpack: (text) => restore(JSON.parse(text)),
  };
}
