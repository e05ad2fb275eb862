import type { DecodedFix } from "@fleet/domain";
import type { Protocol } from "@fleet/protocols";

/** Where a virtual tracker sends, how, and as whom. */
export interface TrackerAddress {
  readonly protocol: Protocol;
  readonly host: string;
  readonly port: number;
  readonly uniqueId: string;
  /** How long a tracker waits for an answer before it takes the connection for lost. */
  readonly replyTimeoutMs: number;
  /** Ends whatever it waits for at once: a connection, a login's answer, an acknowledgement. */
  readonly signal: AbortSignal;
}

/** What became of a connection attempt: open, turned away as an unknown device, or not possible now. */
export type ConnectOutcome =
  | { readonly kind: "connected"; readonly link: TrackerLink }
  | { readonly kind: "refused" }
  | { readonly kind: "failed"; readonly reason: string };

/** What became of the fixes sent: how many of them, from the first on, the server has taken. */
export type SendOutcome =
  | { readonly kind: "acknowledged"; readonly fixes: number }
  | { readonly kind: "refused" }
  | { readonly kind: "failed"; readonly reason: string };

/** One connection of a virtual tracker. After an outcome other than `acknowledged` it is of no more use. */
export interface TrackerLink {
  readonly fixesPerFrameMax: number;
  /** Sends one frame and waits for its acknowledgement. One at a time. */
  send(fixes: readonly DecodedFix[]): Promise<SendOutcome>;
  close(): void;
}
