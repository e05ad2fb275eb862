import {
  checkWebhookUrl,
  resolveWebhookAddresses,
  type Networks,
  type Resolver,
} from "@fleet/webhook-address";
import type { Clock } from "@fleet/runtime";
import type { Dispatcher } from "undici";

import type { ConnectionPools } from "./connection-pools.ts";
import { readRetryAfter } from "./retry-after.ts";
import { unanswered, type SendResult } from "./send-result.ts";

const readBytesMax = 16 * 1024;
const excerptBytesMax = 1024;

export interface SenderOptions {
  readonly pools: ConnectionPools;
  readonly resolver: Resolver;
  readonly allowedNetworks: Networks;
  readonly clock: Clock;
  /** Bounds lookup, connecting, TLS, headers and body together. */
  readonly totalTimeoutMs: number;
}

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Posts once. Whatever the receiver or the network does is a result; only a fault of our own throws. */
export type Send = (request: WebhookRequest) => Promise<SendResult>;

/** Sends to where the URL points at this moment, and only if deliveries may go there. */
export function createSender(options: SenderOptions): Send {
  const { pools, resolver, allowedNetworks, totalTimeoutMs } = options;
  return async ({ url, headers, body }) => {
    const signal = AbortSignal.timeout(totalTimeoutMs);
    const checked = checkWebhookUrl(url, allowedNetworks);
    if (!checked.ok) return unanswered(`address_refused: ${checked.reason}`);
    try {
      const resolving = resolveWebhookAddresses(checked.host, resolver, allowedNetworks);
      const resolved = await unlessAborted(resolving, signal);
      if (!resolved.ok) {
        return unanswered(resolved.kind === "refused" ? `address_refused: ${resolved.reason}` : "unresolved");
      }
      const { origin, pathname, search } = checked.url;
      const pool = pools.get(origin, resolved.addresses);
      const request = { path: `${pathname}${search}`, method: "POST", headers, body, signal } as const;
      // The client itself heeds the signal only once it has a connection.
      return await readAnswer(await unlessAborted(pool.request(request), signal), options);
    } catch (error) {
      return unanswered(signal.aborted ? "timeout" : nameFailure(error));
    }
  };
}

async function readAnswer(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { clock }: SenderOptions,
): Promise<SendResult> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    const part: Buffer = chunk;
    chunks.push(part);
    bytes += part.length;
    // The status has been given: leaving the rest unread closes the connection and is no failure.
    if (bytes >= readBytesMax) break;
  }
  const succeeded = statusCode >= 200 && statusCode < 300;
  const retryAfter = headers["retry-after"];
  return {
    succeeded,
    responseStatus: statusCode,
    error: succeeded ? null : statusCode >= 300 && statusCode < 400 ? "redirect" : "http_status",
    responseExcerpt: excerptOf(Buffer.concat(chunks)),
    retryAfterMs: readRetryAfter(Array.isArray(retryAfter) ? retryAfter[0] : retryAfter, clock.now()),
  };
}

/** Text that any store takes: bytes that are no UTF-8 are replaced, and NUL, which Postgres refuses. */
function excerptOf(body: Buffer): string | null {
  if (body.length === 0) return null;
  return body.subarray(0, excerptBytesMax).toString("utf8").replaceAll("\0", "\uFFFD");
}

/** Neither a name lookup nor connecting can be called off, but nobody has to wait for them. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return await new Promise<T>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** The code of what failed below HTTP; texts may hold the URL, codes do not. */
function nameFailure(error: unknown): string {
  const code = codeOf(error);
  if (code === null) return "connection";
  if (code === "UND_ERR_CONNECT_TIMEOUT") return "timeout";
  return /CERT|TLS|SSL|EPROTO|SELF_SIGNED|VERIFY/.test(code) ? `tls: ${code}` : `connection: ${code}`;
}

function codeOf(error: unknown): string | null {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return null;
  return "code" in error && typeof error.code === "string" ? error.code : codeOf(error.cause);
}
