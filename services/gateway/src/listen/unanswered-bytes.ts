/** What reads trackers' bytes, and can be told to read no further for a while. */
interface Reader {
  /** Whether there is room has changed. */
  steer(): void;
}

/**
 * Bytes that trackers have sent and that wait for their answer, over all listeners. At the bound no more is read, until
 * half of it is free again: whoever stops and starts at every frame does little else.
 */
export class UnansweredBytes {
  readonly #bytesMax: number;
  readonly #readers = new Set<Reader>();
  #bytes = 0;
  #isFull = false;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  hasRoomFor(bytes: number): boolean {
    return !this.#isFull && this.#bytes + bytes <= this.#bytesMax;
  }

  /** Counts what has been read, room or none. */
  enter(bytes: number): void {
    this.#bytes += bytes;
    if (!this.#isFull && this.#bytes >= this.#bytesMax) this.#turn(true);
  }

  leave(bytes: number): void {
    this.#bytes -= bytes;
    if (this.#isFull && this.#bytes <= this.#bytesMax / 2) this.#turn(false);
  }

  join(reader: Reader): void {
    this.#readers.add(reader);
  }

  part(reader: Reader): void {
    this.#readers.delete(reader);
  }

  #turn(isFull: boolean): void {
    this.#isFull = isFull;
    for (const reader of this.#readers) reader.steer();
  }
}
