import type { ComplaintView } from "./case-view/contract.ts";

/**
 * Where the goods of a case go back to, while the buyer has to send them, and afterwards where they went, as the pages
 * and the file of the case say it. `lines` are null without an address; then `missing` says so. Null for a case whose
 * goods do not go back, and after its end.
 */
export function returnAddressText({
  state,
  return_to: to,
  has_label: hasLabel,
}: Pick<ComplaintView, "state" | "return_to" | "has_label">): {
  title: string;
  lines: [name: string, ...place: string[]] | null;
  missing: string;
} | null {
  const isAwaited = state === "awaiting_return";
  if (!isAwaited && !to && !(state === "return_shipped" && hasLabel)) return null;
  return {
    title: isAwaited ? "Alamat pengembalian" : "Barang dikirim balik ke",
    lines: to && [to.name, to.street, `${to.city} ${to.postcode}`.trim()],
    missing: isAwaited ? "Alamat toko belum tercatat." : "Alamatnya tidak tercatat saat barang dikirim balik.",
  };
}
