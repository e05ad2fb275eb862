/** Lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}

/** Decimal digits, one in each half of a byte, without the ones that fill up the field. */
export function packedDigits(bytes: Uint8Array): string {
  return toHex(bytes).replace(/f+$/, "");
}

/** The bytes that a hexadecimal text says, or null if it is none. */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 !== 0 || !isHex(text)) return null;
  return Uint8Array.from(Buffer.from(text, "hex"));
}

/** The value of a hexadecimal digit, by its character code; NaN where it is none. */
export function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}

/** Whether a text has no characters but hexadecimal digits. */
export function isHex(text: string): boolean {
  for (let index = 0; index < text.length; index++)
    if (Number.isNaN(hexDigit(text.charCodeAt(index)))) return false;
  return true;
}

/** A whole hexadecimal number of at most eight digits, or null. */
export function parseHex(text: string | undefined): number | null {
  if (text === undefined || text.length === 0 || text.length > 8) return null;
  let value = 0;
  for (let index = 0; index < text.length; index++) value = value * 16 + hexDigit(text.charCodeAt(index));
  return Number.isNaN(value) ? null : value;
}
