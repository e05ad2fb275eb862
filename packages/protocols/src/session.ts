import type { FrameOutcome, FrameRefused, StreamProtocol } from "./protocol.ts";
import { refuse } from "./refuse.ts";

/**
 * One tracker's connection as a state machine without I/O. Push what arrives, then take outcomes one at a time
 * and deal with each before taking the next.
 */
export interface Session {
  /** A chunk of the stream, or one datagram. */
  push(chunk: Uint8Array): void;
  /**
   * The next outcome, or null until more bytes come. Once an outcome said to close, null for good on a stream, and until
   * the next datagram without one.
   */
  next(nowMs: number): FrameOutcome | null;
  /** The outcome of a frame that needs no splitting: one that someone holds in hand. */
  decodeFrame(frame: Uint8Array, nowMs: number): FrameOutcome;
  /**
   * Call once `next` gave null: keeps of what was pushed only a frame of which part has arrived, and says how many bytes
   * that is. Chunks are large beside what most of them leave over.
   */
  keepUnfinished(): number;
  /** How many bytes are kept of a message of several frames, some of which are still to come. */
  keptBytes(): number;
  /** Call when the peer has closed: the frame that it left unfinished, or null. */
  end(): FrameRefused | null;
}

/** A session of its own for each connection, or for each address of a datagram transport. */
export function createSession(protocol: StreamProtocol, transport: "tcp" | "udp"): Session {
  let splitter = protocol.createSplitter(transport);
  const decoder = protocol.createDecoder(transport);
  let identified = false;
  let closed = false;

  function close(): void {
    closed = true;
    // What had come besides would stay in memory for as long as the session.
    splitter = protocol.createSplitter(transport);
  }

  function decodeFrame(frame: Uint8Array, nowMs: number): FrameOutcome {
    const outcome = decoder.decode(frame, nowMs);
    if (outcome.kind === "login") identified = true;
    else if (outcome.kind === "refused") {
      if (outcome.close) close();
    } else if (outcome.uniqueId !== null) identified = true;
    else if (outcome.kind === "fixes" && !identified) {
      close();
      return refuse(frame, "unidentified", { close: true, fixes: outcome.fixes });
    }
    return outcome;
  }

  function end(): FrameRefused | null {
    const rest = splitter.rest();
    if (rest.length === 0) return null;
    close();
    return refuse(rest, "truncated", { close: true });
  }

  return {
    decodeFrame,
    push: (chunk) => {
      // A datagram owes nothing to the one before: whatever that was, this one begins afresh.
      if (transport === "udp") {
        splitter = protocol.createSplitter(transport);
        closed = false;
      }
      if (!closed) splitter.push(chunk);
    },
    next: (nowMs) => {
      if (closed) return null;
      const split = splitter.next();
      if (split === null) return transport === "udp" ? end() : null;
      if (split.kind === "frame") return decodeFrame(split.bytes, nowMs);
      close();
      return refuse(split.bytes, split.reason, { close: true });
    },
    keepUnfinished: () => splitter.keep(),
    keptBytes: () => decoder.keptBytes?.() ?? 0,
    end,
  };
}
