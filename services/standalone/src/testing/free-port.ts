import { createServer, type AddressInfo } from "node:net";

/** A port of 127.0.0.1 that nothing uses at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address: AddressInfo | string | null = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  if (address === null || typeof address === "string") throw new Error("there is no free port");
  return address.port;
}
