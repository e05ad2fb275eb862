import type { DecodedFix } from "@fleet/domain";
import type { ByteReader } from "../byte-reader.ts";
import { avlCodecs, decodeAvlRecord } from "./avl-record.ts";
import type { AvlCodec } from "./avl-record.ts";
import { commandCodecId, decodeCommandAnswer } from "./command-answer.ts";
import type { DataReading } from "./command-answer.ts";

/** By the number of records taken, in four bytes. */
const acknowledgements = Array.from({ length: 256 }, (_, count) => Uint8Array.of(0, 0, 0, count));

/** The data of a frame or datagram, by the codec that its first byte names; null for a codec that is not read. */
export function decodeData(reader: ByteReader, nowMs: number): DataReading | null {
  const codecId = reader.uint8();
  if (codecId === commandCodecId) return decodeCommandAnswer(reader, nowMs);
  const codec = avlCodecs.get(codecId);
  return codec === undefined ? null : decodeRecords(reader, codec);
}

/** Records between two equal counts; over TCP acknowledged with that count in four bytes. */
function decodeRecords(reader: ByteReader, codec: AvlCodec): DataReading {
  const count = reader.uint8();
  const fixes: DecodedFix[] = [];
  for (let index = 0; index < count; index++) {
    const fix = decodeAvlRecord(reader, codec);
    if (fix === null) break;
    fixes.push(fix);
  }
  const isWhole =
    fixes.length === count && reader.uint8() === count && !reader.overrun && reader.remaining === 0;
  const acknowledgement = acknowledgements[count] ?? null;
  return { means: { kind: "fixes", uniqueId: null, fixes, acknowledgement }, isWhole };
}
