/**
 * A marketplace that needs no contract with anybody but a bank: production settings, buyers transfer to its account,
 * operators upload the bank's statement and transfer payouts themselves. One sale from the checkout to the seller's
 * bank account, through the calls that the pages make.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../src/lib/database.ts";
import { addDuration, jakartaDay, minute } from "../src/lib/time.ts";
import { runAudit } from "../src/orders/audit/run-audit.ts";
import { sweepDeadlines } from "../src/orders/deadlines.ts";
import { firstScanDuration } from "../src/orders/rules.ts";
import { reconcileDay } from "../src/payments/reconciliation/reconcile-day.ts";
import { makeCartLine } from "./make/checkout.ts";
import { newTrackingNumber } from "./make/orders.ts";
import { openProduction, type Call, type Production } from "./make/production.ts";
import { makeAddress, makeProduct, makeShop, makeUser } from "./make/rows.ts";

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
function statementOf(movements: readonly [text: string, amount: number][]): FormData {
  const day = jakartaDay(market.context.clock.now()).split("-").reverse().join("/");
  let balance = 0;
  const rows = movements.map(([text, amount]) => {
    balance += amount;
    return `"'${day}","${text}","0000","${Math.abs(amount)}.00 ${amount < 0 ? "DB" : "CR"}","${balance}.00"`;
  });
  const head = '"Informasi Rekening"\r\n\r\n"Tanggal Transaksi","Keterangan","Cabang","Jumlah","Saldo"';
  const form = new FormData();
  form.set("account", account);
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
  await sweepDeadlines(market.context, addDuration(market.context.clock.now(), firstScanDuration + minute));
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
