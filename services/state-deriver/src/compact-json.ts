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

/** The names that follow those before, and the number of the shape that ends here. */
interface Names {
  number: number | undefined;
  readonly next: Map<string, Names>;
}

/** An object is written as the number of its shape, the list of its members' names, and their values. */
export function createCompactJson(): CompactJson {
  const shapes: (readonly string[])[] = [];
  const root: Names = { number: undefined, next: new Map() };

  function shapeOf(names: readonly string[]): number | undefined {
    let place = root;
    for (const name of names) {
      let next = place.next.get(name);
      if (next === undefined) {
        if (shapes.length === shapesMax) return undefined;
        next = { number: undefined, next: new Map() };
        place.next.set(name, next);
      }
      place = next;
    }
    if (place.number === undefined && shapes.length < shapesMax) place.number = shapes.push(names) - 1;
    return place.number;
  }

  function shorten(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return shortenList(value);
    const names: string[] = [];
    const members: unknown[] = [0];
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      names.push(name);
      members.push(shorten(member));
    }
    const shape = shapeOf(names);
    members[0] = shape;
    return shape === undefined ? [namedMark, ...names.flatMap((name, i) => [name, members[i + 1]])] : members;
  }

  function shortenList(list: readonly unknown[]): unknown[] {
    const shortened: unknown[] = [listMark];
    for (const each of list) shortened.push(shorten(each));
    return shortened;
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
