/** Builds the papers of an order from its record. Pure functions: amounts in, papers out. */
import { brandName } from "#lib/brand.ts";
import { companyDetails } from "#lib/company.ts";
import { formatRupiah, type Rupiah } from "#lib/rupiah.ts";
import { formatLongDate } from "#lib/time.ts";
import { adjustmentLabel, givenUpLines } from "#orders/adjustment-rules.ts";
import { orderStatuses } from "#orders/rules.ts";
import { sellerPrice, settlementOf } from "#payments/settlement/rules.ts";
import { formatVatRate, incomeTaxExemptions, incomeTaxName, vatOf } from "#payments/tax/rules.ts";
import { inWords, type Paper, type PaperRow, type PaperSum, stampDuty } from "./rules.ts";
import {
  isTaxed,
  nothingRefunded,
  type OrderRecord,
  type PaperAdjustment,
  type PaperLine,
  settlementOrderOf,
  sumOf,
  vatOfOrder,
} from "./order-record.ts";

const itemsHead = { text: "Barang", quantity: "Jumlah", price: "Harga", amount: "Subtotal" };

/** Seller, buyer and marketplace as a paper names them. */
export function parties({ shop, buyer }: OrderRecord): Paper["parties"] {
  return [
    { role: "Penjual", ...shop },
    { role: "Pembeli", ...buyer },
    { role: "Melalui", name: brandName(), lines: [companyDetails().name, companyDetails().address] },
  ].map(({ role, name, lines }) => ({ role, name, lines }));
}

/** The name of a line with its variant. */
export function nameOf({ name, variantName }: PaperLine): string {
  return variantName === "" ? name : `${name}, ${variantName}`;
}

/** The rows of the goods: each line at the price of the catalogue, with its discounts and PPN below. */
function goodsRows(record: OrderRecord): PaperRow[] {
  const { lines } = settlementOrderOf(record, nothingRefunded);
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
  const settled = settlementOrderOf(record, nothingRefunded);
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
  const { seller, commission, tax, courier, buyer, promotion: promotions } = settlementOf(settled);
  const fees = record.feesRefunded;
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
      ...givenUpLines({ toBuyer: buyer - fees, promotions, fees }, record.adjustments).map((line) => ({
        ...line,
        look: "plain" as const,
      })),
      ...(commission > 0 ? ([{ label: "Komisi", amount: -commission, look: "plain" }] as const) : []),
      ...(tax > 0 ? ([{ label: `${incomeTaxName} dipungut`, amount: -tax, look: "plain" }] as const) : []),
      ...(courier > 0 ? ([{ label: "Kurir yang dibayar lewat kami", amount: -courier, look: "plain" }] as const) : []),
      ...correctionSums(record, seller),
      ...(vat > 0 ? ([{ label: "Termasuk PPN yang Anda setor sendiri", amount: vat, look: "note" }] as const) : []),
    ],
    notes: [],
  };
}

/** What the seller gets, and after operators' corrections of it. */
function correctionSums({ corrections }: OrderRecord, seller: Rupiah): PaperSum[] {
  const plain = (label: string, amount: Rupiah): PaperSum => ({ label, amount, look: "plain" });
  if (corrections.length === 0) return [{ label: "Anda terima", amount: seller, look: "total" }];
  return [
    plain("Anda terima", seller),
    ...corrections.map(({ label, amount }) => plain(label, amount)),
    { label: "Setelah koreksi", amount: seller + sumOf(corrections, ({ amount }) => amount), look: "total" },
  ];
}
