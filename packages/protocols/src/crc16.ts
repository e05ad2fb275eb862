const ibmTable = tableOf(0xa001);
const ituTable = tableOf(0x8408);

/** By a polynomial in its reflected form. */
function tableOf(polynomial: number): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, index) => {
    let crc = index;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
    return crc;
  });
}

/** CRC-16/IBM (also called ARC): polynomial 0x8005 reflected, initial value 0, over bytes [start, end). */
export function crc16Ibm(bytes: Uint8Array, start = 0, end = bytes.length): number {
  return crcOf(ibmTable, 0, bytes, start, end);
}

/** CRC-16/X-25 (CRC-ITU in trackers' manuals): polynomial 0x1021 reflected, initial and final value 0xFFFF, over bytes [start, end). */
export function crc16X25(bytes: Uint8Array, start: number, end: number): number {
  return crcOf(ituTable, 0xffff, bytes, start, end) ^ 0xffff;
}

/**
 * CRC-16/Kermit: polynomial 0x1021 reflected, initial value 0, over bytes [start, end). `before` is that of the bytes
 * before `start`, where these only go on.
 */
export function crc16Kermit(bytes: Uint8Array, start = 0, end = bytes.length, before = 0): number {
  return crcOf(ituTable, before, bytes, start, end);
}

/** CRC-16/Modbus: polynomial 0x8005 reflected, initial value 0xFFFF, over bytes [start, end). */
export function crc16Modbus(bytes: Uint8Array, start: number, end: number): number {
  return crcOf(ibmTable, 0xffff, bytes, start, end);
}

function crcOf(table: Uint16Array, initial: number, bytes: Uint8Array, start: number, end: number): number {
  let crc = initial;
  for (let index = start; index < end; index++)
    crc = (crc >>> 8) ^ (table[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0);
  return crc;
}
