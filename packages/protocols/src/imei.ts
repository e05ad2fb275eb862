/** The check digit of an IMEI, behind its other digits. */
export function luhnDigit(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const value = Number(digits[digits.length - 1 - index]) * (index % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return String((10 - (sum % 10)) % 10);
}

/** Whether fifteen digits end in the one that checks the others. */
export function isImei(digits: string): boolean {
  return /^\d{15}$/.test(digits) && luhnDigit(digits.slice(0, -1)) === digits.at(-1);
}
