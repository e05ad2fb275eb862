import type { Reply, ReplyReader, Splitter } from "./protocol.ts";

/** Reads the frames that a server answers; those that `readReply` says nothing of are passed over. */
export function createFrameReplyReader(
  splitter: Splitter,
  readReply: (frame: Uint8Array) => Reply | null,
): ReplyReader {
  return {
    push: (chunk) => splitter.push(chunk),
    next: () => {
      for (let split = splitter.next(); split?.kind === "frame"; split = splitter.next()) {
        const reply = readReply(split.bytes);
        if (reply !== null) return reply;
      }
      return null;
    },
  };
}
