/**
 * A marketplace that needs no contract with anybody but a bank: production settings, buyers transfer to its account,
 * operators upload the bank's statement and transfer payouts themselves. One sale from the checkout to the seller's
 * bank account, through the calls that the pages make.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { addDuration, jakartaDay, minute } from "../src/lib/time.ts";
import { runAudit } from "../src/orders/audit/run-audit.ts";
import { sweepDeadlines } from "../src/orders/deadlines/fire-deadline.ts";
import { firstScanDuration } from "../src/orders/deadlines/rules.ts";
import { reconcileDay } from "../src/payments/reconciliation/reconcile-day.ts";
import { makeCartLine } from "./make/checkout.ts";
import { newTrackingNumber } from "./make/orders.ts";
import { openProduction, type Call, type Production } from "./make/production.ts";
import { makeAddress, makeProduct, makeShop, makeUser } from "./make/rows.ts";
import { makeVoucher } from "./make/vouchers.ts";

const account = "bca:1234567890";
const pin = "482913";
let market: Production;

beforeAll(async () => {
  market = await openProduction({
    PAYMENT_PROVIDERS: "manual",
    MANUAL_BANK_ACCOUNTS: "bca:1234567890:PT Maju Jaya",
  });
});
afterAll(() => market.close());

/** The bank's statement of our account, as its operators download it. */
function statementOf(movements: readonly [text: string, amount: number][], of = account): FormData {
  const day = jakartaDay(new Date()).split("-").reverse().join("/");
  let balance = 0;
  const rows = movements.map(([text, amount]) => {
    balance += amount;
    return `"'${day}","${text}","0000","${Math.abs(amount)}.00 ${amount < 0 ? "DB" : "CR"}","${balance}.00"`;
  });
  const head = '"Informasi Rekening"\r\n\r\n"Tanggal Transaksi","Keterangan","Cabang","Jumlah","Saldo"';
  const form = new FormData();
  form.set("account", of);
  form.set("statement", new File([[head, ...rows].join("\r\n")], "mutasi.csv"));
  return form;
}

async function buy(buyer: Call, buyerId: string, shopId: string) {
  const { variantIds } = await makeProduct(market.context, shopId, { price: 200_000, stock: 5 });
  await makeCartLine(market.context, buyerId, variantIds[0] ?? "");
  const choice = { address_id: await makeAddress(market.context, buyerId), shipping: { [shopId]: "jne-reg" } };
  const methods = (await buyer("GET", "/v1/payment-methods")).result as { id: string }[];
  expect(methods.map(({ id }) => id)).toEqual(["transfer_bca"]);
  const chosen = { ...choice, payment_method: "transfer_bca" };
  const quote = (await buyer("POST", "/v1/checkout/quote", chosen)).result as { quote_id: string };
  const placed = (await buyer("POST", "/v1/checkout", { ...chosen, quote_id: quote.quote_id, vouchers: [] })).data;
  const { payment_id, order_ids } = placed as { payment_id: string; order_ids: string[] };
  await market.jobs();
  const payment = (await buyer("GET", `/v1/payments/${payment_id}`)).result as {
    amount: number;
    code: number;
    instructions: { number: string; holder: string };
  };
  return { paymentId: payment_id, orderId: order_ids[0] ?? "", payment };
}

test("with bank transfers alone a marketplace sells, is paid and pays out, and the books agree with the bank", async () => {
  const shop = await makeShop(market.context);
  const buyerId = await makeUser(market.context);
  const [buyer, seller, ani, budi] = [
    await market.as(buyerId),
    await market.as(shop.ownerId),
    await market.as(await makeUser(market.context, { type: "operator", name: "Ani" })),
    await market.as(await makeUser(market.context, { type: "operator", name: "Budi" })),
  ];

  const { payment, paymentId, orderId } = await buy(buyer, buyerId, shop.shopId);
  expect(payment.instructions).toMatchObject({ number: "1234567890", holder: "PT Maju Jaya" });
  expect(payment.code).toBeGreaterThan(0);
  await market.settleDown();

  const accounts = (await ani("GET", "/v1/operator/bank-accounts")).result as { accounts: { layout: object }[] };
  await ani("PUT", `/v1/operator/statement-layouts/${account}`, accounts.accounts[0]?.layout);
  const received: [string, number] = ["TRSF E-BANKING CR SARI DEWI", payment.amount];
  expect((await ani("POST", "/v1/operator/statements", statementOf([received]))).message).toBe(
    "1 mutasi baru. 1 transfer cocok dan dibukukan.",
  );
  await market.settleDown();
  expect((await buyer("GET", `/v1/payments/${paymentId}`)).result).toMatchObject({ status: "paid" });
  expect(await market.orderStatus(orderId)).toBe("awaiting_confirmation");

  await seller("POST", `/v1/seller/orders/${orderId}/accept`);
  await seller("POST", `/v1/seller/orders/${orderId}/ship`, { resi: newTrackingNumber() });
  // No courier is connected, so nothing scans the parcel, and nothing cancels the order for that.
  await sweepDeadlines(market.context, addDuration(market.context.clock.now(), firstScanDuration() + minute));
  expect(await market.orderStatus(orderId)).toBe("shipped");
  await buyer("POST", `/v1/orders/${orderId}/arrived`);
  expect(await market.orderStatus(orderId)).toBe("delivered");
  await buyer("POST", `/v1/orders/${orderId}/receive`);
  await market.settleDown();
  expect(await market.orderStatus(orderId)).toBe("completed");

  await seller("PUT", "/v1/users/pin", { pin, pin_confirmation: pin });
  const added = { bank_code: "bca", number: "9876543210", holder_name: "Wahyu Laksono" };
  const { id: bank_account_id } = (await seller("POST", "/v1/users/bank-accounts", added)).data as { id: string };
  await market.ageBankAccounts();
  const amount = (await market.balances()).seller_balance ?? 0;
  const { id: payoutId, reference } = (await seller("POST", "/v1/seller/withdrawals", { amount, bank_account_id, pin }))
    .data as { id: string; reference: string };
  await ani("POST", `/v1/operator/payouts/${payoutId}/approve`);
  await market.settleDown();

  const { id: batchId } = (await ani("POST", "/v1/operator/payout-batches", {})).data as { id: string };
  const file = (await ani("GET", `/v1/operator/payout-batches/${batchId}/file`)).message.trim().split("\r\n");
  const sent = amount - 2500;
  expect(file).toEqual([expect.any(String), expect.stringContaining(`${reference},bca,`)]);
  expect(file[1]).toContain(`,9876543210,Wahyu Laksono,${sent},`);
  const results = { content: `referensi,hasil,referensi_bank\n${reference},berhasil,FT26112200001\n` };
  expect((await ani("POST", "/v1/operator/payout-results", results)).data).toEqual({ entered: 1, skipped: [] });
  const confirmed = { accept: true, outcome: "paid", bank_reference: "FT26112200001" };
  await budi("POST", `/v1/operator/payouts/${payoutId}/confirm`, confirmed);
  await market.settleDown();

  // What is left at the bank is the marketplace's income: its fees, minus the code that it bore.
  const left = await market.balances();
  expect(left.seller_balance).toBeUndefined();
  expect(left.cash).toBe(-(payment.amount - sent));
  expect(
    (left.commission ?? 0) + (left.service_fee ?? 0) + (left.promotion_cost ?? 0) + (left.provider_fees ?? 0),
  ).toBe(payment.amount - sent);
  // The bank books the payout within three days; until then its statement lacks it.
  const day = jakartaDay(market.context.clock.now());
  const compared = async () =>
    (await reconcileDay(market.context, { provider: "manual", day }, market.context.clock.now())).differences;
  expect(await compared()).toEqual([]);
  await market.context.db.run(
    sql`update payouts set sent_at = sent_at - interval '3 days', paid_at = paid_at - interval '3 days'`,
  );
  expect(await compared()).toMatchObject([{ kind: "missing_there", entry: "payout", reference, ours: sent }]);
  const after = statementOf([received, ["TRSF E-BANKING DB KAWUNG", -sent]]);
  expect((await budi("POST", "/v1/operator/statements", after)).message).toBe("1 mutasi baru, 1 sudah ada.");
  expect(await compared()).toEqual([]);
  expect((await runAudit(market.context)).findings).toEqual([]);
});

test("with bank transfers alone a sale with vouchers, change of method, refund of a line and withdrawal agrees in all books", async () => {
  const mandiri = "mandiri:1110002223334";
  const open = await openProduction({
    PAYMENT_PROVIDERS: "manual",
    MANUAL_BANK_ACCOUNTS: `${account}:PT Maju Jaya;${mandiri}:PT Maju Jaya`,
  });
  try {
    await sellOnce(open, mandiri);
  } finally {
    await open.close();
  }
});

/** Pays these payouts by the bank's file, in which one operator enters the results and another confirms them. */
async function transferAll(
  payouts: readonly { id: string; reference: string }[],
  ani: Call,
  budi: Call,
): Promise<void> {
  const { id: batchId } = (await ani("POST", "/v1/operator/payout-batches", {})).data as { id: string };
  const file = (await ani("GET", `/v1/operator/payout-batches/${batchId}/file`)).message.trim().split("\r\n");
  const references = file.slice(1).map((line) => line.split(",")[0] ?? "");
  expect(references).toHaveLength(payouts.length);
  const lines = references.map((reference) => `${reference},berhasil,FT-${reference}`);
  const results = { content: ["referensi,hasil,referensi_bank", ...lines, ""].join("\n") };
  expect((await ani("POST", "/v1/operator/payout-results", results)).data).toEqual({
    entered: payouts.length,
    skipped: [],
  });
  for (const { id, reference } of payouts) {
    const confirmed = { accept: true, outcome: "paid", bank_reference: `FT-${reference}` };
    await budi("POST", `/v1/operator/payouts/${id}/confirm`, confirmed);
  }
}

async function sellOnce(open: Production, mandiri: string): Promise<void> {
  const { context } = open;
  const { db } = context;
  const shop = await makeShop(context);
  const buyerId = await makeUser(context);
  const [buyer, seller, ani, budi] = [
    await open.as(buyerId),
    await open.as(shop.ownerId),
    await open.as(await makeUser(context, { type: "operator", name: "Ani" })),
    await open.as(await makeUser(context, { type: "operator", name: "Budi" })),
  ];
  const today = jakartaDay(context.clock.now());
  await ani("POST", "/v1/operator/withholding", { is_on: true, valid_from: today });
  const { accounts } = (await ani("GET", "/v1/operator/bank-accounts")).result as { accounts: { layout: object }[] };
  for (const one of [account, mandiri]) await ani("PUT", `/v1/operator/statement-layouts/${one}`, accounts[0]?.layout);

  // Two things with a voucher of the shop and one of the platform, to be paid to another bank than the first choice.
  for (const price of [200_000, 100_000]) {
    const { variantIds } = await makeProduct(context, shop.shopId, { price, stock: 5 });
    await makeCartLine(context, buyerId, variantIds[0] ?? "");
  }
  const vouchers = [
    (await makeVoucher(context, { shopId: shop.shopId, maxAmount: 15_000 })).id,
    (await makeVoucher(context, { maxAmount: 10_000 })).id,
  ];
  const choice = { address_id: await makeAddress(context, buyerId), shipping: { [shop.shopId]: "jne-reg" } };
  const chosen = { ...choice, payment_method: "transfer_bca", vouchers };
  const quote = (await buyer("POST", "/v1/checkout/quote", chosen)).result as { quote_id: string; total: number };
  const placed = (await buyer("POST", "/v1/checkout", { ...chosen, quote_id: quote.quote_id })).data;
  const { payment_id: paymentId, order_ids: orderIds } = placed as { payment_id: string; order_ids: string[] };
  const orderId = orderIds[0] ?? "";
  await open.settleDown();
  await buyer("PUT", `/v1/payments/${paymentId}/method`, { payment_method: "transfer_mandiri" });
  await open.settleDown();
  const payment = (await buyer("GET", `/v1/payments/${paymentId}`)).result as { amount: number; code: number };
  expect(payment.amount + payment.code).toBe(quote.total);
  const received: [string, number] = ["TRSF SARI DEWI", payment.amount];
  await ani("POST", "/v1/operator/statements", statementOf([received], mandiri));
  await open.settleDown();
  expect((await buyer("GET", `/v1/payments/${paymentId}`)).result).toMatchObject({ status: "paid" });

  await seller("POST", `/v1/seller/orders/${orderId}/accept`);
  await seller("POST", `/v1/seller/orders/${orderId}/ship`, { resi: newTrackingNumber() });
  await buyer("POST", `/v1/orders/${orderId}/receive`);
  await open.settleDown();

  // The second thing is paid back to the buyer's bank account, and the seller withdraws all of the rest.
  const order = (await seller("GET", `/v1/seller/orders/${orderId}`)).result as {
    refundable: { lines: { line_id: string; amount: number }[] };
  };
  const line = order.refundable.lines.toSorted((a, b) => a.amount - b.amount)[0];
  await seller("POST", `/v1/seller/orders/${orderId}/refunds`, { lines: [line], reason: "Barang cacat." });
  const addAccount = async (call: Call, number: string, holder: string) => {
    const added = { bank_code: "bca", number, holder_name: holder };
    const { id } = (await call("POST", "/v1/users/bank-accounts", added)).data as { id: string };
    await open.ageBankAccounts();
    return id;
  };
  const refund = ((await buyer("GET", "/v1/refunds")).result as { id: string; amount: number; status: string }[])[0];
  expect(refund).toMatchObject({ amount: line?.amount, status: "needs_account" });
  const buyerAccount = await addAccount(buyer, "5551234567", "Sari Dewi");
  await buyer("PUT", `/v1/refunds/${refund?.id}/account`, { bank_account_id: buyerAccount });
  await seller("PUT", "/v1/users/pin", { pin, pin_confirmation: pin });
  const sellerAccount = await addAccount(seller, "9876543210", "Wahyu Laksono");
  const amount = (await open.balances()).seller_balance ?? 0;
  await seller("POST", "/v1/seller/withdrawals", { amount, bank_account_id: sellerAccount, pin });
  await open.settleDown();
  const payouts = await db.rows<{ id: string; reference: string; status: string; sum: number }>(
    sql`select id, reference, status, amount - fee as sum from payouts order by id`,
  );
  expect(payouts.map(({ sum }) => sum).toSorted((a, b) => a - b)).toEqual([line?.amount, amount - 2500]);
  for (const { id, status } of payouts)
    if (status === "requested") await ani("POST", `/v1/operator/payouts/${id}/approve`);
  await open.settleDown();
  await transferAll(payouts, ani, budi);
  await open.settleDown();
  expect((await buyer("GET", "/v1/refunds")).result).toMatchObject([{ status: "done" }]);

  // Ledger, bank, statement and tax report agree to the rupiah.
  const out = payouts.map(({ sum }): [string, number] => ["TRSF E-BANKING DB KAWUNG", -sum]);
  await ani("POST", "/v1/operator/statements", statementOf([received, ...out], mandiri));
  const left = await open.balances();
  expect(left.cash).toBe(-payouts.reduce((sum, one) => sum - one.sum, payment.amount));
  expect(left.seller_balance).toBeUndefined();
  expect(Object.values(left).reduce((sum, one) => sum + one, 0)).toBe(0);
  const compared = await reconcileDay(context, { provider: "manual", day: today }, context.clock.now());
  expect(compared.differences.filter(({ kind }) => kind !== "unread")).toEqual([]);
  const undone = 95_000 - 2375 - 475;
  const months = (await seller("GET", "/v1/seller/statements")).result;
  expect(months).toMatchObject([{ month: today.slice(0, 7), opening: 0, outgo: amount + undone, closing: 0 }]);
  const taxFile = (await ani("GET", `/v1/operator/tax/withheld/${today.slice(0, 7)}/file.csv`)).message.trim();
  expect(left.tax_withheld).toBe(1000 - 50);
  expect(taxFile.split("\r\n").at(-1)?.split(",").at(-1)).toBe(String(left.tax_withheld));
  expect((await runAudit(context)).findings).toEqual([]);
}
