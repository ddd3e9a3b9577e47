import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, hour } from "#lib/time.ts";
import { chargeAttempt } from "#payments/attempts/charge-attempt.ts";
import { clearCachedFees, readFees } from "#payments/fees/read-fees.ts";
import { clearCachedCategoryTaxes, readCategoryTaxes } from "#payments/tax/categories/read-category-taxes.ts";
import { clearCachedWithholding, readWithholding } from "#payments/tax/withholding/read-withholding.ts";
import { unknownCodesOfBuyer } from "#promotions/vouchers/rules.ts";
import { makeBuying, type Buyer } from "../../../test/make/buyers.ts";
import { makeCartLine, makeShopApi } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { attemptOf, receiveMoney } from "../../../test/make/orders.ts";
import { makeAddress, makeShop, makeUser } from "../../../test/make/rows.ts";
import { makeVoucher, type VoucherFields } from "../../../test/make/vouchers.ts";
import { cancelOrder } from "../cancel-order.ts";
import { brokenInvariants } from "../invariants.ts";
import { markCheckoutPaid } from "./mark-checkout-paid.ts";
import type { Quote } from "./contract.ts";
import { checkoutRoutes } from "./routes.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let shop: Awaited<ReturnType<typeof makeShop>>;
let secondShop: Awaited<ReturnType<typeof makeShop>>;
let { buyer, variant, quoteOf, pay, count } = {} as ReturnType<typeof makeBuying>;

beforeAll(async () => {
  context = await makeContext();
  api = await makeShopApi(context, [checkoutRoutes]);
  shop = await makeShop(context, { name: "Toko Uji" });
  secondShop = await makeShop(context, { name: "Toko Kedua" });
  ({ buyer, variant, quoteOf, pay, count } = makeBuying(context, api, shop.shopId));
});
afterEach(async () => {
  expect(await brokenInvariants(context.db)).toEqual([]);
  // A listed voucher of one test must not be proposed in the next.
  await context.db.run(sql`update vouchers set state = 'stopped', stopped_at = now() where state = 'active'`);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

/** A buyer with goods of Rp100.000 in the cart; the couriers cost Rp9.500. */
async function readyBuyer(prices: readonly number[] = [100_000], ofShop = shop.shopId): Promise<Buyer> {
  const one = await buyer();
  for (const price of prices) await makeCartLine(context, one.id, await variant({ price, stock: 100 }, ofShop));
  return one;
}
const chosen = (quote: Quote) => quote.vouchers.filter((one) => one.is_chosen).map(({ id }) => id);
const voucher = (fields: VoucherFields = {}) => makeVoucher(context, fields);
const usedOf = async (id: string) =>
  (await context.db.row<{ used: number }>(sql`select used from vouchers where id = ${id}`))?.used;
const payQuote = (one: Buyer, quote: Quote, more: object = {}) =>
  pay(one, quote, { vouchers: chosen(quote), voucher_mode: quote.voucher_mode, ...more });
const payFor = async (one: Buyer) => {
  const quote = await quoteOf(one);
  const answer = await payQuote(one, quote);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { quote, ...answer.body.data };
};

/** Receives the money of a placed checkout. */
async function receive(placed: { payment_id: string; checkout_id: string }): Promise<void> {
  const now = context.clock.now();
  await chargeAttempt(context, await attemptOf(context, placed.payment_id), now);
  await receiveMoney(context, { paymentId: placed.payment_id }, now);
  await context.db.transaction((tx) => markCheckoutPaid(tx, context, placed.checkout_id, now));
}

describe("a quote", () => {
  test("proposes the vouchers that save most, and says who bears each", async () => {
    const ofShop = await voucher({ shopId: shop.shopId, maxAmount: 15_000 });
    await voucher({ shopId: shop.shopId, maxAmount: 5_000 });
    const discount = await voucher({ kind: "percent", perMille: 100, maxAmount: 20_000 });
    const shipping = await voucher({ kind: "free_shipping", maxAmount: 8_000 });
    const one = await readyBuyer([100_000, 50_000]);
    await makeCartLine(context, one.id, await variant({ price: 50_000 }, secondShop.shopId));
    const quote = await quoteOf(one);
    expect(chosen(quote).toSorted()).toEqual([ofShop.id, discount.id, shipping.id].toSorted());
    expect(quote).toMatchObject({
      voucher_mode: "best",
      goods_total: 200_000,
      shipping_total: 19_000,
      discount_total: 15_000 + 20_000 + 8_000,
      total: 200_000 + 19_000 + 1_000 - 43_000,
    });
    const by = (id: string) => quote.discounts.filter((part) => part.voucher_id === id);
    expect(by(ofShop.id).map(({ bearer, shop_id, amount }) => [bearer, shop_id, amount])).toEqual([
      ["shop", shop.shopId, -10_000],
      ["shop", shop.shopId, -5_000],
    ]);
    expect(by(discount.id)).toHaveLength(3);
    expect(new Set(by(discount.id).map(({ bearer }) => bearer))).toEqual(new Set(["platform"]));
    expect(by(shipping.id).map(({ kind, line_id, amount }) => [kind, line_id, amount])).toEqual([
      ["free_shipping", null, -4_000],
      ["free_shipping", null, -4_000],
    ]);
  });

  test("without an address lists free shipping, also by its code, as a voucher that needs one", async () => {
    const shipping = await voucher({ kind: "free_shipping", maxAmount: 8_000 });
    const secret = await voucher({ kind: "free_shipping", shopId: shop.shopId, isListed: false });
    const discount = await voucher({ maxAmount: 5_000 });
    const one = await readyBuyer();
    const listed = ({ vouchers }: Quote) => vouchers.map(({ id, is_chosen, problem }) => [id, is_chosen, problem]);
    const text = "Bisa dipakai setelah Anda menambahkan alamat pengiriman.";
    const waiting = { code: "vouchers.needs_address", text };
    await context.db.run(sql`delete from addresses where user_id = ${one.id}`);
    expect(listed(await quoteOf(one))).toEqual([
      [discount.id, true, null],
      [shipping.id, false, waiting],
    ]);
    const byCode = await quoteOf(one, { voucher_codes: [secret.code] });
    expect(byCode.code_problems).toEqual([]);
    expect(listed(byCode)).toContainEqual([secret.id, false, waiting]);
    await makeAddress(context, one.id);
    expect(listed(await quoteOf(one))).toEqual(
      expect.arrayContaining([
        [discount.id, true, null],
        [shipping.id, true, null],
      ]),
    );
  });

  test("uses no voucher, or exactly those that the buyer names", async () => {
    const small = await voucher({ maxAmount: 1_000 });
    await voucher({ maxAmount: 9_000 });
    const one = await readyBuyer();
    expect(await quoteOf(one, { vouchers: [] })).toMatchObject({ discount_total: 0, voucher_mode: "own" });
    const own = await quoteOf(one, { vouchers: [small.id] });
    expect([chosen(own), own.discount_total]).toEqual([[small.id], 1_000]);
  });

  test("takes a code in any case with spaces around it, also of a voucher that is not listed", async () => {
    const hidden = await voucher({ code: "RAHASIA1", isListed: false, maxAmount: 2_000 });
    const one = await readyBuyer();
    expect(await quoteOf(one)).toMatchObject({ discount_total: 0, vouchers: [] });
    const quote = await quoteOf(one, { voucher_codes: ["  rahasia1 "] });
    expect([chosen(quote), quote.code_problems]).toEqual([[hidden.id], []]);
    expect((await payQuote(one, quote)).status).toBe(200);
  });

  test("uses the voucher of an entered code although another saves more, and also beside chosen ones", async () => {
    const large = await voucher({ maxAmount: 9_000 });
    const ofShop = await voucher({ shopId: shop.shopId, maxAmount: 3_000 });
    const entered = await voucher({ code: "KECIL2026", maxAmount: 1_000, isListed: false });
    const one = await readyBuyer();
    const best = await quoteOf(one, { voucher_codes: ["KECIL2026"] });
    expect(chosen(best).toSorted()).toEqual([entered.id, ofShop.id].toSorted());
    const own = await quoteOf(one, { vouchers: [large.id, ofShop.id], voucher_codes: ["KECIL2026"] });
    expect(chosen(own).toSorted()).toEqual([entered.id, ofShop.id].toSorted());
  });

  test("says why a code is not used", async () => {
    const now = context.clock.now();
    const { shopId } = await makeShop(context, { name: "Toko Lain" });
    const stranger = await makeUser(context);
    await voucher({ code: "LAMA2026", startsAt: addDuration(now, -9 * hour), endsAt: addDuration(now, -hour) });
    await voucher({ code: "TOKOLAIN", shopId });
    await voucher({ code: "MAHAL2026", minGoods: 150_000 });
    await voucher({ code: "PRIBADI26", buyerId: stranger, quota: 1 });
    const full = await voucher({ code: "PENUH2026", quota: 1 });
    await payFor(await readyBuyer());
    expect(await usedOf(full.id)).toBe(1);
    const one = await readyBuyer();
    const problemsOf = async (...codes: string[]) =>
      (await quoteOf(one, { voucher_codes: codes })).code_problems.map(({ code, text }) => [code, text]);
    expect(await problemsOf("LAMA2026", "TOKOLAIN", "MAHAL2026")).toEqual([
      ["vouchers.ended", expect.stringMatching(/^Voucher ini berakhir \d/)],
      ["vouchers.wrong_shop", "Voucher ini hanya untuk belanja di Toko Lain."],
      ["vouchers.min_goods", "Minimal belanja Rp150.000. Kurang Rp50.000 lagi."],
    ]);
    expect(await problemsOf("PENUH2026", "PRIBADI26", "TIDAKADA", "<b>")).toEqual(
      expect.arrayContaining([
        ["vouchers.used_up", "Kuota voucher ini sudah habis."],
        ["vouchers.unknown", "Kode voucher tidak dikenal. Periksa penulisannya."],
      ]),
    );
  });

  test("stops looking up codes after many unknown ones, and the purchase goes on", async () => {
    const known = await voucher({ code: "DIKENAL1", isListed: false });
    const one = await readyBuyer();
    const limit = unknownCodesOfBuyer.max;
    for (let at = 0; at < limit; at += 1) await quoteOf(one, { voucher_codes: [`TEBAK${at}`] });
    const throttled = await quoteOf(one, { voucher_codes: ["DIKENAL1"] });
    expect(throttled).toMatchObject({ can_pay: true, code_problems: [{ code: "vouchers.too_many_codes" }] });
    expect((await payQuote(one, throttled)).status).toBe(200);
    const other = await readyBuyer();
    expect(chosen(await quoteOf(other, { voucher_codes: ["DIKENAL1"] }))).toEqual([known.id]);
  });

  test("shows a voucher whose minimum is not reached yet, with what is missing", async () => {
    await voucher({ minGoods: 120_000 });
    const quote = await quoteOf(await readyBuyer());
    expect(quote.vouchers).toMatchObject([
      {
        is_chosen: false,
        terms: expect.stringMatching(/^Sampai /),
        problem: { code: "vouchers.min_goods", text: "Minimal belanja Rp120.000. Kurang Rp20.000 lagi." },
      },
    ]);
  });

  test.each([
    { vouchers: ["x"] },
    { vouchers: "semua" },
    { voucher_codes: Array(6).fill("KODE") },
    { voucher_codes: [1] },
  ])("with %j is refused", async (body) => {
    const { call } = await readyBuyer();
    expect((await call("POST", "/v1/checkout/quote", body)).status).toBe(422);
  });
});

describe("an order", () => {
  test("has the discounts of its quote, counts its vouchers, and the platform adds its part when it is paid", async () => {
    const ofShop = await voucher({ shopId: shop.shopId, maxAmount: 15_000 });
    const discount = await voucher({ maxAmount: 7_000 });
    const { quote, ...placed } = await payFor(await readyBuyer([60_000, 40_000]));
    expect(placed.total).toBe(100_000 + 9_500 + 1_000 - 22_000);
    expect(placed.total).toBe(quote.total);
    expect([await usedOf(ofShop.id), await usedOf(discount.id)]).toEqual([1, 1]);
    const [order] = await context.db.rows<{ total: number; promotion_cost: number; commission: number }>(
      sql`select total, promotion_cost, commission from orders where checkout_id = ${placed.checkout_id}`,
    );
    // The commission is that of what the shop asks: Rp85.000.
    expect(order).toEqual({ total: placed.total, promotion_cost: 7_000, commission: 2_125 });
    await receive(placed);
    const escrow = await context.db.row<{ balance: number }>(
      sql`select balance from ledger_accounts where kind = 'escrow' and owner = ${placed.order_ids[0] ?? ""}`,
    );
    expect(escrow?.balance).toBe(placed.total + 7_000);
    const states = await context.db.rows<{ state: string }>(
      sql`select state from voucher_uses where checkout_id = ${placed.checkout_id}`,
    );
    expect(states.map(({ state }) => state)).toEqual(["used", "used"]);
  });

  test("is placed with two more statements for its vouchers, because locks are held meanwhile", async () => {
    const one = await buyer();
    // What the process reads by the clock, such as settings, may fall into one of the purchases.
    const statements = async (vouchers: number) => {
      const counts: number[] = [];
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        await makeCartLine(context, one.id, await variant({ price: 100_000 }));
        const quote = await quoteOf(one);
        expect(chosen(quote)).toHaveLength(vouchers);
        // All are cached for a moment. Read now, they cannot expire while the statements are counted.
        clearCachedFees(context.db);
        clearCachedWithholding(context.db);
        clearCachedCategoryTaxes(context.db);
        const now = context.clock.now();
        await Promise.all([readFees(context.db), readWithholding(context.db, now), readCategoryTaxes(context.db, now)]);
        const executed = vi.spyOn(pg.Connection.prototype, "execute");
        try {
          expect((await payQuote(one, quote)).status).toBe(200);
          counts.push(executed.mock.calls.length);
        } finally {
          executed.mockRestore();
        }
      }
      return Math.min(...counts);
    };
    const without = await statements(0);
    await voucher({ shopId: shop.shopId, perBuyer: 3 });
    await voucher({ perBuyer: 3 });
    await voucher({ kind: "free_shipping", perBuyer: 3 });
    expect((await statements(3)) - without).toBe(2);
  });

  test("that is cancelled releases its vouchers, before and after the payment", async () => {
    const { id } = await voucher({ quota: 1 });
    const one = await readyBuyer();
    for (const isPaid of [false, true]) {
      const placed = await payFor(one);
      expect(await usedOf(id)).toBe(1);
      const now = context.clock.now();
      if (isPaid) await receive(placed);
      await cancelOrder(context, { orderId: placed.order_ids[0] ?? "", buyerId: one.id }, now);
      expect(await usedOf(id)).toBe(0);
      await makeCartLine(context, one.id, await variant({ price: 100_000 }));
    }
  });

  test("is refused with the new quote when a voucher ended since the quote, and nothing is charged", async () => {
    const { id } = await voucher();
    const other = await voucher({ maxAmount: 2_000 });
    const one = await readyBuyer();
    const quote = await quoteOf(one);
    expect(chosen(quote)).toEqual([id]);
    await context.db.run(
      sql`update vouchers set starts_at = now() - interval '9 hours', ends_at = now() - interval '1 hour' where id = ${id}`,
    );
    const { status, body } = await payQuote(one, quote);
    expect([status, body.code]).toEqual([409, "vouchers.ended"]);
    expect([chosen(body.quote), body.quote.total]).toEqual([[other.id], quote.total + 8_000]);
    expect(await count("checkouts", one.id)).toBe(0);
    expect((await payQuote(one, body.quote)).status).toBe(200);
  });

  test("keeps the buyer's own choice in the new quote, and says there why a voucher is gone", async () => {
    const { id } = await voucher();
    await voucher({ maxAmount: 2_000 });
    const one = await readyBuyer();
    const quote = await quoteOf(one, { vouchers: [id] });
    await context.db.run(sql`update vouchers set state = 'stopped', stopped_at = now() where id = ${id}`);
    const { status, body } = await payQuote(one, quote);
    expect([status, body.code]).toEqual([409, "vouchers.stopped"]);
    expect(chosen(body.quote)).toEqual([]);
    expect(body.quote.vouchers.find((offer) => offer.id === id)).toMatchObject({
      problem: { code: "vouchers.stopped", text: "Voucher ini sudah dihentikan." },
    });
  });

  test("PRICE-04 with a voucher below its minimum, of another shop, of another user or unknown is refused, and no quota is used", async () => {
    const { shopId } = await makeShop(context);
    const cases = [
      [await voucher({ minGoods: 500_000 }), "vouchers.min_goods"],
      [await voucher({ shopId }), "vouchers.wrong_shop"],
      [await voucher({ buyerId: await makeUser(context), quota: 1 }), "vouchers.unknown"],
      [{ id: randomUUID() }, "vouchers.unknown"],
    ] as const;
    const one = await readyBuyer();
    const quote = await quoteOf(one, { vouchers: [] });
    for (const [{ id }, code] of cases) {
      const { status, body } = await pay(one, quote, { vouchers: [id] });
      expect([status, body.code]).toEqual([422, code]);
      expect(body.quote.total).toBe(quote.total);
      expect((await usedOf(id)) ?? 0).toBe(0);
    }
    expect(await count("checkouts", one.id)).toBe(0);
  });

  test("PRICE-05 with vouchers larger than the goods pays at least the shipping and the fee", async () => {
    await voucher({ maxAmount: 100_000 });
    await voucher({ shopId: shop.shopId, kind: "percent", perMille: 1000, maxAmount: 10_000_000 });
    const { total } = await payFor(await readyBuyer([50_000]));
    expect(total).toBe(9_500 + 1_000);
  });

  test("without vouchers in the quote is refused for a quote with vouchers, and the other way round", async () => {
    const { id } = await voucher();
    const one = await readyBuyer();
    const withVoucher = await quoteOf(one);
    const without = await quoteOf(one, { vouchers: [] });
    expect((await pay(one, withVoucher)).body.code).toBe("checkout.quote_changed");
    expect((await pay(one, without, { vouchers: [id] })).body.code).toBe("checkout.quote_changed");
    expect(await usedOf(id)).toBe(0);
  });

  test("says that stock is short also when the rest lacks the minimum of a voucher", async () => {
    await voucher({ minGoods: 150_000 });
    const one = await readyBuyer([100_000]);
    const second = await variant({ price: 60_000, stock: 1 });
    await makeCartLine(context, one.id, second);
    const quote = await quoteOf(one);
    expect(quote.discount_total).toBe(10_000);
    const [other, last] = [await buyer(), { variant_id: second, quantity: 1 }];
    expect((await pay(other, await quoteOf(other, { buy: last, vouchers: [] }), { buy: last })).status).toBe(200);
    expect((await payQuote(one, quote)).body.code).toBe("checkout.out_of_stock");
  });
});

describe("at the same moment", () => {
  test("RACE-02 fifty buyers of a voucher with one use: exactly one order has the discount, and the others are refused", async () => {
    const { id } = await voucher({ quota: 1 });
    const buyers = await Promise.all(Array.from({ length: 50 }, () => readyBuyer()));
    const quoted = await Promise.all(buyers.map(async (one) => ({ one, quote: await quoteOf(one) })));
    const answers = await Promise.all(quoted.map(({ one, quote }) => payQuote(one, quote)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(["409 vouchers.used_up"]),
    );
    for (const { body } of refused) expect(body.quote.discount_total).toBe(0);
    expect(await usedOf(id)).toBe(1);
    const discounted = await context.db.row<{ n: number }>(
      sql`select count(distinct order_id)::int as n from order_adjustments where source = ${id}`,
    );
    expect(discounted?.n).toBe(1);
  });

  test("RACE-02 twenty orders of one buyer with a voucher for one use: exactly one has the discount", async () => {
    const { id } = await voucher({ quota: 100, perBuyer: 1 });
    const one = await readyBuyer([]);
    const ids = await Promise.all(Array.from({ length: 20 }, () => variant({ price: 100_000 })));
    const quoted = await Promise.all(
      ids.map(async (variantId) => {
        const buy = { variant_id: variantId, quantity: 1 };
        return { buy, quote: await quoteOf(one, { buy }) };
      }),
    );
    const answers = await Promise.all(quoted.map(({ buy, quote }) => payQuote(one, quote, { buy })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      new Set(answers.filter(({ status }) => status !== 200).map(({ status, body }) => `${status} ${body.code}`)),
    ).toEqual(new Set(["409 vouchers.used_by_you"]));
    expect(await usedOf(id)).toBe(1);
  });

  test("many buyers with the same two vouchers never deadlock, and both are counted exactly", async () => {
    const first = await voucher({ shopId: shop.shopId });
    const second = await voucher({ kind: "free_shipping" });
    const buyers = await Promise.all(Array.from({ length: 24 }, () => readyBuyer()));
    const answers = await Promise.all(buyers.map(async (one) => payQuote(one, await quoteOf(one))));
    expect(answers.map(({ status }) => status)).toEqual(Array(24).fill(200));
    expect([await usedOf(first.id), await usedOf(second.id)]).toEqual([24, 24]);
  });
});
