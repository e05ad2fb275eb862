/** From which size on a batch is compressed: one report alone gets smaller by a twentieth only. */
export const compressFromBytes = 1024;
