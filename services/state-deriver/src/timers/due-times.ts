/** When vehicles fall due, Unix milliseconds; each has one time at most. */
export interface DueTimes {
  set(vehicleId: number, dueAtMs: number | null): void;
  /** Whatever is due later is due at that instant. */
  bringForward(toMs: number): void;
  /** Vehicles due at or before an instant, the longest due first, then by id, at most `max`. They stay until set anew. */
  dueBy(nowMs: number, max: number): number[];
}

interface Entry {
  readonly vehicleId: number;
  readonly dueAtMs: number;
}

/**
 * A binary heap. What a later `set` made void is dropped when it reaches the top; what it put off goes back then, so that
 * times that are put off with every record do not pile up.
 */
export function createDueTimes(): DueTimes {
  const current = new Map<number, number>();
  /** The earliest time at which the heap holds each vehicle. */
  const queued = new Map<number, number>();
  // As two lists of plain numbers: objects would take four times the memory.
  const ids: number[] = [];
  const times: number[] = [];

  function enqueue(entry: Entry): void {
    if (entry.dueAtMs >= (queued.get(entry.vehicleId) ?? Infinity)) return;
    queued.set(entry.vehicleId, entry.dueAtMs);
    push(entry);
  }

  function push({ vehicleId, dueAtMs }: Entry): void {
    let at = ids.push(vehicleId) - 1;
    times.push(dueAtMs);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isSooner(at, parent)) return;
      swap(at, parent);
      at = parent;
    }
  }

  function pop(): void {
    swap(0, ids.length - 1);
    ids.pop();
    times.pop();
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = isSooner(right, left) ? right : left;
      if (!isSooner(child, at)) return;
      swap(at, child);
      at = child;
    }
  }

  function isSooner(a: number, b: number): boolean {
    const [firstMs, secondMs] = [times[a], times[b]];
    if (firstMs === undefined || secondMs === undefined) return firstMs !== undefined;
    return firstMs === secondMs ? (ids[a] ?? 0) < (ids[b] ?? 0) : firstMs < secondMs;
  }

  function swap(a: number, b: number): void {
    swapIn(ids, a, b);
    swapIn(times, a, b);
  }

  function top(): Entry | undefined {
    const [vehicleId, dueAtMs] = [ids[0], times[0]];
    return vehicleId === undefined || dueAtMs === undefined ? undefined : { vehicleId, dueAtMs };
  }

  function set(vehicleId: number, dueAtMs: number | null): void {
    if (dueAtMs === null) current.delete(vehicleId);
    else {
      current.set(vehicleId, dueAtMs);
      enqueue({ vehicleId, dueAtMs });
    }
  }

  return {
    set,
    bringForward(toMs) {
      for (const [vehicleId, dueAtMs] of current) if (dueAtMs > toMs) set(vehicleId, toMs);
    },
    dueBy(nowMs, max) {
      const due: Entry[] = [];
      for (let next = top(); next !== undefined && next.dueAtMs <= nowMs && due.length < max; next = top()) {
        pop();
        const { vehicleId } = next;
        if (queued.get(vehicleId) !== next.dueAtMs) continue;
        queued.delete(vehicleId);
        const dueAtMs = current.get(vehicleId);
        if (dueAtMs === next.dueAtMs) due.push(next);
        else if (dueAtMs !== undefined) enqueue({ vehicleId, dueAtMs });
      }
      for (const entry of due) enqueue(entry);
      return due.map(({ vehicleId }) => vehicleId);
    },
  };
}

function swapIn(list: number[], a: number, b: number): void {
  const [first, second] = [list[a], list[b]];
  if (first === undefined || second === undefined) return;
  list[a] = second;
  list[b] = first;
}
