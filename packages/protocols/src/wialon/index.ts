import { createDelimitedSplitter } from "../delimited-splitter.ts";
import type { Splitter, StreamProtocol } from "../protocol.ts";
import { createDecoder } from "./decoder.ts";
import { encoder } from "./encoder.ts";
import { defaultPort, models } from "./models.ts";

/** A black box of some five hundred extended records. */
const frameBytesMax = 65_536;
const lineEnd = Buffer.from("\n");

/** The end of a datagram is that of a line, too. */
function createSplitter(transport?: "tcp" | "udp"): Splitter {
  const lines = createDelimitedSplitter({ delimiters: "\r\n", frameBytesMax });
  if (transport !== "udp") return lines;
  return {
    ...lines,
    push: (datagram) => {
      lines.push(datagram);
      lines.push(lineEnd);
    },
  };
}

export const wialon: StreamProtocol = {
  kind: "stream",
  name: "wialon",
  transports: ["tcp", "udp"],
  defaultPort,
  models,
  createSplitter,
  createDecoder,
  encoder,
};
