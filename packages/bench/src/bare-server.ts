import { createServer } from "node:net";

/**
 * The reference: a TCP server for Teltonika frames that splits, checksums and acknowledges, and does nothing else.
 * It runs as a process of its own, so that it has the core that the system under test would have.
 */
const lengthAt = 4;
const headerBytes = 8;
const checksumBytes = 4;
const recordCountAt = 9;
const loginAccepted = Buffer.from([1]);

const crcTable = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  return crc;
});

function crc16(bytes: Buffer, from: number, to: number): number {
  let crc = 0;
  for (let at = from; at < to; at += 1) crc = (crc >>> 8) ^ (crcTable[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  return crc;
}

const server = createServer({ noDelay: true }, (socket) => {
  let loggedIn = false;
  let rest: Buffer = Buffer.alloc(0);
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (!loggedIn) {
      if (rest.length < 2 || rest.length < 2 + rest.readUInt16BE(0)) return;
      rest = rest.subarray(2 + rest.readUInt16BE(0));
      loggedIn = true;
      socket.write(loginAccepted);
    }
    while (rest.length >= headerBytes) {
      const dataEnd = headerBytes + rest.readUInt32BE(lengthAt);
      if (rest.length < dataEnd + checksumBytes) return;
      if (crc16(rest, headerBytes, dataEnd) !== rest.readUInt32BE(dataEnd)) {
        socket.destroy();
        return;
      }
      const acknowledgement = Buffer.alloc(4);
      acknowledgement.writeUInt32BE(rest.readUInt8(recordCountAt));
      socket.write(acknowledgement);
      rest = rest.subarray(dataEnd + checksumBytes);
    }
  });
});

server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${JSON.stringify(server.address())}\n`);
});
process.stdin.resume().on("end", () => process.exit(0));
