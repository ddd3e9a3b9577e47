import { brandName } from "#lib/brand.ts";
import { formatRupiah, type Rupiah } from "#lib/rupiah.ts";
import { formatLongDate } from "#lib/time.ts";
import { feesName } from "#orders/adjustment-rules.ts";
import { refundReasons } from "#payments/refunds/rules.ts";
import { settlementOf } from "#payments/settlement/rules.ts";
import { incomeTaxName } from "#payments/tax/rules.ts";
import type { Paper } from "./rules.ts";
import { nameOf, parties } from "./order-papers.ts";
import {
  insuranceOf,
  isTaxed,
  nothingRefunded,
  settlementOrderOf,
  sumOf,
  vatOfOrder,
  type OrderRecord,
  type PaperRefund,
} from "./order-record.ts";

/** The correction of the invoice by one of the order's refunds, or by money of a refund that came again. */
export function correctionPaper(record: OrderRecord, refund: PaperRefund): Paper {
  const earlier = record.refunds.slice(0, record.refunds.indexOf(refund));
  const givenUp = (refunds: readonly PaperRefund[], lineId: string) =>
    sumOf(
      refunds.flatMap(({ parts }) => parts).filter((part) => part.lineId === lineId),
      (part) => part.givenUp,
    );
  const after = (refunds: readonly PaperRefund[]) =>
    settlementOrderOf(record, { ...nothingRefunded, line: ({ id }) => givenUp(refunds, id) });
  const [before, now] = [after(earlier), after([...earlier, refund])];
  const [oldVat, vat] = [vatOfOrder(before), vatOfOrder(now)];
  const tax = settlementOf(before).tax - settlementOf(now).tax;
  const promotions = sumOf(refund.parts, (part) => part.givenUp - part.amount);
  const isWhole = refund.reason === "order_cancelled";
  const returned = record.refunds.find(({ id }) => id === refund.returns);
  // Amounts of money that came again are negative; its paper says how much that is.
  const sign = refund.returns === null ? 1 : -1;
  const change = sign === 1 ? "berkurang" : "bertambah";
  return {
    kind: "correction",
    title: isWhole ? "Nota pembatalan" : "Nota koreksi",
    number: refund.number,
    about: `${isWhole ? "Membatalkan" : "Mengoreksi"} invoice ${record.invoice} tanggal ${formatLongDate(record.paidAt)}.`,
    parties: parties(record),
    facts: [
      { label: "Tanggal", value: formatLongDate(refund.at) },
      ...(sign === 1
        ? [{ label: "Alasan", value: refundReasons[refund.reason] }]
        : [{ label: "Alasan", value: "Uang yang ditarik bank pembeli kembali" }]),
      ...(returned ? [{ label: "Membatalkan nota", value: returned.number }] : []),
      ...(refund.sellerReason ? [{ label: "Keterangan penjual", value: refund.sellerReason }] : []),
    ],
    head:
      sign === 1
        ? { text: "Yang dikembalikan", quantity: "", price: "", amount: "Ke pembeli" }
        : { text: "Yang berlaku lagi", quantity: "", price: "", amount: "Dari pembeli" },
    rows: refund.parts.map((part) => ({
      text: partName(record, part),
      details: part.givenUp === part.amount ? [] : [priceChange(sign * part.givenUp, sign)],
      quantity: null,
      price: null,
      amount: sign * part.amount,
    })),
    sums: [
      {
        label: sign === 1 ? "Dikembalikan ke pembeli" : "Dibayar lagi oleh pembeli",
        amount: sign * refund.amount,
        look: "total",
      },
      ...(promotions === 0
        ? []
        : ([
            {
              label: sign === 1 ? `Kembali ke ${brandName()}` : `Ditanggung lagi oleh ${brandName()}`,
              amount: sign * promotions,
              look: "note",
            },
          ] as const)),
      ...(isTaxed(record)
        ? ([
            { label: `DPP ${change}`, amount: sign * (oldVat.base - vat.base), look: "note" },
            { label: `PPN ${change}`, amount: sign * (oldVat.vat - vat.vat), look: "note" },
          ] as const)
        : []),
      ...(tax === 0 ? [] : ([{ label: `${incomeTaxName} ${change}`, amount: sign * tax, look: "note" }] as const)),
    ],
    notes: [],
  };
}

function priceChange(givenUp: Rupiah, sign: 1 | -1): string {
  return sign === 1
    ? `Harga turun ${formatRupiah(givenUp)}; ${brandName()} menanggung sisanya dan menerimanya kembali`
    : `Harga naik lagi ${formatRupiah(givenUp)}; ${brandName()} menanggung sisanya lagi`;
}

function partName(record: OrderRecord, { part, lineId }: PaperRefund["parts"][number]): string {
  if (part === "shipping")
    return `Ongkos kirim${insuranceOf(record) > 0 ? " dan asuransi" : ""} (${record.courierName})`;
  if (part === "fees") return feesName(record.adjustments);
  const line = record.lines.find(({ id }) => id === lineId);
  return line ? nameOf(line) : "Barang";
}
