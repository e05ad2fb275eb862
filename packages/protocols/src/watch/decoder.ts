import { digitsEnd } from "../decimal-text.ts";
import { parseHex } from "../hex.ts";
import { latinText } from "../latin-text.ts";
import type { FrameDecoder, FrameOutcome } from "../protocol.ts";
import { refuse } from "../refuse.ts";
import { splitText } from "../split-text.ts";
import { alarmType, applyStatus, applyUnnamedAlarm } from "./alarms.ts";
import { isHealth, readHealth } from "./health.ts";
import { readMedia } from "./media.ts";
import { readPosition } from "./position.ts";

/** Messages that ask for the same word in return, besides heartbeats and measurements. */
const answeredTypes = new Set(["TKQ", "TKQ2"]);
/** Messages that ask whether they were taken. */
const confirmedTypes = new Set(["INIT", "CONFIG", "oxygen"]);

const maker = /^\[[A-Z0-9]{2}\*/i;
/** Where the identifier stands, behind the maker. */
const idAt = 4;
const idDigitsMin = 5;
const idDigitsMax = 20;

interface Message {
  readonly uniqueId: string;
  /** All in front of the length, `[maker*id` and an index if there is one, for the answer. */
  readonly head: string;
  readonly type: string;
  readonly fields: readonly string[];
  /** Whether the bracket that opened is closed. */
  readonly isWhole: boolean;
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
      if (isAlarm) applyUnnamedAlarm(fix, status ?? 0);
      const acknowledgement = isAlarm ? answer(message, alarmType) : null;
      return { kind: "fixes", uniqueId, fixes: [fix], acknowledgement };
    }
    const health = readHealth(type, fields, nowMs);
    if (health !== null)
      return { kind: "fixes", uniqueId, fixes: [health], acknowledgement: replyTo(message) };
    const media = readMedia(type, fields, nowMs);
    if (media !== null) return { kind: "fixes", uniqueId, fixes: [media], acknowledgement: null };
    return { kind: "alive", uniqueId, reply: replyTo(message) };
  }

  return {
    decode(frame, nowMs) {
      const message = readMessage(frame);
      if (message === null) return refuse(frame, "garbage", { close: !isTracker });
      isTracker = true;
      const outcome = decodeMessage(frame, message, nowMs);
      if (message.isWhole) return outcome;
      // What was cut off ends anywhere, within a number too.
      return refuse(frame, "truncated", { close: false, fixes: "fixes" in outcome ? outcome.fixes : [] });
    },
  };
}

/**
 * Takes `[maker*id*length*content]` or `[maker*id*index*length*content]` apart: two letters or digits, digits, and four
 * hexadecimal digits each. Null if the frame is none.
 */
function readMessage(frame: Uint8Array): Message | null {
  const text = latinText(frame).trim();
  const idEnd = digitsEnd(text, idAt);
  if (!maker.test(text) || idEnd - idAt < idDigitsMin || idEnd - idAt > idDigitsMax) return null;
  if (!isHexField(text, idEnd)) return null;
  const headEnd = isHexField(text, idEnd + 5) ? idEnd + 5 : idEnd;
  const isWhole = text.endsWith("]");
  const end = isWhole ? text.length - 1 : text.length;
  const fields = splitText(text, ",", headEnd + 6, end);
  const type = fields.shift() ?? "";
  return { uniqueId: text.slice(idAt, idEnd), head: text.slice(0, headEnd), type, fields, isWhole };
}

/** Whether an asterisk, four hexadecimal digits and another asterisk stand at a place. */
function isHexField(text: string, at: number): boolean {
  return (
    text.charAt(at) === "*" && text.charAt(at + 5) === "*" && parseHex(text.slice(at + 1, at + 5)) !== null
  );
}

/** What a message without position asks for in return; null if it asks for nothing. */
function replyTo(message: Message): Uint8Array | null {
  const { type } = message;
  if (confirmedTypes.has(type)) return answer(message, `${type},1`);
  return answeredTypes.has(type) || isHealth(type) ? answer(message, type) : null;
}

function answer({ head }: Message, content: string): Uint8Array {
  return Buffer.from(`${head}*${content.length.toString(16).toUpperCase().padStart(4, "0")}*${content}]`);
}
