import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeShopApi, type Client } from "../../../../test/make/checkout.ts";
import { makeContext } from "../../../../test/make/context.ts";
import { makeShop, makeUser } from "../../../../test/make/rows.ts";
import { sql } from "#lib/database.ts";
import { addDuration, hour, minute } from "#lib/time.ts";
import { paymentRoutes } from "../../routes.ts";
import type { BankAccountAnswer } from "./contract.ts";
import { findUsableBankAccount } from "./find-usable-bank-account.ts";
import { accountNumberProblem, banks, maxBankAccounts } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;

beforeAll(async () => {
  context = await makeContext();
  api = await makeShopApi(context, [paymentRoutes]);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

const now = () => context.clock.now();
const account = { bank_code: "bca", number: "123-456 7890", holder_name: "Wahyu Laksono" };
const add = (client: Client, fields: object = {}) =>
  client("POST", "/v1/users/bank-accounts", { ...account, ...fields }) as unknown as Promise<{
    status: number;
    body: { code: string; data: BankAccountAnswer & Record<string, string[]> };
  }>;
const list = async (client: Client) =>
  (await client("GET", "/v1/users/bank-accounts")).body.result as unknown as BankAccountAnswer[];
const usable = (userId: string, accountId: string, at: Date) =>
  findUsableBankAccount(context.db, context, { userId, accountId, now: at }).catch(
    (error: { code: string }) => error.code,
  );

describe("a bank account", () => {
  test("shows the holder whom the bank names and four digits, and can be used after 24 hours", async () => {
    const userId = await makeUser(context);
    const user = await api.as(userId);
    const { status, body } = await add(user);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      bank_name: "BCA",
      number: "•••• 7890",
      holder_name: "WAHYU LAKSONO",
      is_verified: true,
      is_main: true,
      is_usable: false,
    });
    expect(await list(user)).toEqual([body.data]);
    expect(await usable(userId, body.data.id, addDuration(now(), 24 * hour - minute))).toBe(
      "payouts.bank_account_waiting",
    );
    expect(await usable(userId, body.data.id, addDuration(now(), 24 * hour + minute))).toMatchObject({
      bankCode: "bca",
      number: "1234567890",
      last4: "7890",
    });
  });

  test("is stored without its number, and its owner gets a mail and a notification about each change", async () => {
    const { ownerId } = await makeShop(context);
    const seller = await api.as(ownerId);
    const { data } = (await add(seller, { number: "5550001234" })).body;
    const stored = await context.db.row<{ row: string }>(
      sql`select to_jsonb(a)::text || encode(number_sealed, 'escape') as row from bank_accounts a where id = ${data.id}`,
    );
    expect(stored?.row).not.toContain("5550001234");
    const second = (await add(seller, { bank_code: "bri", number: "123456789012345" })).body.data;
    expect(second.is_main).toBe(false);
    await seller("PUT", `/v1/users/bank-accounts/${second.id}/main`);
    await seller("DELETE", `/v1/users/bank-accounts/${second.id}`);
    expect((await list(seller)).map(({ id, is_main }) => [id, is_main])).toEqual([[data.id, true]]);
    const told = await context.db.rows<{ title: string; user_type: string }>(
      sql`select title, user_type from notifications where user_id = ${ownerId} order by created_at, id`,
    );
    expect(told.map(({ title }) => title)).toEqual([
      "Rekening bank ditambahkan",
      "Rekening bank ditambahkan",
      "Rekening utama diganti",
      "Rekening bank dihapus",
    ]);
    expect(new Set(told.map(({ user_type }) => user_type))).toEqual(new Set(["seller"]));
    const mails = await context.db.row<{ n: number }>(sql`
      select count(*)::int as n from graphile_worker._private_jobs where payload->>'dedupeKey' like 'bank account %'
        and payload->>'to' = (select email from users where id = ${ownerId})`);
    expect(mails?.n).toBe(4);
  });

  test("of another user does not exist", async () => {
    const [ownerId, strangerId] = [await makeUser(context), await makeUser(context)];
    const [owner, stranger] = [await api.as(ownerId), await api.as(strangerId)];
    const { data } = (await add(owner)).body;
    for (const [method, path] of [
      ["PUT", "/main"],
      ["DELETE", ""],
    ] as const)
      expect((await stranger(method, `/v1/users/bank-accounts/${data.id}${path}`)).status).toBe(404);
    expect(await usable(strangerId, data.id, addDuration(now(), 48 * hour))).toBe("request.not_found");
    expect((await list(owner))[0]?.is_main).toBe(true);
    expect(await list(stranger)).toEqual([]);
  });

  test("needs a login of the last 15 minutes", async () => {
    const userId = await makeUser(context);
    const user = await api.as(userId);
    const { data } = (await add(user)).body;
    await context.db.run(
      sql`update sessions set authenticated_at = ${addDuration(now(), -16 * minute)} where user_id = ${userId}`,
    );
    const answers = [
      await add(user, { number: "9876543210" }),
      await user("PUT", `/v1/users/bank-accounts/${data.id}/main`),
      await user("DELETE", `/v1/users/bank-accounts/${data.id}`),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(Array(3).fill("accounts.confirm_needed"));
  });

  test.each([
    ["a number too short for its bank", { number: "12345" }, "number"],
    ["a number too long for its bank", { number: "12345678901" }, "number"],
    ["letters in the number", { number: "12345abcde" }, "number"],
    ["digits of another script", { number: "１２３４５６７８９０" }, "number"],
    ["an endless number", { number: "1".repeat(10_000) }, "number"],
    ["a number of another bank", { bank_code: "bri" }, "number"],
    ["an unknown bank", { bank_code: "bank-saya" }, "bank_code"],
    ["a holder without a name", { holder_name: " " }, "holder_name"],
    ["a holder with a line break", { holder_name: "Wahyu\nLaksono" }, "holder_name"],
    ["a field that does not exist", { usable_from: "2020-01-01T00:00:00Z" }, "usable_from"],
  ])("is refused with %s, and nothing is stored", async (_what, fields, wrong) => {
    const user = await api.as(await makeUser(context));
    const { status, body } = await add(user, fields);
    expect([status, body.code, Object.keys(body.data)]).toEqual([422, "request.invalid", [wrong]]);
    expect(await list(user)).toEqual([]);
  });

  test("that the bank does not know is refused", async () => {
    const user = await api.as(await makeUser(context));
    expect((await add(user, { number: "1234560000" })).body.code).toBe("payouts.bank_account_unknown");
    expect(await list(user)).toEqual([]);
  });

  test("is stored once, and at most three, also when they come at the same moment", async () => {
    const user = await api.as(await makeUser(context));
    const same = await Promise.all(Array.from({ length: 5 }, () => add(user)));
    expect(same.map(({ body }) => body.code ?? "saved").sort()).toEqual([
      ...Array<string>(4).fill("payouts.bank_account_known"),
      "saved",
    ]);
    const more = await Promise.all([1, 2, 3, 4].map((digit) => add(user, { number: `987654321${digit}` })));
    expect(more.map(({ body }) => body.code ?? "saved").sort()).toEqual([
      "payouts.bank_accounts_full",
      "payouts.bank_accounts_full",
      "saved",
      "saved",
    ]);
    const stored = await list(user);
    expect([stored.length, stored.filter(({ is_main }) => is_main).length]).toEqual([maxBankAccounts, 1]);
  });

  test("is checked at the provider at most ten times a day for one user", async () => {
    const user = await api.as(await makeUser(context));
    const codes = [];
    for (let at = 0; at < 12; at += 1) codes.push((await add(user, { number: "1234560000" })).body.code);
    expect(codes.filter((code) => code === "accounts.too_many_attempts")).toHaveLength(2);
  });
});

test("every bank has its own code and accepts numbers of its length only", () => {
  expect(new Set(banks.map(({ code }) => code)).size).toBe(banks.length);
  for (const bank of banks) {
    expect(accountNumberProblem(bank, "1".repeat(bank.digits.min))).toBeNull();
    expect(accountNumberProblem(bank, "1".repeat(bank.digits.max))).toBeNull();
    expect(accountNumberProblem(bank, "1".repeat(bank.digits.min - 1))).toMatch(bank.name);
    expect(accountNumberProblem(bank, "1".repeat(bank.digits.max + 1))).toMatch(bank.name);
  }
});
