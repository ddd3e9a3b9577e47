import { formatCount, formatRupiah, type Rupiah } from "#lib/rupiah.ts";
import type { Quote } from "../../checkout/contract.ts";

/** What the buyer saw when pressing the button; a form field carries it. */
export type SeenQuote = {
  lines: { id: string; name: string; price: Rupiah; quantity: number }[];
  shipping: { shop: string; name: string; cost: Rupiah }[];
  vouchers: { id: string; code: string; saves: Rupiah }[];
  total: Rupiah;
};

/** The part of a quote that a buyer sees as numbers. */
export function seenQuoteOf(quote: Quote): SeenQuote {
  return {
    lines: quote.shops.flatMap((shop) =>
      shop.lines.map(({ id, name, price, quantity }) => ({ id, name, price, quantity })),
    ),
    shipping: quote.shops.map((shop) => ({ shop: shop.id, name: shop.name, cost: shop.shipping_cost })),
    vouchers: quote.vouchers
      .filter((voucher) => voucher.is_chosen)
      .map(({ id, voucher_code, saves }) => ({ id, code: voucher_code, saves })),
    total: quote.total,
  };
}

/**
 * Reads {@link SeenQuote} from a form field; null when malformed. A forged value changes only the words of a notice.
 */
export function parseSeenQuote(text: string): SeenQuote | null {
  try {
    const value = JSON.parse(text) as SeenQuote | null;
    const { lines, shipping, vouchers, total } = value ?? {};
    return [lines, shipping, vouchers].every(Array.isArray) && typeof total === "number" ? value : null;
  } catch {
    return null;
  }
}

/** Sentences about the differences between what the buyer saw and the new quote, the total last. */
export function changesSince(seen: SeenQuote, quote: Quote): string[] {
  const changes: string[] = [];
  const now = seenQuoteOf(quote);
  const reasons = new Map(quote.problems.map((problem) => [problem.line_id ?? problem.shop_id, problem.text]));
  for (const line of seen.lines) {
    const today = now.lines.find(({ id }) => id === line.id);
    if (!today) changes.push(`${line.name}: ${reasons.get(line.id)?.replace(/\.$/, "") ?? "tidak lagi termasuk"}`);
    else if (today.price !== line.price)
      changes.push(`${line.name}: harga ${formatRupiah(line.price)} menjadi ${formatRupiah(today.price)}`);
    if (today && today.quantity !== line.quantity)
      changes.push(`${line.name}: jumlah ${formatCount(line.quantity)} menjadi ${formatCount(today.quantity)}`);
  }
  for (const line of now.lines)
    if (!seen.lines.some(({ id }) => id === line.id)) changes.push(`${line.name}: ditambahkan`);
  for (const parcel of now.shipping) {
    const before = seen.shipping.find(({ shop }) => shop === parcel.shop);
    if (before && before.cost !== parcel.cost)
      changes.push(`Ongkos kirim ${parcel.name}: ${formatRupiah(before.cost)} menjadi ${formatRupiah(parcel.cost)}`);
  }
  const offers = new Map(quote.vouchers.map((voucher) => [voucher.id, voucher]));
  for (const voucher of seen.vouchers) {
    const today = now.vouchers.find(({ id }) => id === voucher.id);
    if (!today)
      changes.push(
        `Voucher ${voucher.code}: ${offers.get(voucher.id)?.problem?.text.replace(/\.$/, "") ?? "tidak bisa dipakai lagi"}`,
      );
    else if (today.saves !== voucher.saves)
      changes.push(`Voucher ${voucher.code}: ${formatRupiah(voucher.saves)} menjadi ${formatRupiah(today.saves)}`);
  }
  for (const voucher of now.vouchers)
    if (!seen.vouchers.some(({ id }) => id === voucher.id)) changes.push(`Voucher ${voucher.code}: dipakai`);
  if (seen.total !== quote.total)
    changes.push(`Total: ${formatRupiah(seen.total)} menjadi ${formatRupiah(quote.total)}`);
  return changes;
}
