import { createDelimitedSplitter } from "../delimited-splitter.ts";
import type { StreamProtocol } from "../protocol.ts";
import { createDecoder } from "./decoder.ts";
import { encoder } from "./encoder.ts";
import { defaultPort, models } from "./models.ts";
import { readPicturePart } from "./picture.ts";

/** A black box of some five hundred extended records. */
const frameBytesMax = 65_536;

export const wialon: StreamProtocol = {
  kind: "stream",
  name: "wialon",
  transports: ["tcp", "udp"],
  defaultPort,
  models,
  createSplitter: (transport) =>
    createDelimitedSplitter({
      delimiters: "\r\n",
      frameBytesMax,
      transport,
      bytesBehind: (line) => readPicturePart(line)?.bytes ?? 0,
    }),
  createDecoder,
  encoder,
};
