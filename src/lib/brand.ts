/** What this marketplace is called. */
export const marketName = "Kawung";
