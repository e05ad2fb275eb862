import { Session, type Profiler } from "node:inspector/promises";

/** Runs under the CPU profiler; gives the share of the main thread's busy time spent in or below functions of the matching files. */
export async function cpuShareOf(file: RegExp, run: () => Promise<void>): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.start");
    await run();
    const { profile } = await session.post("Profiler.stop");
    return shareOf(profile, file);
  } finally {
    session.disconnect();
  }
}

function shareOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile, file: RegExp): number {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const isWithin = new Map<number, boolean>();
  const within = (id: number): boolean => {
    const known = isWithin.get(id);
    if (known !== undefined) return known;
    const parent = parents.get(id);
    const found = file.test(byId.get(id)?.callFrame.url ?? "") || (parent !== undefined && within(parent));
    isWithin.set(id, found);
    return found;
  };
  let busy = 0;
  let matching = 0;
  for (const [i, id] of samples.entries()) {
    const micros = timeDeltas[i] ?? 0;
    if (byId.get(id)?.callFrame.functionName === "(idle)") continue;
    busy += micros;
    if (within(id)) matching += micros;
  }
  return matching / busy;
}
