/** Builds the papers of an order from its record. Pure functions: amounts in, papers out. */
import { brandName } from "#lib/brand.ts";
import { companyDetails } from "#lib/company.ts";
import { formatRupiah, type Rupiah } from "#lib/rupiah.ts";
import { formatLongDate } from "#lib/time.ts";
import { orderStatuses, type OrderStatus } from "#orders/rules.ts";
import { refundReasons, type RefundReason } from "#payments/refunds/rules.ts";
import { sellerPrice, settlementOf, type SettlementOrder } from "#payments/settlement/rules.ts";
import type { FeeTerms } from "#payments/rules.ts";
import {
  formatVatRate,
  incomeTaxExemptions,
  incomeTaxName,
  vatOf,
  type IncomeTaxExemption,
} from "#payments/tax/rules.ts";
import { adjustmentLabel, inWords, stampDuty, type Paper, type PaperRow, type PaperSum } from "./rules.ts";

export type PaperLine = {
  id: string;
  name: string;
  variantName: string;
  price: Rupiah;
  quantity: number;
  vatPerMille: number;
  taxPerMille: number;
  /** Why no PPh 22 is withheld, although it would be from other goods of the shop. */
  taxExemption: IncomeTaxExemption | null;
  commission: FeeTerms;
  /** How much of the line the seller has given up in refunds so far. */
  refunded: Rupiah;
};

export type PaperAdjustment = {
  lineId: string | null;
  kind: string;
  bearer: "buyer" | "shop" | "platform";
  amount: Rupiah;
  /** The voucher's code; null for other adjustments and for codes that buyers never saw. */
  code: string | null;
};

export type PaperRefund = {
  id: string;
  /** The number of its correction. */
  number: string;
  reason: RefundReason;
  /** The refund that this one takes back, because its money came again: all amounts are negative. Null otherwise. */
  returns: string | null;
  /** What the seller wrote about a partial refund; null for other refunds. */
  sellerReason: string | null;
  amount: Rupiah;
  at: Date;
  parts: { part: "goods" | "shipping" | "fees"; lineId: string | null; amount: Rupiah; givenUp: Rupiah }[];
};

/** Everything that papers say about an order. What the reader may not see is masked already. */
export type OrderRecord = {
  invoice: string;
  status: OrderStatus;
  createdAt: Date;
  paidAt: Date;
  courierName: string;
  goodsTotal: Rupiah;
  shippingCost: Rupiah;
  total: Rupiah;
  shippingRefunded: Rupiah;
  /** What the marketplace pays a courier for the order. */
  courierCost: Rupiah;
  feesRefunded: Rupiah;
  shop: { name: string; lines: string[] };
  buyer: { name: string; lines: string[] };
  lines: PaperLine[];
  adjustments: PaperAdjustment[];
  /** Refunds of this order, the oldest first. */
  refunds: PaperRefund[];
  payment: { methodName: string; reference: string; receipt: string; paid: Rupiah };
  /** All orders of the checkout, this one included. */
  checkout: { invoice: string; shopName: string; total: Rupiah }[];
};

const sumOf = <T>(list: readonly T[], amount: (one: T) => Rupiah): Rupiah =>
  list.reduce((sum, one) => sum + amount(one), 0);

const itemsHead = { text: "Barang", quantity: "Jumlah", price: "Harga", amount: "Subtotal" };

function insuranceOf({ adjustments }: OrderRecord): Rupiah {
  return sumOf(
    adjustments.filter(({ kind }) => kind === "insurance"),
    ({ amount }) => amount,
  );
}

/** The order as the settlement counts it; `refunded` says what was given up of a line, of shipping and of fees. */
export function settlementOrderOf(
  record: OrderRecord,
  refunded: { line: (line: PaperLine) => Rupiah; shipping: Rupiah; fees: Rupiah },
): SettlementOrder {
  const borne = (lineId: string | null, bearer: "shop" | "platform") =>
    -sumOf(
      record.adjustments.filter((one) => one.lineId === lineId && one.bearer === bearer && one.amount < 0),
      ({ amount }) => amount,
    );
  return {
    lines: record.lines.map((line) => ({
      id: line.id,
      price: line.price * line.quantity,
      byShop: borne(line.id, "shop"),
      byPlatform: borne(line.id, "platform"),
      refunded: refunded.line(line),
      commission: line.commission,
      vatPerMille: line.vatPerMille,
      taxPerMille: line.taxPerMille,
    })),
    shipping: {
      price: record.shippingCost + insuranceOf(record),
      byShop: borne(null, "shop"),
      byPlatform: borne(null, "platform"),
      refunded: refunded.shipping,
    },
    fees: {
      amount: sumOf(
        record.adjustments.filter(({ amount, kind }) => amount > 0 && kind !== "insurance"),
        ({ amount }) => amount,
      ),
      refunded: refunded.fees,
    },
    courier: record.courierCost,
  };
}

const nothing = { line: () => 0, shipping: 0, fees: 0 };

/** PPN and its base in what the seller keeps of the goods. */
function vatOfOrder({ lines }: SettlementOrder): { base: Rupiah; vat: Rupiah } {
  const taxed = lines.filter(({ vatPerMille }) => vatPerMille > 0);
  const vat = sumOf(taxed, (line) => vatOf(sellerPrice(line) - line.refunded, line.vatPerMille));
  return { base: sumOf(taxed, (line) => sellerPrice(line) - line.refunded) - vat, vat };
}

function isTaxed({ lines }: OrderRecord): boolean {
  return lines.some(({ vatPerMille }) => vatPerMille > 0);
}

function parties({ shop, buyer }: OrderRecord): Paper["parties"] {
  return [
    { role: "Penjual", ...shop },
    { role: "Pembeli", ...buyer },
    { role: "Melalui", name: brandName(), lines: [companyDetails().name, companyDetails().address] },
  ].map(({ role, name, lines }) => ({ role, name, lines }));
}

function nameOf({ name, variantName }: PaperLine): string {
  return variantName === "" ? name : `${name}, ${variantName}`;
}

/** The rows of the goods: each line at the price of the catalogue, with its discounts and PPN below. */
function goodsRows(record: OrderRecord): PaperRow[] {
  const { lines } = settlementOrderOf(record, nothing);
  return record.lines.map((line, at): PaperRow => {
    const discounts = record.adjustments.filter(({ lineId }) => lineId === line.id);
    const asked = lines[at] ? sellerPrice(lines[at]) : 0;
    const vat = vatOf(asked, line.vatPerMille);
    return {
      text: nameOf(line),
      details: [
        ...discounts.map((one) => `${discountName(one, record.shop.name)}: ${formatRupiah(one.amount)}`),
        ...(line.vatPerMille > 0
          ? [`DPP ${formatRupiah(asked - vat)}, PPN ${formatVatRate(line.vatPerMille)} ${formatRupiah(vat)}`]
          : []),
        ...(line.taxExemption ? [`${incomeTaxName} tidak dipungut: ${incomeTaxExemptions[line.taxExemption]}`] : []),
      ],
      quantity: line.quantity,
      price: line.price,
      amount: line.price * line.quantity,
    };
  });
}

function discountName(one: PaperAdjustment, shopName: string): string {
  const label = adjustmentLabel(one, shopName);
  return one.code === null ? label : label.replace(/^[^,]+/, (name) => `${name} ${one.code ?? ""}`);
}

/** Discounts and fees, one sum for each name and bearer. */
function adjustmentSums(record: OrderRecord, counts: (one: PaperAdjustment) => boolean): PaperSum[] {
  const sums = new Map<string, Rupiah>();
  for (const one of record.adjustments.filter(counts)) {
    const label = adjustmentLabel(one, record.shop.name);
    sums.set(label, (sums.get(label) ?? 0) + one.amount);
  }
  return [...sums].map(([label, amount]) => ({ label, amount, look: "plain" }));
}

function stampNote(total: Rupiah): string[] {
  return total > stampDuty.above
    ? [
        `Nilai dokumen ini di atas ${formatRupiah(stampDuty.above)}. Bila ditandatangani atau dipakai sebagai alat bukti, bubuhkan meterai ${formatRupiah(stampDuty.amount)} (UU 10/2020).`,
      ]
    : [];
}

/** The invoice of a paid order, as it was at the payment. Later refunds have corrections of their own. */
export function invoicePaper(record: OrderRecord): Paper {
  const settled = settlementOrderOf(record, nothing);
  const { base, vat } = vatOfOrder(settled);
  const { tax } = settlementOf(settled);
  // The tax is withheld when the order is settled; an order that ends otherwise has none.
  const isWithheld = record.status === "completed";
  return {
    kind: "invoice",
    title: "Invoice",
    number: record.invoice,
    about: "",
    parties: parties(record),
    facts: [
      { label: "Tanggal", value: formatLongDate(record.paidAt) },
      { label: "Dipesan", value: formatLongDate(record.createdAt) },
      { label: "Dibayar dengan", value: record.payment.methodName },
      { label: "Kuitansi", value: record.payment.receipt },
    ],
    head: itemsHead,
    rows: goodsRows(record),
    sums: [
      { label: "Harga barang", amount: record.goodsTotal, look: "plain" },
      { label: `Ongkos kirim (${record.courierName})`, amount: record.shippingCost, look: "plain" },
      ...adjustmentSums(record, () => true),
      { label: "Total dibayar", amount: record.total, look: "total" },
      ...(isTaxed(record)
        ? ([
            { label: "Termasuk dalam harga barang: DPP", amount: base, look: "note" },
            { label: "Termasuk dalam harga barang: PPN", amount: vat, look: "note" },
          ] as const)
        : []),
      ...(tax > 0
        ? ([
            {
              label: `${incomeTaxName} dipungut dari penjual${isWithheld ? "" : " saat pesanan selesai"}`,
              amount: tax,
              look: "note",
            },
          ] as const)
        : []),
    ],
    notes: [
      isTaxed(record)
        ? "Harga barang sudah termasuk PPN. PPN dihitung 12% dari 11/12 harga sebelum pajak, kecuali barang mewah."
        : "Penjual tidak memungut PPN atas pesanan ini.",
      ...(tax > 0
        ? [
            isWithheld
              ? `Dokumen ini adalah bukti pemungutan ${incomeTaxName} bagi penjual (PMK 37/2025). Pembeli tidak membayarnya.`
              : `${incomeTaxName} baru dipungut saat pesanan selesai. Sebelum itu dokumen ini bukan bukti pemungutan.`,
          ]
        : []),
      ...record.refunds.map(({ number, at }) => `Dikoreksi dengan nota ${number} tanggal ${formatLongDate(at)}.`),
      ...stampNote(record.total),
    ],
  };
}

/** The receipt of the payment of the order's whole checkout. Only its buyer and operators read it. */
export function receiptPaper(record: OrderRecord): Paper {
  const { payment, checkout } = record;
  return {
    kind: "receipt",
    title: "Kuitansi",
    number: payment.receipt,
    about: `Sudah diterima oleh ${brandName()} untuk diteruskan kepada penjual setelah pesanan selesai.`,
    parties: [
      { role: "Dari", ...record.buyer },
      { role: "Diterima oleh", name: brandName(), lines: [companyDetails().name, companyDetails().address] },
    ],
    facts: [
      { label: "Tanggal", value: formatLongDate(record.paidAt) },
      { label: "Cara bayar", value: payment.methodName },
      { label: "Rujukan pembayaran", value: payment.reference },
      { label: "Terbilang", value: `${inWords(payment.paid)} rupiah` },
    ],
    head: { text: "Untuk pesanan", quantity: "", price: "", amount: "Jumlah" },
    rows: checkout.map(({ invoice, shopName, total }) => ({
      text: invoice,
      details: [shopName],
      quantity: null,
      price: null,
      amount: total,
    })),
    sums: [{ label: "Jumlah diterima", amount: payment.paid, look: "total" }],
    notes: stampNote(payment.paid),
  };
}

/** What the seller gets of the order, after refunds so far. */
export function summaryPaper(record: OrderRecord): Paper {
  const settled = settlementOrderOf(record, {
    line: ({ refunded }) => refunded,
    shipping: record.shippingRefunded,
    fees: record.feesRefunded,
  });
  const { seller, commission, tax, courier } = settlementOf(settled);
  const refunded = sumOf([...settled.lines, settled.shipping], (part) => part.refunded);
  const { vat } = vatOfOrder(settled);
  return {
    kind: "summary",
    title: "Ringkasan pesanan",
    number: record.invoice,
    about: `Untuk penjual. Status pesanan: ${orderStatuses[record.status].label}.`,
    parties: parties(record).slice(0, 2),
    facts: [
      { label: "Dipesan", value: formatLongDate(record.createdAt) },
      { label: "Dibayar", value: formatLongDate(record.paidAt) },
      { label: "Kurir", value: record.courierName },
    ],
    head: itemsHead,
    rows: record.lines.map((line) => ({
      text: nameOf(line),
      details: [],
      quantity: line.quantity,
      price: line.price,
      amount: line.price * line.quantity,
    })),
    sums: [
      { label: "Harga barang", amount: record.goodsTotal, look: "plain" },
      { label: `Ongkos kirim (${record.courierName})`, amount: record.shippingCost, look: "plain" },
      ...adjustmentSums(record, ({ bearer }) => bearer === "shop"),
      ...(refunded > 0 ? ([{ label: "Pengembalian dana", amount: -refunded, look: "plain" }] as const) : []),
      ...(commission > 0 ? ([{ label: "Komisi", amount: -commission, look: "plain" }] as const) : []),
      ...(tax > 0 ? ([{ label: `${incomeTaxName} dipungut`, amount: -tax, look: "plain" }] as const) : []),
      ...(courier > 0 ? ([{ label: "Kurir yang dibayar lewat kami", amount: -courier, look: "plain" }] as const) : []),
      { label: "Anda terima", amount: seller, look: "total" },
      ...(vat > 0 ? ([{ label: "Termasuk PPN yang Anda setor sendiri", amount: vat, look: "note" }] as const) : []),
    ],
    notes: [],
  };
}

/** The correction of the invoice by one of the order's refunds, or by money of a refund that came again. */
export function correctionPaper(record: OrderRecord, refund: PaperRefund): Paper {
  const earlier = record.refunds.slice(0, record.refunds.indexOf(refund));
  const givenUp = (refunds: readonly PaperRefund[], lineId: string) =>
    sumOf(
      refunds.flatMap(({ parts }) => parts).filter((part) => part.lineId === lineId),
      (part) => part.givenUp,
    );
  const after = (refunds: readonly PaperRefund[]) =>
    settlementOrderOf(record, { ...nothing, line: ({ id }) => givenUp(refunds, id) });
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
  if (part === "fees") return "Biaya layanan";
  const line = record.lines.find(({ id }) => id === lineId);
  return line ? nameOf(line) : "Barang";
}
