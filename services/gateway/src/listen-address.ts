import type { Server } from "node:net";

import type { Running } from "@fleet/runtime";

export interface ListenAddress {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

export interface Listener extends Running {
  readonly port: number;
}

/** Opens the port; rejects with what to do where it is taken. Gives the port in use. */
export async function listenOn(server: Server, { host, port }: ListenAddress): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE";
      reject(taken ? new Error(`Port ${port} is taken; choose another or stop what listens there.`) : error);
    });
    server.listen({ host, port, backlog: 1024 }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has no port");
  return address.port;
}
