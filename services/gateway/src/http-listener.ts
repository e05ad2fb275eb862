import { createServer, type IncomingMessage } from "node:http";

import type { HttpProtocol, HttpReply } from "@fleet/protocols";

import { listenOn, type ListenAddress } from "@fleet/runtime";

import type { Listener } from "./listener.ts";
import type { ConnectionContext } from "./tcp-connection.ts";

const bodyBytesMax = 65_536;
const appendTimeoutMs = 20_000;

/** Listens for trackers that send over HTTP. A request is answered once its fixes are durable, else 503. */
export async function startHttpListener(
  protocol: HttpProtocol,
  address: ListenAddress,
  context: ConnectionContext,
): Promise<Listener> {
  const server = createServer({ requestTimeout: context.frameTimeoutMs }, (request, response) => {
    void answer(protocol, request, context).then(({ status, body }) => {
      const closes = status === 413 ? { connection: "close" } : {};
      response.writeHead(status, { "content-type": "text/plain; charset=utf-8", ...closes }).end(body);
    });
  });
  server.keepAliveTimeout = 65_000;
  const port = await listenOn(server, address);
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

async function answer(
  protocol: HttpProtocol,
  request: IncomingMessage,
  context: ConnectionContext,
): Promise<HttpReply> {
  const { metrics, logger, registry, clock } = context;
  const refused = (reason: string) => metrics.refusedFrames.inc({ protocol: protocol.name, reason });

  const body = await readBody(request);
  if (!body.ok) {
    refused(body.reason);
    return body.reason === "oversized"
      ? { status: 413, body: `A request may carry ${bodyBytesMax} bytes at most.` }
      : { status: 400, body: "The request ended early." };
  }
  const outcome = protocol.decode(
    { method: request.method ?? "GET", url: request.url ?? "/", body: body.text },
    clock.now(),
  );
  if (outcome.kind === "refused") {
    refused(outcome.reason);
    return outcome.reply;
  }
  const device = registry.find(outcome.uniqueId);
  if (device === undefined) {
    metrics.refusedConnections.inc({ protocol: protocol.name, reason: "unknown_device" });
    return outcome.refuse;
  }
  try {
    await withinMs(appendTimeoutMs, context.appendFixes(protocol.name, device, outcome.fixes));
    return outcome.accept;
  } catch (error) {
    logger.warn({ err: error, protocol: protocol.name }, "fixes could not be appended");
    return { status: 503, body: "Not stored; send again." };
  }
}

type Body =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: "oversized" | "truncated" };

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += chunk.length;
      if (bytes > bodyBytesMax) return { ok: false, reason: "oversized" };
      chunks.push(chunk);
    }
  } catch {
    return { ok: false, reason: "truncated" };
  }
  return { ok: true, text: Buffer.concat(chunks).toString("utf8") };
}

async function withinMs<R>(limitMs: number, work: Promise<R>): Promise<R> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`the bus took longer than ${limitMs} ms`)), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
