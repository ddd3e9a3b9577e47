import type { ProductPage } from "../contract.ts";

/**
 * Remembers in this browser that a product was looked at; nothing is sent. Only a name and a picture are stored,
 * since a price would be old when it is shown. The list is read by recent-products.tsx, which has the same key: a
 * file for it alone would be one more request of each product page.
 */
export function saveRecentProduct({ slug, name, pictures: [picture] }: ProductPage): void {
  try {
    const known = JSON.parse(localStorage["recent_products"] || "[]") as { slug: string }[];
    const others = known.filter((one) => one.slug !== slug);
    localStorage["recent_products"] = JSON.stringify([{ slug, name, ...picture }, ...others].slice(0, 12));
  } catch {
    // A private window may forbid storage, and somebody may have changed what is stored.
  }
}
