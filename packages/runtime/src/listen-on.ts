import type { Server } from "node:net";

/** A port that another program has; the message says what to do. */
export class PortTakenError extends Error {
  override readonly name = "PortTakenError";
}

export interface ListenAddress {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/** Opens the port and gives the one in use; rejects with PortTakenError where it is taken. */
export async function listenOn(server: Server, { host, port }: ListenAddress): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE";
      reject(
        taken
          ? new PortTakenError(
              `Port ${port} on ${host} is taken. Stop the program that listens there, or choose another port (\`fleet up --free-ports\` takes free ones).`,
            )
          : error,
      );
    });
    server.listen({ host, port, backlog: 1024 }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has no port");
  return address.port;
}
