import { ByteReader } from "../byte-reader.ts";
import { createFixDraft } from "../fix-draft.ts";
import type { FixDraft } from "../fix-draft.ts";
import { unpaddedText } from "../latin-text.ts";
import { readTime } from "./location.ts";
import type { DeviceState } from "./state.ts";

const inserted = 1;
const removed = 2;
const readDone = 0;
const certificateBytes = 20;

/**
 * 0x0702: a driver's card was inserted or taken out, at what time, and whose it is. Null for the form of 2011, which has
 * neither state nor time.
 */
export function readDriver(body: Uint8Array, state: DeviceState): FixDraft | null {
  const reader = new ByteReader(body);
  const status = reader.uint8();
  const timeMs = readTime(reader);
  if ((status !== inserted && status !== removed) || timeMs === null) return null;
  const fix = createFixDraft(timeMs - state.zoneMs);
  fix.attributes["card"] = status === inserted;
  if (status === inserted && reader.remaining > 0 && reader.uint8() === readDone) {
    const name = new TextDecoder("gbk").decode(reader.take(reader.uint8()));
    const certificate = unpaddedText(reader.take(certificateBytes));
    if (!reader.overrun && name !== "") fix.attributes["driver"] = name;
    if (certificate !== "") fix.attributes["driverUniqueId"] = certificate;
  }
  return fix;
}
