import type { OpenSecret } from "./secret-opener.ts";
import { signBody } from "./sign-body.ts";

/** What signing takes of a webhook: its sealed secrets, and when the next one takes over. */
export interface SigningWebhook {
  readonly organisationId: number;
  readonly secret: Buffer;
  readonly nextSecret: Buffer | null;
  readonly nextSecretFrom: Date | null;
}

export interface Signing {
  readonly open: OpenSecret;
  /** Unix milliseconds: which secret signs is judged by it at each attempt. */
  readonly sentAtMs: number;
}

export type SignatureHeaders = Readonly<Record<string, string>>;

/**
 * X-GPS-Signature, always with one signature by one secret; and while another secret waits for its hour, the same form
 * by that one in X-GPS-Signature-Next. Null where a secret that is needed does not open.
 */
export function signatureHeaders(
  body: Buffer,
  { organisationId, secret, nextSecret, nextSecretFrom }: SigningWebhook,
  { open, sentAtMs }: Signing,
): SignatureHeaders | null {
  const sign = (sealed: Buffer) => {
    const opened = open({ secret: sealed, organisationId });
    return opened === null ? null : signBody(body, { secret: opened, sentAtMs });
  };
  const isNextDue = nextSecretFrom !== null && nextSecretFrom.getTime() <= sentAtMs;
  const present = sign(nextSecret !== null && isNextDue ? nextSecret : secret);
  if (present === null) return null;
  if (nextSecret === null || isNextDue) return { "x-gps-signature": present };
  const next = sign(nextSecret);
  return next === null ? null : { "x-gps-signature": present, "x-gps-signature-next": next };
}
