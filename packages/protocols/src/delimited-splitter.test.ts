import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createDelimitedSplitter } from "./delimited-splitter.ts";
import type { Splitter } from "./protocol.ts";

const create = (): Splitter => createDelimitedSplitter({ delimiters: "\r\n;", frameBytesMax: 8 });

function framesOf(splitter: Splitter, ...chunks: readonly string[]): string[] {
  const frames: string[] = [];
  for (const chunk of chunks) {
    splitter.push(Buffer.from(chunk, "latin1"));
    for (let split = splitter.next(); split !== null; split = splitter.next()) {
      frames.push(split.kind === "frame" ? Buffer.from(split.bytes).toString("latin1") : split.reason);
      if (split.kind === "refused") return frames;
    }
  }
  return frames;
}

test("each delimiter ends a frame, and nothing between two of them is none", () => {
  expect(framesOf(create(), "one\r\ntwo\n\nthree;four\r")).toEqual(["one", "two", "three", "four"]);
});

test("a frame as long as the limit passes, one byte more is refused, ended or not", () => {
  expect(framesOf(create(), "12345678\n")).toEqual(["12345678"]);
  expect(framesOf(create(), "123456789")).toEqual(["oversized"]);
  expect(framesOf(create(), "123456789\n")).toEqual(["oversized"]);
});

test("of what is refused or left over a kilobyte is kept", () => {
  const long = Buffer.alloc(5000, "a");
  for (const frameBytesMax of [8, 10_000]) {
    const splitter = createDelimitedSplitter({ delimiters: "\n", frameBytesMax });
    splitter.push(long);
    const split = splitter.next();
    const kept = split === null ? splitter.rest() : split.bytes;
    expect([split?.kind, kept.length]).toEqual([frameBytesMax === 8 ? "refused" : undefined, 1024]);
  }
});

test("what has no end yet is the rest", () => {
  const splitter = create();
  expect(framesOf(splitter, "one\ntw")).toEqual(["one"]);
  expect(Buffer.from(splitter.rest()).toString("latin1")).toBe("tw");
});

test("the end of a datagram ends a frame, too", () => {
  const splitter = createDelimitedSplitter({ delimiters: "\r\n;", frameBytesMax: 8, transport: "udp" });
  expect(framesOf(splitter, "one\ntwo", "\n", "three;")).toEqual(["one", "two", "three"]);
});

test("bytes behind a frame belong to it, whatever they are and however the stream is cut", () => {
  const stream = "#a\r\n\n;xb\ncd\n";
  for (let cut = 0; cut < stream.length; cut++) {
    const splitter = createDelimitedSplitter({
      delimiters: "\r\n;",
      frameBytesMax: 8,
      bytesBehind: (frame) => (Buffer.from(frame).toString() === "#a" ? 3 : 0),
    });
    expect(framesOf(splitter, stream.slice(0, cut), stream.slice(cut))).toEqual(["#a\r\n\n;x", "b", "cd"]);
  }
});

test("the same frames come out however the stream is cut", () => {
  const pieces = fc.array(fc.constantFrom("a", "bc", "\r", "\n", ";", "\r\n"));
  fc.assert(
    fc.property(pieces, (chunks) => {
      expect(framesOf(create(), ...chunks)).toEqual(framesOf(create(), chunks.join("")));
    }),
  );
});

test("a frame that is no text has as many bytes as it states, whatever they are and however the stream is cut", () => {
  const counted = "\xff\x03\x00\r;x";
  const stream = `a\r\n${counted}b;\n${counted}\r\n${counted}`;
  const create = (): Splitter =>
    createDelimitedSplitter({ delimiters: "\r\n;", frameBytesMax: 8, countedStart: 0xff });
  for (let cut = 0; cut < stream.length; cut++) {
    expect(framesOf(create(), stream.slice(0, cut), stream.slice(cut))).toEqual([
      "a",
      counted,
      "b",
      counted,
      counted,
    ]);
  }
  expect(framesOf(create(), "\xff\x06\x00")).toEqual(["oversized"]);
});
