/** The name of this marketplace. */
export const marketName = "Kawung";
