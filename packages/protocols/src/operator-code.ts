import type { FixDraft } from "./fix-draft.ts";

const firstCountry = 200;
const lastCountry = 999;
/** Codes from here on have three digits of network, those below have two. */
const longCodes = 100_000;

/** Country and network of the cell `lac1`, `cellId1`, where the code of its operator stands beside it. */
export function applyOperatorCode({ attributes }: FixDraft): void {
  const { operator, lac1, cellId1 } = attributes;
  if (typeof operator !== "number" || lac1 === undefined || cellId1 === undefined) return;
  const networks = operator < longCodes ? 100 : 1000;
  const country = Math.floor(operator / networks);
  if (country < firstCountry || country > lastCountry) return;
  attributes["mcc1"] = country;
  attributes["mnc1"] = operator % networks;
}
