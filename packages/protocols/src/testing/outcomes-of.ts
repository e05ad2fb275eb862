import type { FrameOutcome, StreamProtocol } from "../protocol.ts";
import { createSession } from "../session.ts";

/** What chunks of one TCP connection mean, in order. A text is its characters' bytes. */
export function createOutcomesOf(
  protocol: StreamProtocol,
  nowMs: number,
): (...chunks: readonly (string | Uint8Array)[]) => FrameOutcome[] {
  return (...chunks) => {
    const session = createSession(protocol, "tcp");
    const outcomes: FrameOutcome[] = [];
    for (const chunk of chunks) {
      session.push(typeof chunk === "string" ? Buffer.from(chunk, "latin1") : chunk);
      for (let outcome = session.next(nowMs); outcome !== null; outcome = session.next(nowMs)) {
        outcomes.push(outcome);
      }
    }
    return outcomes;
  };
}
