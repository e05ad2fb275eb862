/** Bytes as text, a character for each. Sockets give buffers, and another view of one takes as long as its text. */
export function latinText(bytes: Uint8Array): string {
  const buffer =
    bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString("latin1");
}

/** Which characters of a text to split: those from `start`, up to `end` without it. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The fields that a separating byte parts in `text`, which is that of `bytes`. To look for separators among the bytes and
 * to take short fields as they are takes a third off the time of `split`, itself a quarter of reading a report.
 */
export function splitLatinText(
  text: string,
  bytes: Uint8Array,
  separator: number,
  { start, end }: TextRange,
): string[] {
  const fields: string[] = [];
  let from = start;
  for (let at = start; at < end; at++) {
    if (bytes[at] !== separator) continue;
    fields.push(fieldOf(text, from, at));
    from = at + 1;
  }
  fields.push(fieldOf(text, from, end));
  return fields;
}

/** What stands at a place of a text; nothing and one character are no text of their own. */
function fieldOf(text: string, start: number, end: number): string {
  if (start >= end) return "";
  return start + 1 === end ? text.charAt(start) : text.slice(start, end);
}
