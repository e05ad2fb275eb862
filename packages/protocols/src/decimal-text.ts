const zero = 48;
const plus = 43;
const minus = 45;
const point = 46;

/**
 * A number in decimal notation, with or without a sign or a fraction, of at most `digitsMax` digits before the point
 * and as many behind it; null if the text is none. Text protocols ask for each of their fields, hence no pattern.
 */
export function parseDecimalText(text: string, digitsMax: number): number | null {
  const sign = text.charCodeAt(0);
  const start = sign === plus || sign === minus ? 1 : 0;
  const wholeEnd = digitsEnd(text, start);
  if (wholeEnd === start || wholeEnd - start > digitsMax) return null;
  if (wholeEnd === text.length) return Number(text);
  if (text.charCodeAt(wholeEnd) !== point) return null;
  const end = digitsEnd(text, wholeEnd + 1);
  return end === text.length && end - wholeEnd - 1 <= digitsMax ? Number(text) : null;
}

/** Where the digits end that begin at an offset; the offset where there are none. */
export function digitsEnd(text: string, start: number): number {
  let end = start;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

function isDigit(code: number): boolean {
  return code >= zero && code <= zero + 9;
}

/** Up to so many digits, and powers of ten as large, the quotient of the two is the number as it is written. */
const digitsMax = 15;

/** A decimal number, with or without a sign or leading zeros; null where the text is none. Reports have a dozen each, hence no pattern. */
export function parseNumber(text: string | undefined): number | null {
  if (text === undefined) return null;
  const first = text.charCodeAt(0);
  const isSigned = first === 43 || first === 45;
  let value = 0;
  let digits = 0;
  let scale = 0;
  for (let index = isSigned ? 1 : 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 46 && scale === 0) scale = 1;
    else if (code >= 48 && code <= 57 && digits < digitsMax) {
      value = value * 10 + code - 48;
      digits++;
      scale *= 10;
    } else return null;
  }
  if (digits === 0) return null;
  const unsigned = scale === 0 ? value : value / scale;
  return first === 45 && unsigned !== 0 ? -unsigned : unsigned;
}
