/**
 * Frames as every reader of LZ4 takes them (https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md and
 * lz4_Block_format.md), all of one form: independent blocks of at most 64 KiB, each behind its length, no checksums.
 */
const header = Buffer.from("04224d18604082", "hex");
const blockBytesMax = 64 * 1024;
const lengthBytes = 4;
/** Set in the length of a block that is kept as it is. */
const storedFlag = 0x8000_0000;

const matchBytesMin = 4;
/** The last match begins at least so far before the block's end, and ends so far before it. */
const matchStartMargin = 12;
const matchEndMargin = 5;
/** A length of this or more takes bytes beside its four bits of the token. */
const nibbleMax = 15;

/** Where in the block in hand four bytes of each hash stood last. */
const positions = new Uint16Array(4096);
const hashShift = 20;
const decodedBlock = Buffer.alloc(blockBytesMax);

/** One report alone gets smaller by a twentieth only. */
const worthwhileFromBytes = 1024;

export function isWorthCompressing(bytes: number): boolean {
  return bytes >= worthwhileFromBytes;
}

/** Puts bytes into a frame. */
export function compressLz4(bytes: Buffer): Buffer {
  const blocks = Math.ceil(bytes.length / blockBytesMax);
  const growthMax = blocks * (lengthBytes + Math.ceil(blockBytesMax / 255) + 16);
  const frame = Buffer.allocUnsafe(header.length + bytes.length + growthMax + lengthBytes);
  let end = header.copy(frame);
  for (let at = 0; at < bytes.length; at += blockBytesMax) {
    const block = bytes.subarray(at, at + blockBytesMax);
    const start = end + lengthBytes;
    end = new BlockWriter(frame, start).write(block);
    const isSmaller = end - start < block.length;
    if (!isSmaller) end = start + block.copy(frame, start);
    frame.writeUInt32LE(end - start + (isSmaller ? 0 : storedFlag), start - lengthBytes);
  }
  return frame.subarray(0, frame.writeUInt32LE(0, end));
}

/** The bytes of a frame of this one form; throws on any other, and on what is damaged. */
export function decompressLz4(frame: Buffer): Buffer {
  if (!frame.subarray(0, header.length).equals(header))
    throw new Error("not an LZ4 frame as this bus writes them");
  const blocks: Buffer[] = [];
  for (let at = header.length; ;) {
    const length = frame.readUInt32LE(at);
    if (length === 0) return Buffer.concat(blocks);
    const start = at + lengthBytes;
    at = start + (length % storedFlag);
    if (at > frame.length) throw new Error("an LZ4 frame is cut off");
    const block = frame.subarray(start, at);
    blocks.push(length < storedFlag ? readBlock(block) : block);
  }
}

/** Writes blocks into a buffer that has room for them at their largest. */
class BlockWriter {
  readonly #target: Buffer;
  #end: number;

  constructor(target: Buffer, start: number) {
    this.#target = target;
    this.#end = start;
  }

  /** Gives where the block ends. */
  write(source: Buffer): number {
    const words = new DataView(source.buffer, source.byteOffset, source.length);
    const matchStartMax = source.length - matchStartMargin;
    positions.fill(0);
    let literalsFrom = 0;
    // Begins behind the first byte, which is where a slot points that was never set.
    for (let at = 1; at <= matchStartMax;) {
      const word = words.getUint32(at, true);
      const slot = Math.imul(word, 0x9e37_79b1) >>> hashShift;
      let match = positions[slot] ?? 0;
      positions[slot] = at;
      if (words.getUint32(match, true) !== word) {
        // The longer nothing repeats itself, the wider the steps.
        at += 1 + ((at - literalsFrom) >> 6);
        continue;
      }
      while (at > literalsFrom && match > 0 && source[at - 1] === source[match - 1]) {
        at -= 1;
        match -= 1;
      }
      const end = matchEnd(words, at + matchBytesMin, at - match);
      this.#literals(source, literalsFrom, at, end - at - matchBytesMin);
      this.#match(at - match, end - at - matchBytesMin);
      at = end;
      literalsFrom = end;
    }
    this.#literals(source, literalsFrom, source.length, 0);
    return this.#end;
  }

  /** A sequence's token and its literals, which the match follows. */
  #literals(source: Buffer, from: number, to: number, matchLength: number): void {
    const length = to - from;
    this.#target[this.#end++] = (Math.min(length, nibbleMax) << 4) | Math.min(matchLength, nibbleMax);
    if (length >= nibbleMax) this.#rest(length - nibbleMax);
    for (let at = from; at < to; at += 1) this.#target[this.#end++] = source[at] ?? 0;
  }

  #match(distance: number, length: number): void {
    this.#target[this.#end++] = distance & 0xff;
    this.#target[this.#end++] = distance >>> 8;
    if (length >= nibbleMax) this.#rest(length - nibbleMax);
  }

  #rest(length: number): void {
    let rest = length;
    for (; rest >= 0xff; rest -= 0xff) this.#target[this.#end++] = 0xff;
    this.#target[this.#end++] = rest;
  }
}

/** How far the bytes from an offset on are those that stand so far before them. */
function matchEnd(bytes: DataView, from: number, distance: number): number {
  const endMax = bytes.byteLength - matchEndMargin;
  let end = from;
  while (end + 4 <= endMax && bytes.getUint32(end, true) === bytes.getUint32(end - distance, true)) end += 4;
  while (end < endMax && bytes.getUint8(end) === bytes.getUint8(end - distance)) end += 1;
  return end;
}

function readBlock(source: Buffer): Buffer {
  const target = decodedBlock;
  let at = 0;
  let end = 0;

  /** A length whose four bits in the token were all set goes on in bytes, as long as these are full. */
  function lengthFrom(nibble: number): number {
    let length = nibble;
    for (let more = nibble === nibbleMax ? 0xff : 0; more === 0xff; length += more) more = source[at++] ?? 0;
    return length;
  }

  while (at < source.length) {
    const token = source[at++] ?? 0;
    const literals = lengthFrom(token >>> 4);
    if (at + literals > source.length || end + literals > target.length)
      throw new Error("a damaged LZ4 block");
    for (const to = at + literals; at < to; at += 1) target[end++] = source[at] ?? 0;
    // The last sequence is one of literals alone.
    if (at === source.length) break;
    const distance = (source[at] ?? 0) | ((source[at + 1] ?? 0) << 8);
    at += 2;
    const to = end + matchBytesMin + lengthFrom(token & nibbleMax);
    if (distance === 0 || distance > end || to > target.length) throw new Error("a damaged LZ4 block");
    for (; end < to; end += 1) target[end] = target[end - distance] ?? 0;
  }
  return Buffer.from(target.subarray(0, end));
}
