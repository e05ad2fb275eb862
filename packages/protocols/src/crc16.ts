const ibmTable = Uint16Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  return crc;
});

/** CRC-16/IBM (also called ARC): polynomial 0x8005 reflected, initial value 0, over bytes [start, end). */
export function crc16Ibm(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = 0;
  for (let index = start; index < end; index++) {
    crc = (crc >>> 8) ^ (ibmTable[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0);
  }
  return crc;
}

const x25Table = Uint16Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x8408 : crc >>> 1;
  return crc;
});

/** CRC-16/X-25 (CRC-ITU in trackers' manuals): polynomial 0x1021 reflected, initial and final value 0xFFFF, over bytes [start, end). */
export function crc16X25(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = 0xffff;
  for (let index = start; index < end; index++) {
    crc = (crc >>> 8) ^ (x25Table[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0);
  }
  return crc ^ 0xffff;
}

/** CRC-16/Kermit: polynomial 0x1021 reflected, initial value 0, over bytes [start, end). */
export function crc16Kermit(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = 0;
  for (let index = start; index < end; index++) {
    crc = (crc >>> 8) ^ (x25Table[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0);
  }
  return crc;
}

/** CRC-16/Modbus: polynomial 0x8005 reflected, initial value 0xFFFF, over bytes [start, end). */
export function crc16Modbus(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = 0xffff;
  for (let index = start; index < end; index++) {
    crc = (crc >>> 8) ^ (ibmTable[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0);
  }
  return crc;
}
