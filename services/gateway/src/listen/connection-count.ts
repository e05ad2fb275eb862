export interface ConnectionLimits {
  readonly connectionsMax: number;
  readonly connectionsPerAddressMax: number;
}

export type ConnectionRefusal = "too_many_connections" | "too_many_of_address";

/** Connections of the whole gateway, by peer address; refuses those beyond the limits. */
export class ConnectionCount {
  readonly #limits: ConnectionLimits;
  readonly #byAddress = new Map<string, number>();
  #all = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Null when the connection may stay, and was counted; else the reason for turning it away. */
  enter(address: string): ConnectionRefusal | null {
    const ofAddress = this.#byAddress.get(address) ?? 0;
    if (this.#all >= this.#limits.connectionsMax) return "too_many_connections";
    if (ofAddress >= this.#limits.connectionsPerAddressMax) return "too_many_of_address";
    this.#all += 1;
    this.#byAddress.set(address, ofAddress + 1);
    return null;
  }

  leave(address: string): void {
    const ofAddress = this.#byAddress.get(address) ?? 0;
    this.#all -= 1;
    if (ofAddress > 1) this.#byAddress.set(address, ofAddress - 1);
    else this.#byAddress.delete(address);
  }
}
