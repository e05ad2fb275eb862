/** Reads arrays of numbers, one after another, in ClickHouse's format RowBinary. */
export class RowBinaryColumns {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  uint8s(): Uint8Array {
    return new Uint8Array(this.#take(1));
  }

  int32s(): Int32Array {
    return new Int32Array(this.#take(4));
  }

  float64s(): Float64Array {
    return new Float64Array(this.#take(8));
  }

  /** The elements of the next array, of so many bytes each. Copied, because a typed array begins at its own alignment. */
  #take(bytesEach: number): ArrayBuffer {
    let count = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.#bytes.readUInt8(this.#at);
      this.#at += 1;
      count += (byte % 128) * unit;
      if (byte < 128) break;
    }
    const from = this.#at;
    this.#at += count * bytesEach;
    if (this.#at > this.#bytes.length) throw new RangeError("an array's elements are missing");
    const elements = new ArrayBuffer(count * bytesEach);
    new Uint8Array(elements).set(this.#bytes.subarray(from, this.#at));
    return elements;
  }
}
