/** Whether a bit of a mask of at most 32 is set, the lowest being 0. */
export function hasBit(mask: number, bit: number): boolean {
  return ((mask >>> bit) & 1) === 1;
}
