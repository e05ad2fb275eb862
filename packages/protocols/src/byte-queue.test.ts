import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ByteQueue, markBytes } from "./byte-queue.ts";

const isSeven = markBytes("\u0007");

test("gives back what was pushed, in order, however it is pushed and taken", () => {
  const step = fc.oneof(
    fc.uint8Array({ maxLength: 300, size: "max" }),
    fc.nat(300),
    fc.constant("keep" as const),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = new ByteQueue();
      let model: number[] = [];
      for (const each of steps) {
        if (typeof each === "number") {
          expect([...queue.take(each)]).toEqual(model.slice(0, each));
          model = model.slice(each);
        } else if (each === "keep") {
          expect(queue.keep()).toBe(model.length);
        } else {
          queue.push(each);
          model.push(...each);
        }
        expect(queue.length).toBe(model.length);
        const first = model.indexOf(7, 1);
        const end = Math.min(model.length, 200);
        expect(queue.findByte(isSeven, 1, 200)).toBe(first < 0 || first > end ? Math.max(1, end) : first);
        expect([...queue.peek(queue.length)]).toEqual(model);
      }
    }),
  );
});

test("never writes into a chunk that was pushed", () => {
  const chunk = Uint8Array.of(1, 2, 3);
  const queue = new ByteQueue();
  queue.push(chunk.subarray(0, 2));
  queue.push(Uint8Array.of(9));
  expect([...chunk]).toEqual([1, 2, 3]);
  const long = new Uint8Array(1000);
  const mostlyTaken = new ByteQueue();
  mostlyTaken.push(long);
  mostlyTaken.take(999);
  mostlyTaken.push(Uint8Array.of(9));
  expect(long).toEqual(new Uint8Array(1000));
});

test("what is left of a chunk, or of a frame that was longer, does not keep it in memory", () => {
  for (const chunkBytes of [65_536, 1000]) {
    const queue = new ByteQueue();
    for (let pushed = 0; pushed < 65_536; pushed += chunkBytes) queue.push(new Uint8Array(chunkBytes));
    queue.take(queue.length - 200);
    expect(queue.keep()).toBe(200);
    expect(queue.peek(200).buffer.byteLength).toBeLessThanOrEqual(400);
  }
});
