const zero = 48;
const plus = 43;
const minus = 45;
const point = 46;

/** Up to so many digits, and powers of ten as large, the quotient of the two is the number as it is written. */
const exactDigitsMax = 15;

/**
 * A number in decimal notation, with or without a sign or a fraction, of at most `digitsMax` digits before the point
 * and as many behind it; null if the text is none. Text protocols ask for each of their fields, hence no pattern.
 */
export function parseDecimalText(text: string, digitsMax: number): number | null {
  const sign = text.charCodeAt(0);
  const start = sign === plus || sign === minus ? 1 : 0;
  let value = 0;
  let scale = 1;
  let wholeEnd = text.length;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      value = value * 10 + code - zero;
      if (at > wholeEnd) scale *= 10;
    } else if (code === point && wholeEnd === text.length) wholeEnd = at;
    else return null;
  }
  if (wholeEnd === start || wholeEnd - start > digitsMax || text.length - wholeEnd - 1 > digitsMax)
    return null;
  if (text.length > exactDigitsMax) return Number(text);
  return sign === minus ? -value / scale : value / scale;
}

/** A finite number in any notation that `Number` reads, of at most `charsMax` characters; null if the text is none. */
export function parseAnyNumber(text: string | undefined, charsMax: number): number | null {
  if (text === undefined || text === "" || text.length > charsMax) return null;
  const decimal = parseDecimalText(text, charsMax);
  if (decimal !== null) return decimal;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
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

/** A decimal number, with or without a sign or leading zeros; null where the text is none. Reports have a dozen each, hence no pattern. */
export function parseNumber(text: string | undefined): number | null {
  if (text === undefined) return null;
  const first = text.charCodeAt(0);
  const isSigned = first === plus || first === minus;
  let value = 0;
  let digits = 0;
  let scale = 0;
  for (let index = isSigned ? 1 : 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === point && scale === 0) scale = 1;
    else if (isDigit(code) && digits < exactDigitsMax) {
      value = value * 10 + code - zero;
      digits++;
      scale *= 10;
    } else return null;
  }
  if (digits === 0) return null;
  const unsigned = scale === 0 ? value : value / scale;
  return first === minus && unsigned !== 0 ? -unsigned : unsigned;
}
