import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatRupiah, splitRupiah } from "#lib/rupiah.ts";
import { buyerShare, sellerPrice, settlementOf, type SharedPrice } from "#payments/settlement/rules.ts";
import { correctionPaper } from "./correction-paper.ts";
import { invoicePaper, receiptPaper, summaryPaper } from "./order-papers.ts";
import { type OrderRecord, type PaperAdjustment, type PaperRefund, settlementOrderOf } from "./order-record.ts";
import { inWords, type Paper } from "./rules.ts";

/** A part of an order, and shares per mille: borne by the shop, by the marketplace, and given up in three refunds. */
const priced = fc.record({
  price: fc.integer({ min: 100, max: 5_000_000 }),
  byShop: fc.nat(600),
  byPlatform: fc.nat(1000),
  givenUp: fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000)),
});

const drawn = fc.record({
  lines: fc.array(
    fc.tuple(priced, fc.integer({ min: 1, max: 5 }), fc.constantFrom(0, 110, 120), fc.constantFrom(0, 5)),
    { minLength: 1, maxLength: 4 },
  ),
  shipping: priced,
  fee: fc.nat(5000),
  feeRefunded: fc.boolean(),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

const share = (amount: number, perMille: number) => Math.floor((amount * perMille) / 1000);

/** An order with three partial refunds, as the money model makes them. */
function recordOf({ lines, shipping, fee, feeRefunded }: Drawn): OrderRecord {
  const adjustments: PaperAdjustment[] = [];
  const discount = (lineId: string | null, of: (typeof lines)[number][0], price: number): SharedPrice => {
    const byShop = share(price, of.byShop);
    const byPlatform = share(price - byShop, of.byPlatform);
    const kind = lineId === null ? "free_shipping" : "voucher";
    if (byShop > 0) adjustments.push({ lineId, kind, bearer: "shop", amount: -byShop, code: "TOKO5" });
    if (byPlatform > 0) adjustments.push({ lineId, kind, bearer: "platform", amount: -byPlatform, code: null });
    return { price, byShop, byPlatform, refunded: 0 };
  };
  const parts = lines.map(([of, quantity], at) => ({
    id: `line-${at}`,
    of,
    shared: discount(`line-${at}`, of, of.price * quantity),
  }));
  const shared = discount(null, shipping, shipping.price);
  if (fee > 0) adjustments.push({ lineId: null, kind: "service_fee", bearer: "platform", amount: fee, code: null });
  const all = [...parts, { id: null, of: shipping, shared }];
  const refunds = [0, 1, 2].map((step): PaperRefund => {
    const refunded = all.flatMap(({ id, of, shared: part }) => {
      const next = share(sellerPrice(part) - part.refunded, of.givenUp[step] ?? 0);
      const before = buyerShare(part);
      part.refunded += next;
      const row = { part: id === null ? ("shipping" as const) : ("goods" as const), lineId: id, givenUp: next };
      return next === 0 ? [] : [{ ...row, amount: buyerShare(part) - before }];
    });
    if (step === 2 && feeRefunded && fee > 0)
      refunded.push({ part: "fees" as never, lineId: null, givenUp: fee, amount: fee });
    return {
      id: `refund-${step}`,
      number: `NK/20261122/000000000${step}`,
      reason: "order_part_refunded",
      returns: null,
      sellerReason: "Sedikit rusak",
      amount: refunded.reduce((sum, { amount }) => sum + amount, 0),
      at: new Date(`2026-11-2${step}T05:00:00Z`),
      parts: refunded,
    };
  });
  const goodsTotal = parts.reduce((sum, part) => sum + part.shared.price, 0);
  const total = goodsTotal + shipping.price + adjustments.reduce((sum, { amount }) => sum + amount, 0);
  return {
    invoice: "INV/20261122/ABCDEFGHIJ",
    status: "completed",
    createdAt: new Date("2026-11-20T05:00:00Z"),
    paidAt: new Date("2026-11-20T06:00:00Z"),
    corrections: [],
    courierName: "JNE REG",
    goodsTotal,
    shippingCost: shipping.price,
    total,
    shippingRefunded: shared.refunded,
    courierCost: 0,
    feesRefunded: feeRefunded ? fee : 0,
    shop: { name: "Griya Laksono", lines: ["Kota Bandung, Jawa Barat"] },
    buyer: { name: "Sari Dewi", lines: ["Jalan Merdeka 10"] },
    lines: lines.map(([of, quantity, vatPerMille, taxPerMille], at) => ({
      id: `line-${at}`,
      name: "Kain batik",
      variantName: at === 0 ? "Merah" : "",
      price: of.price,
      quantity,
      vatPerMille,
      taxPerMille,
      taxExemption: null,
      commission: { perMille: 25, cap: 50_000, flat: 0 },
      refunded: parts[at]?.shared.refunded ?? 0,
    })),
    adjustments,
    refunds,
    payment: { methodName: "BCA Virtual Account", reference: "KWG-1", receipt: "KW/20261120/ABCDEFGHIJ", paid: total },
    checkout: splitRupiah(total, [1, 1]).map((part, at) => ({ invoice: `INV/${at}`, shopName: "Toko", total: part })),
  };
}

const sumOf = (paper: Paper, look: "plain" | "total") =>
  paper.sums.filter((one) => one.look === look).reduce((sum, { amount }) => sum + amount, 0);
const noteOf = (paper: Paper, words: string) => paper.sums.find(({ label }) => label.includes(words))?.amount ?? 0;
const rowsOf = (paper: Paper) => paper.rows.reduce((sum, { amount }) => sum + amount, 0);

describe("for any order with discounts and partial refunds", () => {
  const check = (property: (record: OrderRecord) => void) =>
    fc.assert(
      fc.property(drawn, (one) => property(recordOf(one))),
      { numRuns: 500 },
    );

  test("the sums of the invoice are its total, and tax base and PPN are the price of the taxed goods", () =>
    check((record) => {
      const invoice = invoicePaper(record);
      expect(rowsOf(invoice)).toBe(record.goodsTotal);
      expect(sumOf(invoice, "plain")).toBe(record.total);
      expect(sumOf(invoice, "total")).toBe(record.total);
      const order = settlementOrderOf(record, { line: () => 0, shipping: 0, fees: 0 });
      const taxed = order.lines.filter(({ vatPerMille }) => vatPerMille > 0);
      expect(noteOf(invoice, "DPP") + noteOf(invoice, "PPN")).toBe(
        taxed.reduce((sum, line) => sum + sellerPrice(line), 0),
      );
    }));

  test("corrections take from the invoice exactly what is refunded: price, tax base, PPN and withheld tax", () =>
    check((record) => {
      const invoice = invoicePaper(record);
      const corrections = record.refunds.map((refund) => correctionPaper(record, refund));
      const taken = (words: string) => corrections.reduce((sum, paper) => sum + noteOf(paper, words), 0);
      const left = settlementOrderOf(record, {
        line: ({ refunded }) => refunded,
        shipping: record.shippingRefunded,
        fees: record.feesRefunded,
      });
      const summary = summaryPaper(record);
      expect(noteOf(invoice, "PPN") - taken("PPN")).toBe(noteOf(summary, "PPN"));
      const kept = left.lines
        .filter(({ vatPerMille }) => vatPerMille > 0)
        .reduce((sum, line) => sum + sellerPrice(line) - line.refunded, 0);
      if (noteOf(invoice, "PPN") > 0) expect(noteOf(invoice, "DPP") - taken("DPP") + noteOf(summary, "PPN")).toBe(kept);
      expect(noteOf(invoice, "PPh") - taken("PPh")).toBe(settlementOf(left).tax);
      for (const [at, paper] of corrections.entries()) {
        expect(rowsOf(paper)).toBe(record.refunds[at]?.amount);
        expect(sumOf(paper, "total")).toBe(record.refunds[at]?.amount);
      }
      expect(corrections.reduce((sum, paper) => sum + sumOf(paper, "total"), 0)).toBe(settlementOf(left).buyer);
    }));

  test("the seller's summary adds up to what the seller gets, and the receipt to what was paid", () =>
    check((record) => {
      const summary = summaryPaper(record);
      expect(sumOf(summary, "plain")).toBe(sumOf(summary, "total"));
      const receipt = receiptPaper(record);
      expect(rowsOf(receipt)).toBe(sumOf(receipt, "total"));
    }));
});

test("an invoice above Rp5.000.000 mentions the stamp, one of exactly that sum does not", () => {
  const record = (price: number) =>
    recordOf({
      lines: [[{ price, byShop: 0, byPlatform: 0, givenUp: [0, 0, 0] }, 1, 0, 0]],
      shipping: { price: 0, byShop: 0, byPlatform: 0, givenUp: [0, 0, 0] },
      fee: 0,
      feeRefunded: false,
    });
  expect(invoicePaper(record(5_000_000)).notes.join()).not.toContain("meterai");
  expect(invoicePaper(record(5_000_001)).notes.join()).toContain(`meterai ${formatRupiah(10_000)}`);
});

test("an invoice is proof of withheld tax only once the order is completed", () => {
  const order = recordOf({
    lines: [[{ price: 200_000, byShop: 0, byPlatform: 0, givenUp: [0, 0, 0] }, 1, 0, 5]],
    shipping: { price: 0, byShop: 0, byPlatform: 0, givenUp: [0, 0, 0] },
    fee: 0,
    feeRefunded: false,
  });
  expect(invoicePaper(order).notes.join()).toContain("adalah bukti pemungutan");
  const early = invoicePaper({ ...order, status: "awaiting_confirmation" });
  expect(early.notes.join()).not.toContain("adalah bukti pemungutan");
  expect(early.notes.join()).toContain("bukan bukti pemungutan");
});

test("sums are written in Indonesian words", () => {
  expect([0, 11, 15, 20, 100, 111, 1000, 1_001, 2_500, 125_000, 1_000_000, 314_500].map(inWords)).toEqual([
    "nol",
    "sebelas",
    "lima belas",
    "dua puluh",
    "seratus",
    "seratus sebelas",
    "seribu",
    "seribu satu",
    "dua ribu lima ratus",
    "seratus dua puluh lima ribu",
    "satu juta",
    "tiga ratus empat belas ribu lima ratus",
  ]);
  expect(inWords(5_000_000_000)).toBe("lima miliar");
  expect(inWords(1_234_567_891)).toBe(
    "satu miliar dua ratus tiga puluh empat juta lima ratus enam puluh tujuh ribu delapan ratus sembilan puluh satu",
  );
});
