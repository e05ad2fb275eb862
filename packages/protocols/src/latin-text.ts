/** Bytes as text, a character for each. Sockets give buffers, and another view of one takes as long as its text. */
export function latinText(bytes: Uint8Array): string {
  const buffer =
    bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString("latin1");
}

/** The same without the zeros and spaces that a field of fixed length is filled with. */
export function unpaddedText(bytes: Uint8Array): string {
  return latinText(bytes).replaceAll("\0", "").trim();
}
