/**
 * A marketplace that opens by settings alone: Midtrans takes the payments, Xendit makes the payouts. One purchase of
 * two things with vouchers of shop and platform, of which one is paid back, from the checkout to both bank accounts.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { jakartaDay } from "../src/lib/time.ts";
import { runAudit } from "../src/orders/audit/run-audit.ts";
import { pollPayouts } from "../src/payments/payouts/advance-payout.ts";
import { reconcileDay } from "#payments/reconciliation/reconcile-day.ts";
import { startMidtransDouble, type MidtransDouble } from "./doubles/midtrans.ts";
import { startXenditPayoutsDouble, type XenditPayoutsDouble } from "./doubles/xendit-payouts.ts";
import { makeCartLine } from "./make/checkout.ts";
import { attemptOf, newTrackingNumber } from "./make/orders.ts";
import { openProduction, type Call, type Production } from "./make/production.ts";
import { makeAddress, makeProduct, makeShop, makeUser } from "./make/rows.ts";
import { makeVoucher } from "./make/vouchers.ts";

const pin = "482913";
let midtrans: MidtransDouble;
let xendit: XenditPayoutsDouble;
let market: Production;

beforeAll(async () => {
  midtrans = await startMidtransDouble();
  xendit = await startXenditPayoutsDouble();
  market = await openProduction({ ...midtrans.settings, ...xendit.settings, PAYMENT_PROVIDERS: "midtrans" });
});
afterAll(async () => {
  await market.close();
  await midtrans.close();
  await xendit.close();
});

type Quote = { quote_id: string; total: number; shops: { lines: { line_total: number }[] }[]; discount_total: number };

/** Adds a bank account that can be used. Returns its id. */
async function addAccount(call: Call, number: string, holder: string): Promise<string> {
  const added = { bank_code: "bca", number, holder_name: holder };
  const { id } = (await call("POST", "/v1/users/bank-accounts", added)).data as { id: string };
  await market.ageBankAccounts();
  return id;
}

/** The bank of Xendit transfers these payouts, and our poll learns of it. Returns what Xendit has sent. */
async function transfer(reference: string): Promise<number> {
  const now = market.context.clock.now();
  await pollPayouts(market.context, now);
  xendit.change(reference, { status: "SUCCEEDED" });
  await market.context.db.run(sql`update payouts set poll_at = ${now} where poll_at is not null`);
  await pollPayouts(market.context, now);
  await market.settleDown();
  return xendit.find(reference).reduce((sum, { amount }) => sum + amount, 0);
}

test("Midtrans for payments and Xendit for payouts: a sale with vouchers, change of method, refund and withdrawal agrees in all books", async () => {
  const { context } = market;
  const shop = await makeShop(context);
  const buyerId = await makeUser(context);
  const [buyer, seller, ani] = [
    await market.as(buyerId),
    await market.as(shop.ownerId),
    await market.as(await makeUser(context, { type: "operator", name: "Ani" })),
  ];
  const today = jakartaDay(context.clock.now());
  await ani("POST", "/v1/operator/withholding", { is_on: true, valid_from: today });

  // Two things, a voucher of the shop and one of the platform.
  for (const price of [200_000, 100_000]) {
    const { variantIds } = await makeProduct(context, shop.shopId, { price, stock: 5 });
    await makeCartLine(context, buyerId, variantIds[0] ?? "");
  }
  const vouchers = [
    (await makeVoucher(context, { shopId: shop.shopId, maxAmount: 15_000 })).id,
    (await makeVoucher(context, { maxAmount: 10_000 })).id,
  ];
  const choice = { address_id: await makeAddress(context, buyerId), shipping: { [shop.shopId]: "jne-reg" } };
  const chosen = { ...choice, payment_method: "qris", vouchers };
  const quote = (await buyer("POST", "/v1/checkout/quote", chosen)).result as Quote;
  expect(quote.discount_total).toBe(25_000);
  const placed = (await buyer("POST", "/v1/checkout", { ...chosen, quote_id: quote.quote_id })).data;
  const { payment_id: paymentId, order_ids: orderIds } = placed as { payment_id: string; order_ids: string[] };
  const orderId = orderIds[0] ?? "";
  await market.settleDown();

  // The buyer changes from QRIS to a virtual account and pays that.
  // The number is made when the buyer opens the payment page.
  await buyer("GET", `/v1/payments/${paymentId}`);
  const first = await attemptOf(context, paymentId);
  await buyer("PUT", `/v1/payments/${paymentId}/method`, { payment_method: "va_bca" });
  await market.settleDown();
  await buyer("GET", `/v1/payments/${paymentId}`);
  const second = await attemptOf(context, paymentId);
  expect(second.reference).not.toBe(first.reference);
  midtrans.pay(second.reference);
  await market.app.inject({
    method: "POST",
    url: "/v1/payments/notifications/midtrans",
    payload: midtrans.notification(second.reference),
  });
  await market.settleDown();
  expect((await buyer("GET", `/v1/payments/${paymentId}`)).result).toMatchObject({ status: "paid" });
  expect(await market.orderStatus(orderId)).toBe("awaiting_confirmation");

  // The seller sends both and pays the second thing back. A virtual account cannot take money, so the buyer names a
  // bank.
  await seller("POST", `/v1/seller/orders/${orderId}/accept`);
  await seller("POST", `/v1/seller/orders/${orderId}/ship`, { resi: newTrackingNumber() });
  await buyer("POST", `/v1/orders/${orderId}/receive`);
  await market.settleDown();
  const order = (await seller("GET", `/v1/seller/orders/${orderId}`)).result as {
    refundable: { lines: { line_id: string; amount: number }[] };
  };
  const line = order.refundable.lines.toSorted((a, b) => a.amount - b.amount)[0];
  await seller("POST", `/v1/seller/orders/${orderId}/refunds`, { lines: [line], reason: "Barang cacat." });
  await market.settleDown();
  const buyerAccount = await addAccount(buyer, "5551234567", "Sari Dewi");
  const refund = ((await buyer("GET", "/v1/refunds")).result as { id: string; amount: number; status: string }[])[0];
  expect(refund).toMatchObject({ amount: line?.amount, status: "needs_account" });
  await buyer("PUT", `/v1/refunds/${refund?.id}/account`, { bank_account_id: buyerAccount });
  await market.settleDown();
  const paidBack = await context.db.row<{ id: string; reference: string; status: string }>(
    sql`select id, reference, status from payouts where refund_id = ${refund?.id}`,
  );
  if (paidBack?.status === "requested") await ani("POST", `/v1/operator/payouts/${paidBack.id}/approve`);
  expect(await transfer(paidBack?.reference ?? "")).toBe(line?.amount);
  expect((await buyer("GET", "/v1/refunds")).result).toMatchObject([{ status: "done" }]);

  // The seller withdraws all of the rest.
  await seller("PUT", "/v1/users/pin", { pin, pin_confirmation: pin });
  const sellerAccount = await addAccount(seller, "9876543210", "Wahyu Laksono");
  const amount = (await market.balances()).seller_balance ?? 0;
  const asked = { amount, bank_account_id: sellerAccount, pin };
  const withdrawal = (await seller("POST", "/v1/seller/withdrawals", asked)).data as { id: string; reference: string };
  await ani("POST", `/v1/operator/payouts/${withdrawal.id}/approve`);
  const sent = await transfer(withdrawal.reference);

  // The books: what Midtrans took minus what Xendit sent is what the marketplace has, and the rest is tax and income.
  const left = await market.balances();
  const taken = Number(midtrans.charges.get(second.reference)?.gross_amount);
  expect(taken).toBe(quote.total);
  expect(left.cash).toBe(-(taken - sent - (line?.amount ?? 0)));
  expect(Object.keys(left).toSorted()).toEqual(
    ["cash", "commission", "promotion_cost", "provider_fees", "service_fee", "tax_withheld"].filter(
      (kind) => left[kind] !== undefined,
    ),
  );
  expect(Object.values(left).reduce((sum, one) => sum + one, 0)).toBe(0);
  // PPh 22 is half a percent of what the seller keeps: the price of the other thing minus the share of the shop's
  // voucher.
  const withheld = await context.db.row<{ base: number; amount: number }>(
    sql`select sum(base)::bigint as base, sum(amount)::bigint as amount from withheld_taxes where order_id = ${orderId}`,
  );
  expect([left.tax_withheld, withheld?.amount]).toEqual([1000 - 50, 1000 - 50]);
  const taxFile = (await ani("GET", `/v1/operator/tax/withheld/${today.slice(0, 7)}/file.csv`)).message.trim();
  expect(taxFile.split("\r\n").at(-1)?.split(",").at(-1)).toBe(String(left.tax_withheld));
  // The thing that was paid back had given the shop its price after the voucher, minus commission (2.5 %) and tax.
  const undone = 95_000 - 2375 - 475;
  const months = (await seller("GET", "/v1/seller/statements")).result;
  expect(months).toMatchObject([{ month: today.slice(0, 7), opening: 0, outgo: amount + undone, closing: 0 }]);
  expect((await runAudit(context)).findings).toEqual([]);

  // Both providers are asked about the day, and agree until the bank returns the seller's money.
  const compare = async (provider: "midtrans" | "xendit") =>
    (await reconcileDay(context, { provider, day: today }, context.clock.now())).differences;
  expect([await compare("midtrans"), await compare("xendit")]).toEqual([[], []]);
  xendit.change(withdrawal.reference, { status: "REVERSED" });
  expect(await compare("xendit")).toMatchObject([{ kind: "missing_there", entry: "payout", ours: sent, theirs: null }]);
  await market.settleDown();
  expect(await compare("xendit")).toEqual([]);
  expect((await market.balances()).seller_balance).toBe(amount);
  expect((await runAudit(context)).findings).toEqual([]);
});
