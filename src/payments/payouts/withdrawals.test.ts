import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeShopApi, type Client } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { addBalance, brokenMoney, fundsOf, makeRichShop, testPin, type RichShop } from "../../../test/make/payouts.ts";
import { makeBankAccount } from "../../../test/make/rows.ts";
import { sql } from "#lib/database.ts";
import { addDuration, day, hour, minute } from "#lib/time.ts";
import { pinAttempts } from "#accounts/pin/rules.ts";
import { book } from "../ledger/ledger.ts";
import { paymentRoutes } from "../routes.ts";
import { advancePayout, pollPayouts } from "./advance-payout.ts";
import { runAutomaticWithdrawals } from "./automatic-withdrawals.ts";
import type { WithdrawalAnswer, WithdrawalPreview } from "./contract.ts";
import { holdPayouts, releasePayouts } from "./hold-payouts.ts";
import {
  approvalAmount,
  equalWithdrawalDuration,
  feeOf,
  maxOpenWithdrawals,
  minWithdrawal,
  secondApprovalAmount,
  withdrawalFee,
} from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "fatal" });
  api = await makeShopApi(context, [paymentRoutes]);
});
afterAll(async () => {
  const broken = await brokenMoney(context);
  await api.close();
  await context.close();
  expect(broken).toEqual([]);
});

const now = () => context.clock.now();
type Answer = { status: number; body: { code: string; message: string; data: WithdrawalAnswer; result: never } };
const withdraw = (client: Client, shop: RichShop, amount: number, fields: object = {}, key: string = randomUUID()) =>
  client(
    "POST",
    "/v1/seller/withdrawals",
    { amount, bank_account_id: shop.accountId, pin: testPin, ...fields },
    { "idempotency-key": key },
  ) as unknown as Promise<Answer>;
const shown = async (client: Client, id: string) =>
  (await client("GET", `/v1/seller/withdrawals/${id}`)).body.result as unknown as WithdrawalAnswer & {
    events: { label: string }[];
  };
const made = async (fields?: Parameters<typeof makeRichShop>[1]) => {
  const shop = await makeRichShop(context, fields);
  return { shop, seller: await api.as(shop.ownerId) };
};

describe("a withdrawal", () => {
  test("leaves the balance at once, and arrives at the bank account without the fee", async () => {
    const { shop, seller } = await made({ balance: 500_000 });
    const { status, body } = await withdraw(seller, shop, 200_000);
    expect([status, body.message]).toEqual([200, "Penarikan Anda sedang diproses."]);
    expect(body.data).toMatchObject({
      amount: 200_000,
      fee: withdrawalFee,
      received: 200_000 - withdrawalFee,
      status: "approved",
      bank_name: "BCA",
    });
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 300_000, payable: 200_000 });
    await advancePayout(context, body.data.id, now());
    const after = await shown(seller, body.data.id);
    expect(after.status).toBe("paid");
    expect(after.events.map(({ label }) => label)).toEqual(["Diminta", "Disetujui", "Dikirim ke bank", "Sudah sampai"]);
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 300_000, payable: 0 });
    const entries = await context.db.rows<{ kind: string; amount: number }>(sql`
      select a.kind, e.amount from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts a on a.id = e.account_id where t.kind = 'withdrawal_paid' and t.reference = ${body.data.id} order by 1`);
    expect(entries).toEqual([
      { kind: "cash", amount: 200_000 - withdrawalFee },
      { kind: "provider_fees", amount: withdrawalFee },
      { kind: "withdrawal_payable", amount: -200_000 },
    ]);
    const told = await context.db.row<{ description: string; user_type: string }>(
      sql`select description, user_type from notifications where user_id = ${shop.ownerId} and title = 'Penarikan sudah dikirim'`,
    );
    expect(told?.user_type).toBe("seller");
    expect(told?.description).toContain("Rp197.500 sudah dikirim ke BCA");
  });

  test("that the bank refuses returns to the balance with its fee, once", async () => {
    const { shop, seller } = await made({ balance: 500_000, number: "1234561111" });
    const { id } = (await withdraw(seller, shop, 500_000)).body.data;
    for (let turn = 0; turn < 3; turn += 1) await advancePayout(context, id, addDuration(now(), turn * hour));
    expect(await shown(seller, id)).toMatchObject({
      status: "failed",
      reason: "Bank tidak menerima rekening tujuan. Periksa nomor dan nama pemiliknya.",
    });
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 500_000, payable: 0 });
  });

  test("that the bank returns after it was paid goes back to the balance, once", async () => {
    const { shop, seller } = await made({ balance: 500_000, number: "1234562222" });
    const { id } = (await withdraw(seller, shop, 100_000)).body.data;
    await advancePayout(context, id, now());
    expect((await shown(seller, id)).status).toBe("paid");
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 400_000, payable: 0 });
    for (let turn = 1; turn < 5; turn += 1) await advancePayout(context, id, addDuration(now(), turn * day));
    expect((await shown(seller, id)).status).toBe("returned");
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 500_000, payable: 0 });
    const fees = await context.db.row<{ sum: number }>(sql`
      select coalesce(sum(e.amount), 0)::bigint as sum from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      join ledger_accounts a on a.id = e.account_id where a.kind in ('provider_fees', 'cash') and t.reference like ${`${id}%`}`);
    expect(fees?.sum).toBe(0);
  });

  test("that was paid is asked about for a week and then no more", async () => {
    const { shop, seller } = await made({ balance: 100_000 });
    const { id } = (await withdraw(seller, shop, 100_000)).body.data;
    await advancePayout(context, id, now());
    const due = async () =>
      (await context.db.row<{ poll_at: Date | null }>(sql`select poll_at from payouts where id = ${id}`))?.poll_at;
    let turns = 0;
    for (let at = await due(); at; at = await due()) {
      await advancePayout(context, id, at);
      turns += 1;
    }
    expect(turns).toBe(14);
    expect((await shown(seller, id)).status).toBe("paid");
  });

  test("repeated with the same key is the same withdrawal, also with a wrong PIN; with another amount it is refused", async () => {
    const { shop, seller } = await made({ balance: 500_000 });
    const key = randomUUID();
    const first = await withdraw(seller, shop, 100_000, {}, key);
    const again = await Promise.all([1, 2, 3].map(() => withdraw(seller, shop, 100_000, {}, key)));
    for (const { status, body } of again) expect([status, body.data]).toEqual([200, first.body.data]);
    expect((await withdraw(seller, shop, 100_000, { pin: "000111" }, key)).body.data).toEqual(first.body.data);
    expect((await withdraw(seller, shop, 100_001, {}, key)).body.code).toBe("idempotency.reused");
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 400_000, payable: 100_000 });
  });

  test("takes no more than the balance when many come at the same moment", async () => {
    const { shop, seller } = await made({ balance: 350_000 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw(seller, shop, 100_000)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const { status, body } of answers)
      if (status !== 200) expect(["payments.balance_too_low", "accounts.pin_locked"]).toContain(body.code);
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 50_000, payable: 300_000 });
  });

  test("without PIN and second factor asks for a PIN; a wrong PIN changes nothing and is refused after five attempts", async () => {
    const { shop, seller } = await made({ balance: 100_000 });
    expect((await withdraw(seller, shop, 50_000, { pin: undefined })).body.code).toBe("request.invalid");
    for (let at = 0; at < pinAttempts.max; at += 1)
      expect((await withdraw(seller, shop, 50_000, { pin: "000111" })).body.code).toBe("request.invalid");
    expect((await withdraw(seller, shop, 50_000)).body.code).toBe("accounts.pin_locked");
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 100_000, payable: 0 });
    await context.db.run(sql`delete from pins where user_id = ${shop.ownerId}`);
    expect((await withdraw(seller, shop, 50_000, { pin: undefined })).body.code).toBe("accounts.pin_missing");
  });

  test.each([
    ["more than the balance", 100_001, "payments.balance_too_low"],
    ["less than the minimum", minWithdrawal() - 1, "payouts.too_small"],
    ["nothing", 0, "request.invalid"],
    ["a negative amount", -50_000, "request.invalid"],
    ["a fraction of a rupiah", 10_000.5, "request.invalid"],
    ["a text", "50000", "request.invalid"],
    ["an amount beyond all money", 1e15, "request.invalid"],
  ])("of %s is refused and changes nothing", async (_what, amount, code) => {
    const { shop, seller } = await made({ balance: 100_000 });
    expect((await withdraw(seller, shop, amount as number)).body.code).toBe(code);
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 100_000, payable: 0 });
  });

  test("to another person's account, a missing one or one that is too new is refused", async () => {
    const { shop, seller } = await made({ balance: 100_000 });
    const other = await makeRichShop(context);
    expect((await withdraw(seller, shop, 50_000, { bank_account_id: other.accountId })).status).toBe(404);
    expect((await withdraw(seller, shop, 50_000, { bank_account_id: randomUUID() })).status).toBe(404);
    await context.db.run(
      sql`update bank_accounts set created_at = now(), usable_from = now() + interval '1 minute' where id = ${shop.accountId}`,
    );
    expect((await withdraw(seller, shop, 50_000)).body.code).toBe("payouts.bank_account_waiting");
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 100_000, payable: 0 });
  });

  test("of another shop cannot be seen or cancelled", async () => {
    const { shop, seller } = await made({ balance: 100_000, isKnownAccount: false });
    const { seller: stranger } = await made();
    const { id } = (await withdraw(seller, shop, 50_000)).body.data;
    expect((await stranger("GET", `/v1/seller/withdrawals/${id}`)).status).toBe(404);
    expect((await stranger("POST", `/v1/seller/withdrawals/${id}/cancel`)).status).toBe(404);
    expect(
      ((await stranger("GET", "/v1/seller/withdrawals")).body.result as unknown as { rows: object[] }).rows,
    ).toHaveLength(1);
  });

  test("waits for an operator when it is large or the account is new, and can be cancelled until then", async () => {
    const { shop, seller } = await made({ balance: 100_000_000, isKnownAccount: false });
    const first = (await withdraw(seller, shop, 50_000)).body;
    expect([first.data.status, first.message]).toEqual([
      "requested",
      "Penarikan Anda menunggu persetujuan. Kami mengabari Anda.",
    ]);
    await advancePayout(context, first.data.id, now());
    expect((await shown(seller, first.data.id)).status).toBe("requested");
    const cancelled = await seller("POST", `/v1/seller/withdrawals/${first.data.id}/cancel`);
    expect((cancelled.body.data as unknown as WithdrawalAnswer).status).toBe("cancelled");
    expect((await seller("POST", `/v1/seller/withdrawals/${first.data.id}/cancel`)).body.code).toBe(
      "payouts.not_cancellable",
    );
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 100_000_000, payable: 0 });
    const { shop: known, seller: knownSeller } = await made({ balance: 100_000_000 });
    const amounts = [approvalAmount() - 1, approvalAmount(), secondApprovalAmount()];
    const needed = [];
    for (const amount of amounts) {
      const query = `?amount=${amount}&bank_account_id=${known.accountId}`;
      const { result } = (await knownSeller("GET", `/v1/seller/withdrawals/preview${query}`)).body;
      needed.push((result as unknown as { approvals: number }).approvals);
    }
    expect(needed).toEqual([0, 1, 2]);
    const nothing = await knownSeller(
      "GET",
      `/v1/seller/withdrawals/preview?amount=0&bank_account_id=${known.accountId}`,
    );
    expect(nothing.body.code).toBe("payouts.too_small");
  });

  test("has an equal one named in its preview for a while, unless its money came back", async () => {
    const { shop, seller } = await made({ balance: 100_000_000, isKnownAccount: false });
    const equal = async (amount: number) => {
      const query = `?amount=${amount}&bank_account_id=${shop.accountId}`;
      const { result } = (await seller("GET", `/v1/seller/withdrawals/preview${query}`)).body;
      return (result as unknown as WithdrawalPreview).equal;
    };
    expect(await equal(50_000)).toBeNull();
    const { id } = (await withdraw(seller, shop, 50_000)).body.data;
    expect(await equal(50_000)).toMatchObject({ id });
    expect(await equal(60_000)).toBeNull();
    const { id: second } = (await withdraw(seller, shop, 50_000)).body.data;
    expect(await equal(50_000)).toMatchObject({ id: second });
    await seller("POST", `/v1/seller/withdrawals/${second}/cancel`);
    expect(await equal(50_000)).toMatchObject({ id });
    await context.db.run(
      sql`update payouts set requested_at = ${addDuration(now(), -equalWithdrawalDuration)} where id = ${id}`,
    );
    expect(await equal(50_000)).toBeNull();
  });

  test("of a shop in debt is refused, and of one with too many under way too", async () => {
    const { shop, seller } = await made({ balance: 100_000, isKnownAccount: false });
    for (let at = 0; at < maxOpenWithdrawals; at += 1) expect((await withdraw(seller, shop, 10_000)).status).toBe(200);
    expect((await withdraw(seller, shop, 10_000)).body.code).toBe("payouts.too_many_open");
    const { shop: indebted, seller: debtor } = await made({ balance: 100_000 });
    const debt = (amount: number) =>
      context.db.transaction((tx) =>
        book(tx, {
          kind: "settlement_changed",
          reference: randomUUID(),
          now: now(),
          movements: [
            { kind: "seller_debt", owner: indebted.shopId, amount: -amount },
            { kind: "cash", owner: "simulator", amount },
          ],
        }),
      );
    await debt(1);
    expect((await withdraw(debtor, indebted, 10_000)).body.code).toBe("payouts.in_debt");
    await debt(-1);
    expect((await withdraw(debtor, indebted, 10_000)).status).toBe(200);
  });

  test("is neither accepted nor sent while payouts are on hold", async () => {
    const { shop, seller } = await made({ balance: 100_000 });
    const { id } = (await withdraw(seller, shop, 50_000)).body.data;
    await holdPayouts(context.db, { reason: "audit", note: "Uji", now: now() });
    try {
      expect([(await withdraw(seller, shop, 10_000)).status, (await withdraw(seller, shop, 10_000)).body.code]).toEqual(
        [503, "payouts.held"],
      );
      await advancePayout(context, id, now());
      expect((await shown(seller, id)).status).toBe("approved");
    } finally {
      await releasePayouts(context.db, "audit");
    }
    await pollPayouts(context, addDuration(now(), 10 * minute));
    expect((await shown(seller, id)).status).toBe("paid");
  });

  test("of a whole balance below the minimum is possible for a shop on vacation, without a fee", async () => {
    const { shop, seller } = await made({ balance: 4500 });
    expect((await withdraw(seller, shop, 4500)).body.code).toBe("payouts.too_small");
    await context.db.run(sql`update shops set on_vacation = true where id = ${shop.shopId}`);
    expect((await withdraw(seller, shop, 4400)).body.code).toBe("payouts.too_small");
    const { status, body } = await withdraw(seller, shop, 4500);
    expect([status, body.data.fee, body.data.received, body.data.status]).toEqual([200, 0, 4500, "requested"]);
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 0, payable: 4500 });
  });
});

describe("an automatic withdrawal", () => {
  // Monday in Jakarta, still Sunday in UTC.
  const monday = new Date("2027-01-03T18:00:00Z");

  test("takes the whole balance on its day, once, to the main account", async () => {
    const { shop, seller } = await made({ balance: 250_000 });
    expect((await seller("PUT", "/v1/seller/withdrawals/schedule", { weekday: 1 })).body.message).toBe(
      "Saldo ditarik otomatis setiap hari Senin.",
    );
    await runAutomaticWithdrawals(context, addDuration(monday, -day));
    expect((await fundsOf(context, shop.shopId)).balance).toBe(250_000);
    await Promise.all(Array.from({ length: 5 }, () => runAutomaticWithdrawals(context, monday)));
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 0, payable: 250_000 });
    await addBalance(context, shop.shopId, 80_000);
    await runAutomaticWithdrawals(context, addDuration(monday, 5 * hour));
    expect((await fundsOf(context, shop.shopId)).balance).toBe(80_000);
    await runAutomaticWithdrawals(context, addDuration(monday, 7 * day));
    expect((await fundsOf(context, shop.shopId)).balance).toBe(0);
    const { result } = (await seller("GET", "/v1/seller/withdrawals")).body;
    expect(
      (result as unknown as { rows: WithdrawalAnswer[] }).rows.map((row) => [row.amount, row.is_automatic]),
    ).toEqual([
      [80_000, true],
      [250_000, true],
      [1, false],
    ]);
  });

  test("that cannot run informs the seller and does not delay other shops", async () => {
    const { shop, seller } = await made({ balance: 250_000 });
    await seller("PUT", "/v1/seller/withdrawals/schedule", { weekday: 2 });
    await context.db.run(sql`delete from bank_accounts where user_id = ${shop.ownerId}`);
    const { shop: fine, seller: fineSeller } = await made({ balance: 60_000 });
    await fineSeller("PUT", "/v1/seller/withdrawals/schedule", { weekday: 2 });
    const { shop: small, seller: smallSeller } = await made({ balance: 49_999 });
    await smallSeller("PUT", "/v1/seller/withdrawals/schedule", { weekday: 2 });
    const tuesday = addDuration(monday, day);
    await runAutomaticWithdrawals(context, tuesday);
    await runAutomaticWithdrawals(context, tuesday);
    expect((await fundsOf(context, fine.shopId)).balance).toBe(0);
    expect((await fundsOf(context, small.shopId)).balance).toBe(49_999);
    expect((await fundsOf(context, shop.shopId)).balance).toBe(250_000);
    const told = await context.db.rows<{ description: string }>(
      sql`select description from notifications where user_id = ${shop.ownerId} and title = 'Penarikan otomatis tidak berjalan'`,
    );
    expect(told.map(({ description }) => description)).toEqual(["Simpan rekening bank dulu untuk menarik saldo."]);
  });

  test("can be switched off, and refuses a day that does not exist", async () => {
    const { shop, seller } = await made({ balance: 250_000 });
    for (const weekday of [0, 8, 1.5, "1"])
      expect((await seller("PUT", "/v1/seller/withdrawals/schedule", { weekday })).status).toBe(422);
    await seller("PUT", "/v1/seller/withdrawals/schedule", { weekday: 3 });
    await seller("PUT", "/v1/seller/withdrawals/schedule", { weekday: null });
    await runAutomaticWithdrawals(context, addDuration(monday, 2 * day));
    expect((await fundsOf(context, shop.shopId)).balance).toBe(250_000);
  });
});

test("a seller reads the times of withdrawals in the shop's zone", async () => {
  const { shop, seller } = await made({ balance: 500_000 });
  await context.db.run(sql`update shops set province_code = '51' where id = ${shop.shopId}`);
  const zoneAt = async (path: string) => {
    const { result } = (await seller("GET", `/v1/seller/withdrawals${path}`)).body;
    return (result as unknown as { zone: string }).zone;
  };
  const { body } = await withdraw(seller, shop, 50_000);
  const previewed = `/preview?amount=50000&bank_account_id=${shop.accountId}`;
  for (const path of ["", "/options", previewed, `/${body.data.id}`])
    expect([path, await zoneAt(path)]).toEqual([path, "WITA"]);
});

test("the poll handles payouts in the order in which they are due, and no more than its limit", async () => {
  const { shop, seller } = await made({ balance: 500_000 });
  const ids = [];
  for (let at = 0; at < 4; at += 1) ids.push((await withdraw(seller, shop, 10_000)).body.data.id);
  await context.db.run(
    sql`update payouts set poll_at = now() + interval '1 year' where id <> all(${ids}) and poll_at is not null`,
  );
  for (const [at, id] of ids.entries())
    await context.db.run(sql`update payouts set poll_at = ${addDuration(now(), -at * minute)} where id = ${id}`);
  await pollPayouts(context, now(), { max: 2 });
  const states = await Promise.all(ids.map(async (id) => (await shown(seller, id)).status));
  expect(states).toEqual(["approved", "approved", "paid", "paid"]);
});

test("an account that is removed while a withdrawal is under way still gets it", async () => {
  const { shop, seller } = await made({ balance: 100_000 });
  const { id } = (await withdraw(seller, shop, 50_000)).body.data;
  await makeBankAccount(context, shop.ownerId);
  await seller("DELETE", `/v1/users/bank-accounts/${shop.accountId}`);
  await advancePayout(context, id, now());
  expect((await shown(seller, id)).status).toBe("paid");
});

test("a fee never takes the whole amount", () => {
  expect([feeOf(1, false), feeOf(2, false), feeOf(10_000, false), feeOf(5000, true)]).toEqual([0, 1, 2500, 0]);
});
