/**
 * Preloaded (`node --import`) into a service that a benchmark measures from outside: tells over the IPC channel how long
 * each request kept the event loop busy, from its arrival to the end of its answer, and what the process used.
 */
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";

/** What the process used since it was last asked. Shares are only exact while requests come one at a time. */
export interface ProcessUse {
  /** Per answered request: milliseconds from its arrival to its answer's end, and of these those not spent waiting. */
  readonly requests: readonly { readonly wholeMs: number; readonly busyMs: number }[];
  readonly cpuMs: number;
  /** Greatest resident set seen, sampled every 20 ms. */
  readonly rssBytesMax: number;
}

interface ServerMessage {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

let requests: { wholeMs: number; busyMs: number }[] = [];
let cpu = process.cpuUsage();
let rssBytesMax = 0;
const started = new WeakMap<IncomingMessage, { atMs: number; busyMs: number }>();

/** Milliseconds for which the event loop has been doing anything but waiting. */
const busyMs = () => performance.eventLoopUtilization().active;

subscribe("http.server.request.start", (message) => {
  const { request } = message as ServerMessage;
  started.set(request, { atMs: performance.now(), busyMs: busyMs() });
});
subscribe("http.server.response.finish", (message) => {
  const { request } = message as ServerMessage;
  const start = started.get(request);
  if (start === undefined) return;
  requests.push({ wholeMs: performance.now() - start.atMs, busyMs: busyMs() - start.busyMs });
});
setInterval(() => {
  rssBytesMax = Math.max(rssBytesMax, process.memoryUsage.rss());
}, 20).unref();

process.on("message", () => {
  const { user, system } = process.cpuUsage(cpu);
  const use: ProcessUse = {
    requests,
    cpuMs: (user + system) / 1000,
    rssBytesMax: Math.max(rssBytesMax, process.memoryUsage.rss()),
  };
  process.send?.(use);
  requests = [];
  cpu = process.cpuUsage();
  rssBytesMax = 0;
});
process.channel?.unref();
