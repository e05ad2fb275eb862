import { latinText } from "../latin-text.ts";
import type { FrameDecoder, FrameOutcome, FrameRefused, RefusalReason } from "../protocol.ts";
import { alarmType, applyStatus } from "./alarms.ts";
import { readHealth } from "./health.ts";
import { readPosition } from "./position.ts";

/** Messages that ask for the same word in return, besides those that are records. */
const answeredTypes = new Set(["LK", "TKQ", "TKQ2"]);
/** Messages that ask whether they were taken. */
const confirmedTypes = new Set(["INIT", "CONFIG"]);

interface Message {
  readonly uniqueId: string;
  /** All in front of the length, `[maker*id` and an index if there is one, for the answer. */
  readonly head: string;
  readonly type: string;
  readonly fields: readonly string[];
}

/** Reads the frames of one TCP connection. Each names its device, so that none must come first. */
export function createDecoder(): FrameDecoder {
  let isTracker = false;

  function decodeMessage(frame: Uint8Array, message: Message, nowMs: number): FrameOutcome {
    const { uniqueId, type, fields } = message;
    const position = readPosition(fields, nowMs);
    if (position === "malformed") return refuse(frame, "malformed", { close: false });
    if (position !== null) {
      const isAlarm = type.startsWith(alarmType);
      const { fix, status } = position;
      if (status !== null) applyStatus(fix, status);
      const acknowledgement = isAlarm ? answer(message, alarmType) : null;
      return { kind: "fixes", uniqueId, fixes: [fix], acknowledgement };
    }
    const health = readHealth(type, fields, nowMs);
    if (health !== null)
      return { kind: "fixes", uniqueId, fixes: [health], acknowledgement: answer(message, type) };
    if (answeredTypes.has(type)) return { kind: "alive", uniqueId, reply: answer(message, type) };
    return { kind: "alive", uniqueId, reply: confirmedTypes.has(type) ? answer(message, `${type},1`) : null };
  }

  return {
    decode(frame, nowMs) {
      const message = readMessage(frame);
      if (message === null) return refuse(frame, "garbage", { close: !isTracker });
      isTracker = true;
      return decodeMessage(frame, message, nowMs);
    },
  };
}

/** Takes a frame apart; null if it is none. */
function readMessage(frame: Uint8Array): Message | null {
  const text = latinText(frame);
  const [, head, uniqueId, content] =
    /^(\[[A-Z0-9]{2}\*(\d{5,20})(?:\*[0-9A-F]{4})?)\*[0-9A-F]{4}\*([^]*)$/i.exec(text) ?? [];
  if (head === undefined || uniqueId === undefined || content === undefined) return null;
  const [type = "", ...fields] = (content.endsWith("]") ? content.slice(0, -1) : content).split(",");
  return { uniqueId, head, type, fields };
}

function answer({ head }: Message, content: string): Uint8Array {
  return Buffer.from(`${head}*${content.length.toString(16).toUpperCase().padStart(4, "0")}*${content}]`);
}

function refuse(frame: Uint8Array, reason: RefusalReason, { close }: { close: boolean }): FrameRefused {
  return { kind: "refused", reason, close, reply: null, frame: frame.slice(), fixes: [] };
}
