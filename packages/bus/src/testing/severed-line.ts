import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A line to a store that can be cut and mended. */
export interface SeveredLine {
  /** The store's URL by way of the line. */
  readonly url: string;
  cut(): void;
  mend(): void;
  stop(): Promise<void>;
}

/** Passes connections on to the store at a URL; while cut, closes what there is and refuses what comes. */
export async function lineTo(storeUrl: string): Promise<SeveredLine> {
  const target = new URL(storeUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) {
      socket.destroy();
      return;
    }
    const onward = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the line has no port");
  const url = new URL(storeUrl);
  url.host = `127.0.0.1:${address.port}`;
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    mend() {
      isCut = false;
    },
    async stop() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
