const startBytes = 64 * 1024;
const half = 2 ** 32;

/**
 * Writes values in ClickHouse's format RowBinary: one after another without names or separators, little-endian. What
 * does not fit a type is a RangeError.
 */
export class RowBinary {
  #buffer = Buffer.allocUnsafe(startBytes);
  #at = 0;

  /** What was written so far; nothing may be written after. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#at);
  }

  bool(value: boolean): void {
    this.uint8(value ? 1 : 0);
  }

  uint8(value: number): void {
    this.#at = this.#room(1).writeUInt8(value, this.#at);
  }

  uint16(value: number): void {
    this.#at = this.#room(2).writeUInt16LE(value, this.#at);
  }

  uint32(value: number): void {
    this.#at = this.#room(4).writeUInt32LE(value, this.#at);
  }

  int32(value: number): void {
    this.#at = this.#room(4).writeInt32LE(value, this.#at);
  }

  /** An Int64, or a UInt64 below 2^53; whole numbers only. */
  int64(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no safe integer`);
    const high = Math.floor(value / half);
    this.uint32(value - high * half);
    this.int32(high);
  }

  /** From decimal text. */
  uint128(text: string): void {
    const value = BigInt(text);
    const buffer = this.#room(16);
    this.#at = buffer.writeBigUInt64LE(BigInt.asUintN(64, value), this.#at);
    this.#at = buffer.writeBigUInt64LE(value >> 64n, this.#at);
  }

  string(text: string): void {
    const bytes = Buffer.byteLength(text);
    this.length(bytes);
    const buffer = this.#room(bytes);
    this.#at += buffer.write(text, this.#at, bytes, "utf8");
  }

  /** The number of an array's elements, which follow, or of a string's bytes (LEB128). */
  length(count: number): void {
    let rest = count;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.uint8((rest % 128) + 128);
    this.uint8(rest);
  }

  /** A byte that says whether a Nullable is null; its value follows only if not. */
  isNull(value: unknown): value is null {
    this.uint8(value === null ? 1 : 0);
    return value === null;
  }

  #room(bytes: number): Buffer {
    if (this.#at + bytes > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * this.#buffer.length, this.#at + bytes));
      this.#buffer.copy(larger, 0, 0, this.#at);
      this.#buffer = larger;
    }
    return this.#buffer;
  }
}
