const nothing = new Uint8Array(0);

/** What so many bytes are given, so that more of them can follow. */
const roomFor = (bytes: number) => Math.max(256, bytes * 2);

/**
 * The bytes of a stream that are not yet cut into frames. A chunk that arrives on an empty queue is used in
 * place; a leftover is copied into a buffer that doubles, so that bytes arriving one by one cost linear time.
 * Views that it hands out are valid until the next `push`. Empty, it keeps nothing in memory.
 */
export class ByteQueue {
  #bytes: Uint8Array = nothing;
  #start = 0;
  #end = 0;
  /** Whether `#bytes` is this queue's own, to be written to. */
  #owned = false;

  get length(): number {
    return this.#end - this.#start;
  }

  push(chunk: Uint8Array): void {
    if (this.length === 0) {
      this.#bytes = chunk;
      this.#start = 0;
      this.#end = chunk.length;
      this.#owned = false;
      return;
    }
    const needed = this.length + chunk.length;
    if (!this.#owned || this.#end + chunk.length > this.#bytes.length) this.#makeRoom(needed);
    this.#bytes.set(chunk, this.#end);
    this.#end += chunk.length;
  }

  /** The byte at an offset from the front; the caller has checked `length`. */
  byteAt(offset: number): number {
    return this.#bytes[this.#start + offset] ?? 0;
  }

  uint16At(offset: number): number {
    return (this.byteAt(offset) << 8) | this.byteAt(offset + 1);
  }

  uint32At(offset: number): number {
    return this.uint16At(offset) * 0x1_0000 + this.uint16At(offset + 2);
  }

  /** The first `count` bytes (fewer if there are fewer) without removing them. */
  peek(count: number): Uint8Array {
    if (this.length === 0) return nothing;
    // Most chunks are one frame, and a view takes as long to make as its checksum.
    if (this.#start === 0 && this.#end === this.#bytes.length && count >= this.#end) return this.#bytes;
    return this.#bytes.subarray(this.#start, Math.min(this.#start + count, this.#end));
  }

  /** The offset of the first byte in [from, end) that `isWanted` marks with anything but 0; the end, or that of the queue. */
  findByte(isWanted: Uint8Array, from: number, end: number): number {
    const last = this.#start + Math.min(end, this.length);
    let at = this.#start + from;
    while (at < last && isWanted[this.#bytes[at] ?? 0] === 0) at++;
    return at - this.#start;
  }

  /** Removes the first `count` bytes. */
  skip(count: number): void {
    this.#start = Math.min(this.#start + count, this.#end);
    if (this.#start === this.#end) this.#bytes = nothing;
  }

  /** Removes the bytes at the front that `isUnwanted` marks with anything but 0; says how many there were. */
  skipMarked(isUnwanted: Uint8Array): number {
    let count = 0;
    while (count < this.length && isUnwanted[this.byteAt(count)] !== 0) count++;
    this.skip(count);
    return count;
  }

  /** Removes and returns the first `count` bytes. */
  take(count: number): Uint8Array {
    const taken = this.peek(count);
    this.skip(taken.length);
    return taken;
  }

  /** Lets go of a chunk of which little is left, or of a buffer that was larger; says how many bytes are left. */
  keep(): number {
    if (this.#bytes.length > roomFor(this.length)) this.#moveTo(new Uint8Array(roomFor(this.length)));
    return this.length;
  }

  #makeRoom(needed: number): void {
    // Moving to the front is worth it only where it frees at least half: otherwise one byte at a time would move all.
    const isWorthMoving = this.#owned && needed * 2 <= this.#bytes.length;
    this.#moveTo(isWorthMoving ? this.#bytes : new Uint8Array(roomFor(needed)));
  }

  #moveTo(bytes: Uint8Array): void {
    bytes.set(this.#bytes.subarray(this.#start, this.#end));
    this.#end -= this.#start;
    this.#start = 0;
    this.#bytes = bytes;
    this.#owned = true;
  }
}

/** The marks by which each of these characters is found. */
export function markBytes(characters: string): Uint8Array {
  const marks = new Uint8Array(256);
  for (const byte of Buffer.from(characters, "latin1")) marks[byte] = 1;
  return marks;
}

/** What trackers write between messages, and means nothing: line ends, spaces and zeros. */
export const isBlank = markBytes("\r\n \0");
export const isDigit = markBytes("0123456789");
