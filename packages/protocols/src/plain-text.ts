import { toHex } from "./hex.ts";
import { latinText } from "./latin-text.ts";

/** Whether bytes are a text of printable ASCII characters and line ends. */
export function isPlainText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0d || byte === 0x0a);
}

/** The text that bytes are, without blanks around it; in hexadecimal what is none. */
export function textOrHex(bytes: Uint8Array): string {
  return isPlainText(bytes) ? latinText(bytes).trim() : toHex(bytes);
}
