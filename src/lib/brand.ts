/**
 * The name of this marketplace.
 *
 * @rule What people read names the marketplace by this constant, and the sender of a mail has this name, not the
 * host's.
 */
export const marketName = "Kawung";
