import { formatRupiah } from "#lib/rupiah.ts";
import { refundedFeesText } from "#orders/adjustment-rules.ts";
import type { ComplaintView } from "../case-view/contract.ts";
import { returnWorkingDays } from "../rules.ts";

/** What was paid for the pieces of a line that the case is about, in whole rupiah. */
export function priceOf({
  refundable,
  complained,
  quantity,
}: Pick<ComplaintView["lines"][number], "refundable" | "complained" | "quantity">): number {
  return Math.floor((refundable * Math.min(complained, quantity)) / quantity);
}

/** What buyer and seller receive, for the reader: two parts of a sentence. The service fee that returns is named. */
export function receivedTexts(side: ComplaintView["side"], division: ComplaintView["money"]["division"]) {
  const { buyer, fees_back: fees, seller } = division;
  const feesText = refundedFeesText(fees, [{ kind: "service_fee", amount: fees }]);
  const withFees = feesText && `, ${feesText}`;
  return {
    buyer: `${side === "buyer" ? "Anda" : "Pembeli"} menerima ${formatRupiah(buyer)}${withFees}`,
    seller: `${side === "seller" ? "Anda" : "penjual"} menerima ${formatRupiah(seller)}`,
  };
}

/** The sum of amounts in whole rupiah; null while one is above what can be returned at most. */
export function sumWithin(amounts: readonly { amount: number; max: number }[]): number | null {
  return amounts.some(({ amount, max }) => amount > max) ? null : amounts.reduce((sum, { amount }) => sum + amount, 0);
}

/** What goes back and what comes for it, for the reader. Amounts in whole rupiah. */
export function returnText(side: ComplaintView["side"], price: number, sum: number): string {
  const buyer = side === "buyer" ? "Anda" : "Pembeli";
  return `${buyer} mengirim balik barang seharga ${formatRupiah(price)} dan menerima ${formatRupiah(sum)}.`;
}

/**
 * Until when goods go back after a return is agreed, and who gets the money otherwise. While the shop has no address,
 * its seller has to give one first.
 */
export function returnTermsText(side: ComplaintView["side"], hasAddress: boolean): string {
  const [buyer, seller] = [side === "buyer" ? "Anda" : "pembeli", side === "seller" ? "Anda" : "penjual"];
  if (hasAddress)
    return `${side === "buyer" ? "Anda" : "Pembeli"} mengirim balik dalam ${returnWorkingDays} hari kerja. Tanpa nomor resi sampai saat itu, dana diteruskan ke ${seller}.`;
  const shop = side === "seller" ? "Toko Anda" : "Toko";
  return `${shop} belum punya alamat untuk barang yang dikirim balik. Sesudah ini diterima, ${seller} harus mengisinya dalam ${returnWorkingDays} hari kerja; bila tidak, uang kembali kepada ${buyer}. Sesudah diisi, ${buyer} mengirim balik barangnya.`;
}

/** A sentence about the sides as the reader reads it: "Anda" for the reader's own side. */
export function forReader(text: string, side: ComplaintView["side"]): string {
  if (side === "mediator") return text;
  const own = side === "buyer" ? /^Pembeli\b/ : /^Penjual\b/;
  return text.replace(own, "Anda").replace(side === "buyer" ? / pembeli$/ : / penjual$/, " Anda");
}

/**
 * Who gets what under a decision with these amounts, before it is stored. `byVoucher` is what the seller gives up of
 * goods that vouchers paid. Amounts in whole rupiah.
 */
export function decisionText(kind: string, sum: number, held: number, byVoucher = 0): string {
  if (kind === "none")
    return `Pembeli tidak menerima uang. Penjual menerima ${formatRupiah(held)} sebelum komisi dan biaya.`;
  if (kind === "replacement" || kind === "send_rest")
    return "Penjual mengirim barang. Uang kembali kepada pembeli hanya bila barangnya tidak dikirim.";
  const when = kind === "return_refund" ? " setelah barangnya dikirim balik" : "";
  const rest = formatRupiah(Math.max(0, held - sum - byVoucher));
  return `Pembeli menerima ${formatRupiah(sum)}${when}. Penjual menerima paling banyak ${rest} sebelum komisi dan biaya.`;
}
