/** When vehicles fall due, Unix milliseconds; each has one time at most. */
export interface DueTimes {
  set(vehicleId: number, dueAtMs: number | null): void;
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
  const heap: Entry[] = [];

  function enqueue(entry: Entry): void {
    if (entry.dueAtMs >= (queued.get(entry.vehicleId) ?? Infinity)) return;
    queued.set(entry.vehicleId, entry.dueAtMs);
    push(entry);
  }

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
    if (first === undefined || second === undefined) return first !== undefined;
    if (first.dueAtMs !== second.dueAtMs) return first.dueAtMs < second.dueAtMs;
    return first.vehicleId < second.vehicleId;
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
      else {
        current.set(vehicleId, dueAtMs);
        enqueue({ vehicleId, dueAtMs });
      }
    },
    dueBy(nowMs, max) {
      const due: Entry[] = [];
      for (let top = heap[0]; top !== undefined && top.dueAtMs <= nowMs && due.length < max; top = heap[0]) {
        pop();
        const { vehicleId } = top;
        if (queued.get(vehicleId) !== top.dueAtMs) continue;
        queued.delete(vehicleId);
        const dueAtMs = current.get(vehicleId);
        if (dueAtMs === top.dueAtMs) due.push(top);
        else if (dueAtMs !== undefined) enqueue({ vehicleId, dueAtMs });
      }
      for (const entry of due) enqueue(entry);
      return due.map(({ vehicleId }) => vehicleId);
    },
  };
}
