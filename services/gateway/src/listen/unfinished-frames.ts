/** Who sends a frame, or a request. */
export interface Sender {
  /** Ends its connection, for this reason. */
  cut(reason: "no_room"): void;
}

/**
 * What is kept of frames that are not whole, over all listeners. Beyond the bound whoever holds most is cut. To read no
 * further would free nothing, for what is not read does not become whole.
 */
export class UnfinishedFrames {
  readonly #bytesMax: number;
  readonly #held = new Map<Sender, number>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Notes how many bytes a sender now holds, 0 where its frame is whole or gone. */
  note(sender: Sender, bytes: number): void {
    this.#bytes += bytes - (this.#held.get(sender) ?? 0);
    if (bytes === 0) this.#held.delete(sender);
    else this.#held.set(sender, bytes);
    if (this.#bytes > this.#bytesMax) this.#cutLargest();
  }

  /** Whoever holds no more than the bound divided by those who hold something is never the one. */
  #cutLargest(): void {
    let largest: Sender | undefined;
    let mostBytes = 0;
    for (const [sender, bytes] of this.#held) {
      if (bytes <= mostBytes) continue;
      largest = sender;
      mostBytes = bytes;
    }
    if (largest === undefined) return;
    this.note(largest, 0);
    largest.cut("no_room");
  }
}
