/** The least code that a country has in mobile networks. */
export const mobileCountryMin = 200;
const mobileCountryMax = 799;

/** Whether a number is a country's code in mobile networks: readers tell by it whether a cell stands somewhere. */
export function isMobileCountry(code: number): boolean {
  return code >= mobileCountryMin && code <= mobileCountryMax;
}
