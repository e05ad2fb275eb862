/** Kilometres an hour in a knot: a nautical mile has 1,852 m. */
export const kmhPerKnot = 1.852;
