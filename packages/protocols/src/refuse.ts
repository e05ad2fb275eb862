import type { FrameRefused, RefusalReason } from "./protocol.ts";

/**
 * A frame that is not taken in. Its bytes are copied, so that whoever keeps it keeps no more in memory: they may be a
 * view of all that arrived with them, which `slice` of a Buffer is too.
 */
export function refuse(
  frame: Uint8Array,
  reason: RefusalReason,
  {
    close,
    reply = null,
    fixes = [],
  }: Pick<FrameRefused, "close"> & Partial<Pick<FrameRefused, "reply" | "fixes">>,
): FrameRefused {
  return { kind: "refused", reason, close, reply, frame: new Uint8Array(frame), fixes };
}
