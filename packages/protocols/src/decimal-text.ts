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
