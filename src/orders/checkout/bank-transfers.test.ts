import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, day, hour } from "#lib/time.ts";
import { createAttempt } from "#payments/attempts/create-attempt.ts";
import { newAttempt } from "#payments/attempts/create-payment.ts";
import { findAttempt, updateAttempt } from "#payments/attempts/queries.ts";
import { paymentRefusals } from "#payments/contract.ts";
import { maxTransferCode, sumReuseDuration } from "#payments/providers/manual/rules.ts";
import { paymentDuration, transferCheckDuration } from "#payments/rules.ts";
import { makeContext } from "../../../test/make/context.ts";
import { attemptOf, makePlacedOrder } from "../../../test/make/orders.ts";
import { makeProduct, makeShop, makeUser } from "../../../test/make/rows.ts";
import { brokenInvariants } from "../invariants.ts";
import { changeMethod } from "./change-method.ts";
import { placeOrder } from "./place-order.ts";
import { quoteCheckout } from "./quote-checkout.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
const now = new Date("2026-11-21T03:00:00Z");
const account = "bca:1234567890";

beforeAll(async () => {
  context = await makeContext({
    MANUAL_BANK_ACCOUNTS: "bca:1234567890:PT Kawung Nusantara; mandiri:1370012345678:PT Kawung Nusantara",
  });
});
afterAll(() => context.close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

/** A bare payment of this amount, and whether it got a sum of its own. */
async function transferFor(amount: number, at = now): Promise<number | string> {
  const buyerId = await makeUser(context);
  try {
    return await context.db.transaction(async (tx) => {
      const payment = await tx.row<{ id: string }>(sql`
        with checkout as (
          insert into checkouts (buyer_id, goods_total, shipping_total, adjustments_total, total, created_at)
          values (${buyerId}, ${amount}, 0, 0, ${amount}, ${at}) returning id
        )
        insert into payments (checkout_id, buyer_id, amount, status, due_at, created_at)
        select id, ${buyerId}, ${amount}, 'pending', ${addDuration(at, day)}, ${at} from checkout returning id`);
      await createAttempt(tx, payment?.id ?? "", newAttempt(context, { method: "transfer_bca", amount }, at));
      const attempt = await tx.row<{ amount: number }>(
        sql`select amount from payment_attempts where payment_id = ${payment?.id ?? null}`,
      );
      return attempt?.amount ?? 0;
    });
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}
/** Bare payments have no orders, so they break the equations of checkouts. */
const removeBare = () =>
  context.db.transaction(async (tx) => {
    const bare = sql`select id from checkouts c where not exists (select from orders o where o.checkout_id = c.id)`;
    await tx.run(
      sql`delete from payment_attempts where payment_id in (select id from payments where checkout_id in (${bare}))`,
    );
    await tx.run(sql`delete from payments where checkout_id in (${bare})`);
    await tx.run(sql`delete from checkouts where id in (${bare})`);
  });

test("a buyer transfers an exact sum of up to Rp499 less to the account that the operator has set", async () => {
  const made = await makePlacedOrder(context, { now, method: "transfer_bca" });
  const attempt = await attemptOf(context, made.paymentId);
  expect(attempt).toMatchObject({ provider: "manual", account, amount: made.total - attempt.code });
  expect(attempt.code).toBeGreaterThanOrEqual(1);
  expect(attempt.code).toBeLessThanOrEqual(maxTransferCode);
  expect(attempt.instructions).toMatchObject({ number: "1234567890", holder: "PT Kawung Nusantara" });
  expect(attempt.due_at).toEqual(addDuration(now, paymentDuration() + transferCheckDuration));
  const polled = await context.db.rows(
    sql`select 1 from payment_attempts where id = ${attempt.id} and poll_at is not null`,
  );
  expect(polled).toEqual([]);
});

test("a bank for which no account is set is not offered", async () => {
  await expect(makePlacedOrder(context, { now, method: "transfer_bri" })).rejects.toMatchObject({
    code: paymentRefusals.methodUnknown.code,
  });
  await expect(makePlacedOrder(context, { now, method: "transfer_" })).rejects.toMatchObject({
    code: paymentRefusals.methodUnknown.code,
  });
});

test("a buyer changes between banks, and the old sum is free for the marketplace again", async () => {
  const made = await makePlacedOrder(context, { now, method: "transfer_bca" });
  await changeMethod(context, { paymentId: made.paymentId, buyerId: made.buyerId, method: "transfer_mandiri" }, now);
  const changed = await attemptOf(context, made.paymentId);
  expect(changed).toMatchObject({ status: "pending", account: "mandiri:1370012345678" });
  await changeMethod(context, { paymentId: made.paymentId, buyerId: made.buyerId, method: "va_bca" }, now);
  expect(await attemptOf(context, made.paymentId)).toMatchObject({ provider: "simulator", account: null, code: 0 });
});

test("300 checkouts of the same total at once ask one account for 300 different sums", async () => {
  const { shopId } = await makeShop(context);
  const { variantIds } = await makeProduct(context, shopId, { price: 75_000, stock: 300 });
  const variantId = variantIds[0] ?? "";
  const template = await makePlacedOrder(context, { now });
  const buyers = await context.db.rows<{ buyer: string; address: string }>(sql`
    with buyer as (
      insert into users (email, name, type) select 'ramai-' || n || '@kawung.test', 'Sari Dewi', 'pembeli' from generate_series(1, 300) n returning id
    )
    insert into addresses (user_id, label, recipient, phone, province_code, regency_code, district_code, village_code, postcode, street, is_main)
    select buyer.id, a.label, a.recipient, a.phone, a.province_code, a.regency_code, a.district_code, a.village_code, a.postcode, a.street, true
    from buyer, addresses a where a.user_id = ${template.buyerId} returning user_id as buyer, id as address`);
  const first = buyers[0] ?? { buyer: "", address: "" };
  const choice = { shipping: { [shopId]: "jne-reg" }, paymentMethod: "transfer_bca", buy: { variantId, quantity: 1 } };
  const quote = await quoteCheckout(context, first.buyer, { ...choice, addressId: first.address }, now);
  expect(quote.can_pay).toBe(true);
  const placed = await Promise.all(
    buyers.map(async ({ buyer, address }) => {
      const { quote_id: quoteId } = await quoteCheckout(context, buyer, { ...choice, addressId: address }, now);
      return placeOrder(
        context,
        { ...choice, addressId: address, buyerId: buyer, quoteId, idempotencyKey: randomUUID() },
        now,
      );
    }),
  );
  const sums = await context.db.rows<{ amount: number; code: number }>(sql`
    select a.amount, a.code from payment_attempts a join payments p on p.id = a.payment_id
    where p.id = any(${placed.map(({ payment_id }) => payment_id)}::uuid[]) and a.account = ${account}`);
  expect(sums).toHaveLength(300);
  expect(new Set(sums.map(({ amount }) => amount)).size).toBe(300);
  for (const { amount, code } of sums) expect(amount + code).toBe(quote.total);
});

test("a sum is asked for once at a time; when none is free, the buyer chooses another method", async () => {
  const sums = await Promise.all(Array.from({ length: 6 }, () => transferFor(4)));
  expect(sums.toSorted()).toEqual([1, 2, 3, ...Array(3).fill(paymentRefusals.noFreeSum.code)]);
  await removeBare();
});

test("the sum of an earlier transfer rests for a week, unless no other one is free", async () => {
  expect([await transferFor(4), await transferFor(4)].every((sum) => typeof sum === "number")).toBe(true);
  await context.db.run(sql`update payment_attempts set status = 'expired' where account = ${account} and amount < 4`);
  const rested = await context.db.rows<{ amount: number }>(
    sql`select amount from payment_attempts where account = ${account} and amount < 4`,
  );
  const third = await transferFor(4, addDuration(now, hour));
  expect(rested.map(({ amount }) => amount)).not.toContain(third);
  expect(typeof (await transferFor(4, addDuration(now, hour)))).toBe("number");
  await context.db.run(sql`update payment_attempts set status = 'expired' where account = ${account} and amount < 4`);
  const later = addDuration(now, sumReuseDuration + 2 * hour);
  expect(new Set([await transferFor(4, later), await transferFor(4, later), await transferFor(4, later)]).size).toBe(3);
  await removeBare();
});

test("the database refuses two open attempts of one account with the same sum", async () => {
  const made = await makePlacedOrder(context, { now, method: "transfer_bca" });
  const other = await makePlacedOrder(context, { now, method: "transfer_bca" });
  const { amount } = await attemptOf(context, made.paymentId);
  const { id } = await attemptOf(context, other.paymentId);
  await expect(
    context.db.run(sql`update payment_attempts set amount = ${amount}, code = code where id = ${id}`),
  ).rejects.toMatchObject({ constraint: "payment_attempts_transfer_amount" });
  const attempt = await findAttempt(context.db, id);
  expect(attempt && (await context.db.transaction((tx) => updateAttempt(tx, attempt)))).toBeUndefined();
});
