import { brandName } from "#lib/brand.ts";
import { formatRupiah, type Rupiah } from "#lib/rupiah.ts";

/** The names of what makes a buyer pay another sum than goods and shipping. */
const adjustmentLabels: Readonly<Record<string, string>> = {
  wholesale: "Harga grosir",
  discount: "Diskon",
  flash_sale: "Flash sale",
  bundle: "Harga paket",
  voucher: "Voucher",
  free_shipping: "Gratis ongkir",
  unique_code: "Kode unik transfer",
  insurance: "Asuransi pengiriman",
  service_fee: "Biaya layanan",
  cod_fee: "Biaya bayar di tempat",
};

/** The name of a kind of adjustment, without who bears it. */
export function adjustmentName(kind: string): string {
  return adjustmentLabels[kind] ?? "Penyesuaian";
}

/** `Voucher, ditanggung Toko Sari`: an adjustment and, if it lowers the price, who bears it. */
export function adjustmentLabel(
  { kind, bearer, amount }: { kind: string; bearer: string; amount: Rupiah },
  shopName: string,
): string {
  const name = adjustmentName(kind);
  if (amount >= 0) return name;
  return `${name}, ditanggung ${bearer === "shop" ? shopName : brandName()}`;
}

/** Whether an adjustment is a fee: it belongs to the marketplace, and a refund may give it back. */
export function isFee({ kind, amount }: { kind: string; amount: Rupiah }): boolean {
  return amount > 0 && kind !== "insurance";
}

/** The names of an order's fees: `Biaya layanan`, or several with "dan". */
export function feesName(adjustments: readonly { kind: string; amount: Rupiah }[]): string {
  const names = [...new Set(adjustments.filter(isFee).map(({ kind }) => adjustmentName(kind)))];
  return names.map((name, at) => (at === 0 ? name : name.toLowerCase())).join(" dan ");
}

/**
 * `termasuk biaya layanan Rp1.000`: how much of a refund gave fees of the order back. Empty when it gave none. The
 * adjustments are those of the order.
 */
export function refundedFeesText(refunded: Rupiah, adjustments: readonly { kind: string; amount: Rupiah }[]): string {
  return refunded > 0 ? `termasuk ${feesName(adjustments).toLowerCase()} ${formatRupiah(refunded)}` : "";
}

/**
 * What refunds took of a seller's price, as lines with negative amounts: what the buyer got of it, and what had been
 * the marketplace's promotions and returned to them. `fees` are what the buyer got of the order's fees beside it, which
 * no seller bears.
 */
export function givenUpLines(
  { toBuyer, promotions, fees }: { toBuyer: Rupiah; promotions: Rupiah; fees: Rupiah },
  adjustments: readonly { kind: string; amount: Rupiah }[],
): { label: string; amount: Rupiah }[] {
  const withoutFees = fees > 0 ? `, tanpa ${feesName(adjustments).toLowerCase()}` : "";
  return [
    { label: `Dikembalikan ke pembeli${withoutFees}`, amount: -toBuyer },
    { label: `Promosi yang kembali ke ${brandName()}`, amount: -promotions },
  ].filter(({ amount }) => amount < 0);
}
