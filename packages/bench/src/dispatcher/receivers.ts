/** HTTPS receivers on free ports, in a process of their own: what `dispatcher` sends to. Ends with its parent. */
import { once } from "node:events";
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

let requests = 0;
let latenciesMs: number[] = [];
const createdAt = /"created_at":"([^"]+)"/;

const server = () =>
  createServer({ key: made.private, cert: made.cert }, (request, response) => {
    requests += 1;
    let head = "";
    request.on("data", (chunk: Buffer) => {
      head ||= chunk.subarray(0, 200).toString("latin1");
    });
    request.on("end", () => {
      // A black hole takes everything and never answers.
      if (request.url === "/hole") return;
      const [, created] = createdAt.exec(head) ?? [];
      if (created !== undefined) latenciesMs.push(Date.now() - Date.parse(created));
      response.writeHead(204).end();
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

process.on("message", (message) => {
  const { receivers } = receiversOrderSchema.parse(message);
  if (receivers !== undefined) return void openReceivers(receivers);
  process.send?.({ requests, latenciesMs } satisfies ReceiversReport);
  requests = 0;
  latenciesMs = [];
});
process.on("disconnect", () => process.exit(0));
