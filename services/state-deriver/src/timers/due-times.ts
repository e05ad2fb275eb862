/** When vehicles fall due, Unix milliseconds; each has one time at most. */
export interface DueTimes {
  set(vehicleId: number, dueAtMs: number | null): void;
  /** Vehicles due at or before an instant, the longest due first, at most `max`. They stay until set anew. */
  dueBy(nowMs: number, max: number): number[];
}

interface Entry {
  readonly vehicleId: number;
  readonly dueAtMs: number;
}

/** A binary heap; entries that a later `set` made void are dropped when they reach the top. */
export function createDueTimes(): DueTimes {
  const current = new Map<number, number>();
  const heap: Entry[] = [];

  function push(entry: Entry): void {
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isSooner(at, parent)) return;
      swap(at, parent);
      at = parent;
    }
  }

  function pop(): Entry | undefined {
    if (heap.length === 0) return undefined;
    swap(0, heap.length - 1);
    const top = heap.pop();
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = isSooner(right, left) ? right : left;
      if (!isSooner(child, at)) return top;
      swap(at, child);
      at = child;
    }
  }

  function isSooner(a: number, b: number): boolean {
    const [first, second] = [heap[a], heap[b]];
    return first !== undefined && (second === undefined || first.dueAtMs < second.dueAtMs);
  }

  function swap(a: number, b: number): void {
    const [first, second] = [heap[a], heap[b]];
    if (first === undefined || second === undefined) return;
    heap[a] = second;
    heap[b] = first;
  }

  return {
    set(vehicleId, dueAtMs) {
      if (dueAtMs === null) current.delete(vehicleId);
      else if (current.get(vehicleId) !== dueAtMs) {
        current.set(vehicleId, dueAtMs);
        push({ vehicleId, dueAtMs });
      }
    },
    dueBy(nowMs, max) {
      const due: Entry[] = [];
      const seen = new Set<number>();
      for (let top = heap[0]; top !== undefined && top.dueAtMs <= nowMs && due.length < max; top = heap[0]) {
        pop();
        if (current.get(top.vehicleId) !== top.dueAtMs || seen.has(top.vehicleId)) continue;
        seen.add(top.vehicleId);
        due.push(top);
      }
      for (const entry of due) push(entry);
      return due.map(({ vehicleId }) => vehicleId);
    },
  };
}
