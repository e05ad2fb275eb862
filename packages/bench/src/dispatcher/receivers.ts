/** HTTPS receivers on free ports, in a process of their own: what `dispatcher` sends to. Ends with its parent. */
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createServer } from "node:https";

import { generate } from "selfsigned";

import { type ReceiversReady, type ReceiversReport, receiversOrderSchema } from "./receivers-messages.ts";

const made = await generate([{ name: "commonName", value: "localhost" }], {
  keyType: "ec",
  curve: "P-256",
  extensions: [
    { name: "basicConstraints", cA: true },
    { name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] },
  ],
});

let isHoleOpen = false;
const held = new Set<ServerResponse>();
let latenciesMs: number[] = [];
/** As the usual proxies have it. With Node's own 5 s, rounds that take turns would measure handshakes. */
const keepAliveTimeout = 75_000;
const createdAt = /"created_at":"([^"]+)"/;

const server = () =>
  createServer({ key: made.private, cert: made.cert, keepAliveTimeout }, (request, response) => {
    let head = "";
    request.on("data", (chunk: Buffer) => {
      head ||= chunk.subarray(0, 200).toString("latin1");
    });
    request.on("end", () => {
      const [, created] = createdAt.exec(head) ?? [];
      const isAtHole = request.url === "/hole";
      if (created !== undefined && !isAtHole) latenciesMs.push(Date.now() - Date.parse(created));
      if (isAtHole && isHoleOpen) held.add(response);
      else response.writeHead(204).end();
    });
  });

async function listenOnFreePort(): Promise<number> {
  const listening = server().listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  if (typeof address !== "object" || address === null) throw new Error("the receiver has no port");
  return address.port;
}

async function openReceivers(receivers: number): Promise<void> {
  const ports = await Promise.all(Array.from({ length: receivers }, listenOnFreePort));
  process.send?.({ ports, ca: made.cert } satisfies ReceiversReady);
}

function setHole(open: boolean): void {
  isHoleOpen = open;
  if (open) return;
  for (const response of held) response.writeHead(204).end();
  held.clear();
}

process.on("message", (message) => {
  const wanted = receiversOrderSchema.parse(message);
  if (wanted.order === "open") return void openReceivers(wanted.receivers);
  if (wanted.order === "hole") return setHole(wanted.open);
  process.send?.({ latenciesMs } satisfies ReceiversReport);
  latenciesMs = [];
});
process.on("disconnect", () => process.exit(0));
