/**
 * The name of this marketplace.
 *
 * @rule What people read names the marketplace by this constant, and the sender of a mail has this name, not the
 * host's.
 */
export const marketName = "Kawung";

/** The company that runs the marketplace, as legal papers and information pages name it. */
export const company = {
  name: "PT Kawung Niaga Nusantara",
  address: "Jalan Pasar Seni 24, Bandung 40111, Jawa Barat",
  phone: { shown: "(022) 5550 1945", href: "tel:+622255501945" },
  email: "halo@kawung.example",
} as const;
