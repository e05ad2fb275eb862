/**
 * Big-endian reads at a moving offset. Reading past the end gives zeros and sets `overrun`, so that decoders
 * check once where a record ends rather than before each read, and never throw. There is one for nearly every frame:
 * making a DataView takes longer than all its reads.
 */
export class ByteReader {
  readonly bytes: Uint8Array;
  offset: number;
  overrun = false;

  constructor(bytes: Uint8Array, offset = 0) {
    this.bytes = bytes;
    this.offset = offset;
  }

  get remaining(): number {
    return this.bytes.length - this.offset;
  }

  uint8(): number {
    return this.#reserve(1) ? this.#next() : 0;
  }

  int8(): number {
    return (this.uint8() << 24) >> 24;
  }

  uint16(): number {
    return this.#reserve(2) ? (this.#next() << 8) | this.#next() : 0;
  }

  int16(): number {
    return (this.uint16() << 16) >> 16;
  }

  uint24(): number {
    return this.#reserve(3) ? (this.#next() << 16) | (this.#next() << 8) | this.#next() : 0;
  }

  uint32(): number {
    return this.int32() >>> 0;
  }

  int32(): number {
    if (!this.#reserve(4)) return 0;
    return (this.#next() << 24) | (this.#next() << 16) | (this.#next() << 8) | this.#next();
  }

  /** A 64-bit number, rounded where it is beyond 2^53. */
  uint64(): number {
    return this.uint32() * 0x1_0000_0000 + this.uint32();
  }

  /** The next `count` bytes as a view; empty, with `overrun`, where there are fewer. */
  take(count: number): Uint8Array {
    if (!this.#reserve(count)) return this.bytes.subarray(0, 0);
    const taken = this.bytes.subarray(this.offset, this.offset + count);
    this.offset += count;
    return taken;
  }

  #next(): number {
    return this.bytes[this.offset++] ?? 0;
  }

  #reserve(count: number): boolean {
    if (this.offset + count <= this.bytes.length) return true;
    this.overrun = true;
    return false;
  }
}
