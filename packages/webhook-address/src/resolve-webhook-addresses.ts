import { type WebhookHost, isDeliverable } from "./check-webhook-url.ts";
import type { Networks } from "@fleet/networks";

/** Every address of a name, IPv4 and IPv6, as text; rejects or gives none where it does not resolve. */
export type Resolver = (name: string) => Promise<readonly string[]>;

export type ResolvedHost =
  /** Connect to these and to no other: another lookup could answer differently. */
  | { readonly ok: true; readonly addresses: readonly string[] }
  /** "unresolved" may pass with time, "refused" is a verdict on where the name points. */
  | { readonly ok: false; readonly kind: "unresolved" | "refused"; readonly reason: string };

/**
 * The addresses a delivery may connect to. One bad address among them refuses them all, because who answers with a
 * mixture chooses which one is connected to.
 */
export async function resolveWebhookAddresses(
  host: WebhookHost,
  resolver: Resolver,
  allowed: Networks,
): Promise<ResolvedHost> {
  const addresses = host.kind === "address" ? [host.address] : await resolver(host.name).catch(() => []);
  if (addresses.length === 0) return { ok: false, kind: "unresolved", reason: "does not resolve" };
  // A local name passes for the operator's networks alone. It often has addresses beyond them (localhost is ::1 too),
  // which are left out: nobody but the operator says what it resolves to.
  const local = host.kind === "name" && host.local;
  const wanted = local ? addresses.filter((address) => allowed.contains(address)) : addresses;
  if (wanted.length > 0 && wanted.every((address) => isDeliverable(address, allowed))) {
    return { ok: true, addresses: [...new Set(wanted)] };
  }
  return { ok: false, kind: "refused", reason: "resolves to a private, local or reserved address" };
}
