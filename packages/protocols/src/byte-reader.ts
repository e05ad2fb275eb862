/**
 * Big-endian reads at a moving offset. Reading past the end gives zeros and sets `overrun`, so that decoders
 * check once where a record ends rather than before each read, and never throw.
 */
export class ByteReader {
  readonly bytes: Uint8Array;
  offset: number;
  overrun = false;
  readonly #view: DataView;

  constructor(bytes: Uint8Array, offset = 0) {
    this.bytes = bytes;
    this.offset = offset;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get remaining(): number {
    return this.bytes.length - this.offset;
  }

  uint8(): number {
    return this.#reserve(1) ? this.#view.getUint8(this.offset++) : 0;
  }

  int8(): number {
    return this.#reserve(1) ? this.#view.getInt8(this.offset++) : 0;
  }

  uint16(): number {
    if (!this.#reserve(2)) return 0;
    const value = this.#view.getUint16(this.offset);
    this.offset += 2;
    return value;
  }

  int16(): number {
    if (!this.#reserve(2)) return 0;
    const value = this.#view.getInt16(this.offset);
    this.offset += 2;
    return value;
  }

  uint32(): number {
    if (!this.#reserve(4)) return 0;
    const value = this.#view.getUint32(this.offset);
    this.offset += 4;
    return value;
  }

  int32(): number {
    if (!this.#reserve(4)) return 0;
    const value = this.#view.getInt32(this.offset);
    this.offset += 4;
    return value;
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

  #reserve(count: number): boolean {
    if (this.offset + count <= this.bytes.length) return true;
    this.overrun = true;
    return false;
  }
}
