import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { freePort } from "./free-port.ts";
import { processUseSchema, type ProcessUse } from "./process-use.ts";

const standaloneMain = fileURLToPath(new URL("../../../services/standalone/src/main.ts", import.meta.url));
const preload = new URL("./measured-process.ts", import.meta.url).href;

/** The API as `fleet run api` runs it, in a process of its own. */
export interface ApiProcess {
  /** Asks for a path under the base path, reads the answer to its end and gives its length in bytes. */
  get(path: string, token: string): Promise<number>;
  /** What the process used since the last call. */
  use(): Promise<ProcessUse>;
  stop(): Promise<void>;
}

export async function startApiProcess(stores: {
  databaseUrl: string;
  clickhouseUrl: string;
}): Promise<ApiProcess> {
  const [port, opsPort] = await Promise.all([freePort(), freePort()]);
  const child = spawn(process.execPath, ["--import", preload, standaloneMain, "run", "api"], {
    // Logs are written as in production, where nobody here reads them.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: {
      ...process.env,
      DATABASE_URL: stores.databaseUrl,
      CLICKHOUSE_URL: stores.clickhouseUrl,
      API_HOST: "127.0.0.1",
      API_PORT: String(port),
      API_OPS_PORT: String(opsPort),
    },
  });
  const exited = once(child, "exit");
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  await ready(port, () => child.exitCode !== null);
  return {
    get: (path, token) => get(agent, { port, path: `/api/v1${path}`, token }),
    async use() {
      const answer = once(child, "message");
      child.send("use");
      return processUseSchema.parse((await answer)[0]);
    },
    async stop() {
      agent.destroy();
      child.kill("SIGTERM");
      await exited;
    },
  };
}

function get(agent: Agent, asked: { port: number; path: string; token: string }): Promise<number> {
  const { port, path, token } = asked;
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const sent = request({ host: "127.0.0.1", port, path, agent, headers }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => (bytes += chunk.length));
      response.on("error", reject);
      response.on("end", () =>
        response.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(`${path} answered ${response.statusCode}`)),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
}

async function ready(port: number, isOver: () => boolean): Promise<void> {
  for (;;) {
    const answered = await fetch(`http://127.0.0.1:${port}/api/v1/devices/catalog`).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    if (isOver()) throw new Error("the API ended before it was ready");
    await delay(50);
  }
}
