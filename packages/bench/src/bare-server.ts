import { createServer } from "node:net";

import { bareFramings } from "./bare-framing.ts";

/**
 * The reference: a TCP server for the frames of the protocol that its argument names, which splits, checksums and
 * acknowledges, and does nothing else. It runs as a process of its own, so that it has the core that the system under
 * test would have.
 */
const framing = bareFramings.get(process.argv[2] ?? "teltonika");
if (framing === undefined) throw new Error(`there is no bare server for ${process.argv[2]}`);

const server = createServer({ noDelay: true }, (socket) => {
  let isFirst = true;
  let rest: Buffer = Buffer.alloc(0);
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (
      let bytes = framing.frameBytes(rest, isFirst);
      bytes > 0;
      bytes = framing.frameBytes(rest, isFirst)
    ) {
      const answer = framing.answer(rest.subarray(0, bytes), isFirst);
      if (answer === null) {
        socket.destroy();
        return;
      }
      isFirst = false;
      socket.write(answer);
      rest = rest.subarray(bytes);
    }
  });
});

server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${JSON.stringify(server.address())}\n`);
});
process.on("disconnect", () => process.exit(0));
