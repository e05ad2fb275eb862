/** What a bare server does with a protocol's bytes: cut a frame off, check it, and write what acknowledges it. */
export interface BareFraming {
  /** Bytes of the frame at the front; 0 until it is whole. */
  frameBytes(bytes: Buffer, isFirst: boolean): number;
  /** Null if its checksum is wrong. */
  answer(frame: Buffer, isFirst: boolean): Buffer | null;
}

function crcTable(polynomial: number): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
    return crc;
  });
}

function crc16(table: Uint16Array, first: number, bytes: Buffer, from: number, to: number): number {
  let crc = first;
  for (let at = from; at < to; at += 1) crc = (crc >>> 8) ^ (table[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  return crc;
}

const ibmTable = crcTable(0xa001);
const x25Table = crcTable(0x8408);
const teltonikaLoginAccepted = Buffer.from([1]);

/** A login with its length in front; then a length at 4, data from 8, the number of records at 9, CRC-16/IBM. */
const teltonika: BareFraming = {
  frameBytes(bytes, isFirst) {
    if (isFirst) return bytes.length < 2 ? 0 : whole(bytes, 2 + bytes.readUInt16BE(0));
    return bytes.length < 8 ? 0 : whole(bytes, 12 + bytes.readUInt32BE(4));
  },
  answer(frame, isFirst) {
    if (isFirst) return teltonikaLoginAccepted;
    const end = frame.length - 4;
    if (crc16(ibmTable, 0, frame, 8, end) !== frame.readUInt32BE(end)) return null;
    const acknowledgement = Buffer.alloc(4);
    acknowledgement.writeUInt32BE(frame.readUInt8(9));
    return acknowledgement;
  },
};

/** `7878`, length, type, content, serial, CRC-16/X-25, `0D0A`; answered with its type and serial. */
const gt06: BareFraming = {
  frameBytes: (bytes) => (bytes.length < 3 ? 0 : whole(bytes, bytes.readUInt8(2) + 5)),
  answer(frame) {
    const end = frame.length - 4;
    if ((crc16(x25Table, 0xffff, frame, 2, end) ^ 0xffff) !== frame.readUInt16BE(end)) return null;
    const answer = Buffer.alloc(10);
    answer.writeUInt16BE(0x7878);
    answer.writeUInt8(5, 2);
    answer.writeUInt8(frame.readUInt8(3), 3);
    frame.copy(answer, 4, end - 2, end);
    answer.writeUInt16BE(crc16(x25Table, 0xffff, answer, 2, 6) ^ 0xffff, 6);
    answer.writeUInt16BE(0x0d0a, 8);
    return answer;
  },
};

/** `*maker,identifier,type,…#`, without a checksum; answered with `V4`, the type and the time. */
const h02: BareFraming = {
  frameBytes: (bytes) => bytes.indexOf("#") + 1,
  answer(frame) {
    const typeAt = frame.indexOf(",", frame.indexOf(",") + 1) + 1;
    const head = frame.toString("latin1", 0, typeAt);
    const type = frame.toString("latin1", typeAt, frame.indexOf(",", typeAt));
    return Buffer.from(`${head}V4,${type},20260301120000#`);
  },
};

function whole(bytes: Buffer, length: number): number {
  return bytes.length < length ? 0 : length;
}

export const bareFramings: ReadonlyMap<string, BareFraming> = new Map([
  ["teltonika", teltonika],
  ["gt06", gt06],
  ["h02", h02],
]);
