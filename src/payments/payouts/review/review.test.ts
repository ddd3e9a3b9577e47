import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeShopApi, type Client } from "../../../../test/make/checkout.ts";
import { makeContext } from "../../../../test/make/context.ts";
import { brokenMoney, fundsOf, makeRichShop, testPin } from "../../../../test/make/payouts.ts";
import { makeUser } from "../../../../test/make/rows.ts";
import { sql } from "#lib/database.ts";
import { addDuration, day } from "#lib/time.ts";
import { paymentRoutes } from "../../routes.ts";
import { advancePayout } from "../advance-payout.ts";
import { approvalAmount, holdInterval, secondApprovalAmount } from "../rules.ts";
import { batchFile, renderBankFile } from "./bank-file.ts";
import type { ReviewedPayout } from "./contract.ts";
import { noticeOf } from "../ui/review-requests.ts";
import { neutralLayout, parseLayout, readResults } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let [ani, budi, citra]: Client[] = [];
let aniId = "";

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "fatal", PAYOUT_PROVIDER: "manual" });
  api = await makeShopApi(context, [paymentRoutes]);
  aniId = await makeUser(context, { type: "operator", name: "Ani" });
  ani = await api.as(aniId);
  budi = await api.as(await makeUser(context, { type: "operator", name: "Budi" }));
  const support = await makeUser(context, { type: "operator", name: "Citra" });
  await context.db.run(sql`update users set operator_role = 'support' where id = ${support}`);
  citra = await api.as(support);
});
afterAll(async () => {
  const broken = await brokenMoney(context);
  await api.close();
  await context.close();
  expect(broken).toEqual([]);
});

const now = () => context.clock.now();
type Answer = { status: number; body: { code: string; message: string; data: Record<string, never>; result: never } };
const post = (client: Client | undefined, url: string, body?: object) =>
  client?.("POST", url, body ?? {}) as unknown as Promise<Answer>;
type Reviewed = { rows: ReviewedPayout[]; to_export: number; counts: Record<string, number> };
const list = async (client: Client | undefined, view: string) =>
  (await client?.("GET", `/v1/operator/payouts?view=${view}`))?.body.result as unknown as Reviewed;
const statusOf = async (id: string) =>
  (await context.db.row<{ status: string }>(sql`select status from payouts where id = ${id}`))?.status;

/** A requested withdrawal. */
async function requested(amount: number, fields: Parameters<typeof makeRichShop>[1] = {}) {
  const shop = await makeRichShop(context, { balance: amount, ...fields });
  const seller = await api.as(shop.ownerId);
  const { body } = await seller(
    "POST",
    "/v1/seller/withdrawals",
    { amount, bank_account_id: shop.accountId, pin: testPin },
    { "idempotency-key": randomUUID() },
  );
  const data = body.data as unknown as { id: string; reference: string };
  return { ...data, shop, seller };
}

/** A withdrawal that operators have to transfer, in a file for the bank. */
async function exported(amount = 200_000) {
  const payout = await requested(amount);
  await advancePayout(context, payout.id, now());
  const { body } = await post(ani, "/v1/operator/payout-batches");
  return { ...payout, batchId: (body.data as unknown as { id: string }).id };
}

describe("a withdrawal that needs approval", () => {
  test("is approved by one operator of finance, and rejected with a reason that the seller reads", async () => {
    const one = await requested(approvalAmount());
    expect((await post(citra, `/v1/operator/payouts/${one.id}/approve`)).body.code).toBe("session.not_permitted");
    expect((await list(citra, "waiting")).rows.find(({ id }) => id === one.id)?.can.approve).toBe(false);
    expect((await post(ani, `/v1/operator/payouts/${one.id}/approve`)).body.message).toBe("Pencairan disetujui.");
    expect(await statusOf(one.id)).toBe("approved");
    expect((await post(budi, `/v1/operator/payouts/${one.id}/approve`)).body.code).toBe("payouts.not_waiting");
    const other = await requested(60_000, { isKnownAccount: false });
    const answer = await post(ani, `/v1/operator/payouts/${other.id}/reject`, { reason: "Nama rekening berbeda" });
    expect(answer.body.message).toBe("Pencairan ditolak. Uangnya kembali.");
    expect(await fundsOf(context, other.shop.shopId)).toEqual({ balance: 60_000, payable: 0 });
    const told = await context.db.row<{ description: string }>(
      sql`select description from notifications where user_id = ${other.shop.ownerId} and title = 'Penarikan ditolak'`,
    );
    expect(told?.description).toBe("Rp60.000 kembali ke saldo toko Anda. Alasan: Nama rekening berbeda");
    expect((await post(ani, `/v1/operator/payouts/${other.id}/approve`)).body.code).toBe("payouts.not_waiting");
    // Its seller reads the same word, and another one for what the seller cancels.
    const shown = (await other.seller("GET", `/v1/seller/withdrawals/${other.id}`)).body.result as unknown as {
      events: { label: string }[];
    };
    expect(shown).toMatchObject({ status: "cancelled", is_rejected: true });
    expect(shown.events.at(-1)?.label).toBe("Ditolak");
    const { rows } = (await other.seller("GET", "/v1/seller/withdrawals")).body.result as unknown as { rows: object[] };
    expect(rows).toMatchObject([{ id: other.id, is_rejected: true }]);
    expect((await list(budi, "ended")).rows.find(({ id }) => id === other.id)).toMatchObject({ is_rejected: true });
  });

  test("above the second limit is approved by two different operators", async () => {
    const { id } = await requested(secondApprovalAmount());
    const both = await Promise.all(Array.from({ length: 5 }, () => post(ani, `/v1/operator/payouts/${id}/approve`)));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(both.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(["payouts.approved_by_you"]),
    );
    expect(await statusOf(id)).toBe("requested");
    expect((await list(ani, "waiting")).rows.find((row) => row.id === id)).toMatchObject({
      approvals: ["Ani"],
      needs_other: "approved_by_you",
      can: { approve: false, reject: true },
    });
    await post(budi, `/v1/operator/payouts/${id}/approve`);
    expect(await statusOf(id)).toBe("approved");
  });

  test("is neither approved, sent nor put into a file while its shop is suspended with a hold", async () => {
    const [asked, approved, manual] = [
      await requested(approvalAmount()),
      await requested(approvalAmount()),
      await requested(approvalAmount()),
    ];
    await post(ani, `/v1/operator/payouts/${approved.id}/approve`);
    await post(ani, `/v1/operator/payouts/${manual.id}/approve`);
    await advancePayout(context, manual.id, now());
    const shops = [asked, approved, manual].map(({ shop }) => shop.shopId);
    const hold = (isHeld: boolean) =>
      context.db.run(sql`
        update shops set suspended_at = case when ${isHeld} then now() end, payouts_held = ${isHeld} where id = any(${shops}::uuid[])`);
    await hold(true);
    expect((await post(ani, `/v1/operator/payouts/${asked.id}/approve`)).body.code).toBe("payouts.shop_suspended");
    const row = (await list(ani, "waiting")).rows.find(({ id }) => id === asked.id);
    expect(row).toMatchObject({ is_shop_held: true, can: { approve: false, reject: true } });
    await advancePayout(context, approved.id, now());
    await post(ani, "/v1/operator/payout-batches");
    expect([await statusOf(approved.id), await statusOf(manual.id)]).toEqual(["approved", "approved"]);
    await hold(false);
    await advancePayout(context, approved.id, addDuration(now(), holdInterval));
    await post(ani, "/v1/operator/payout-batches");
    expect([await statusOf(approved.id), await statusOf(manual.id)]).toEqual(["sent", "sent"]);
    expect((await post(ani, `/v1/operator/payouts/${asked.id}/approve`)).status).toBe(200);
  });

  test("approved and rejected, or cancelled by its seller, at the same moment ends in one way", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, shop, seller } = await requested(approvalAmount());
      await Promise.all([
        post(ani, `/v1/operator/payouts/${id}/approve`),
        post(budi, `/v1/operator/payouts/${id}/reject`, { reason: "Perlu diperiksa" }),
        seller("POST", `/v1/seller/withdrawals/${id}/cancel`),
      ]);
      const status = await statusOf(id);
      expect(["approved", "cancelled"]).toContain(status);
      const funds = await fundsOf(context, shop.shopId);
      expect(funds).toEqual(
        status === "approved" ? { balance: 0, payable: approvalAmount() } : { balance: approvalAmount(), payable: 0 },
      );
    }
  });
});

describe("a withdrawal that operators transfer", () => {
  test("is in exactly one file, which has whole numbers and no formulas", async () => {
    const odd = await requested(150_000, { number: "0012345678" });
    await context.db.run(sql`update payouts set holder_name = '=cmd|x' where id = ${odd.id}`);
    await advancePayout(context, odd.id, now());
    const batches = await Promise.all([1, 2, 3].map(() => post(ani, "/v1/operator/payout-batches")));
    const made = batches.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    expect(await statusOf(odd.id)).toBe("sent");
    const [batchId = ""] = made.map(({ body }) => (body.data as unknown as { id: string }).id);
    const operator = { userId: aniId, operatorRole: "owner" };
    const file = await batchFile(context, operator, { batchId, layoutId: undefined }, now());
    const line = file.split("\r\n").find((one) => one.startsWith(odd.reference));
    expect(line).toBe(`${odd.reference},bca,BCA,0012345678,'=cmd|x,147500,Saldo ${odd.reference}`);
    const support = { userId: aniId, operatorRole: "support" };
    await expect(batchFile(context, support, { batchId, layoutId: undefined }, now())).rejects.toThrow(
      "operator keuangan",
    );
    expect(await fundsOf(context, odd.shop.shopId)).toEqual({ balance: 0, payable: 150_000 });
  });

  test("is paid when a second operator confirms the result, and returns to the balance when it failed", async () => {
    const { id, shop } = await exported();
    const path = `/v1/operator/payouts/${id}`;
    expect((await post(ani, `${path}/result`, { outcome: "paid" })).body.code).toBe("request.invalid");
    const first = { outcome: "paid", bank_reference: "FT123456" };
    const second = { outcome: "paid", bank_reference: "FT123457" };
    expect((await post(ani, `${path}/confirm`, { accept: true, ...first })).body.code).toBe("payouts.not_waiting");
    expect((await post(ani, `${path}/result`, first)).status).toBe(200);
    expect(await statusOf(id)).toBe("sent");
    expect((await post(ani, `${path}/confirm`, { accept: true, ...first })).body.code).toBe("payouts.entered_by_you");
    expect((await post(citra, `${path}/confirm`, { accept: true, ...first })).body.code).toBe("session.not_permitted");
    await post(budi, `${path}/confirm`, { accept: false, ...first });
    expect((await post(budi, `${path}/confirm`, { accept: true, ...first })).body.code).toBe("payouts.not_waiting");
    await post(ani, `${path}/result`, second);
    expect((await post(budi, `${path}/confirm`, { accept: true, ...second })).body.message).toBe(
      "Hasil dibukukan: Sudah dikirim.",
    );
    expect(await fundsOf(context, shop.shopId)).toEqual({ balance: 0, payable: 0 });
    const paid = (await list(ani, "ended")).rows.find((row) => row.id === id);
    expect([paid?.status, paid?.bank_reference]).toEqual(["paid", "FT123457"]);
    // The bank sends it back some days later.
    const returned = { outcome: "returned", bank_reference: "RT1" };
    await post(budi, `${path}/result`, returned);
    await post(ani, `${path}/confirm`, { accept: true, ...returned });
    expect([await statusOf(id), await fundsOf(context, shop.shopId)]).toEqual([
      "returned",
      { balance: 200_000, payable: 0 },
    ]);

    const failed = await exported(90_000);
    await post(ani, `/v1/operator/payouts/${failed.id}/result`, { outcome: "failed" });
    const confirmation = { accept: true, outcome: "failed" };
    await Promise.all([1, 2, 3].map(() => post(budi, `/v1/operator/payouts/${failed.id}/confirm`, confirmation)));
    expect(await fundsOf(context, failed.shop.shopId)).toEqual({ balance: 90_000, payable: 0 });
  });

  test("is confirmed only with the result that the second operator saw", async () => {
    const { id, shop } = await exported(80_000);
    const path = `/v1/operator/payouts/${id}`;
    await post(ani, `${path}/result`, { outcome: "failed" });
    const shown = (await list(budi, "manual")).rows.find((row) => row.id === id)?.entered;
    expect(shown).toEqual({ outcome: "failed", bank_reference: "", by: "Ani" });
    await post(ani, `${path}/result`, { outcome: "paid", bank_reference: "FT77" });
    for (const seen of [
      { outcome: "failed" },
      { outcome: "paid" },
      { outcome: "paid", bank_reference: "FT78" },
      { outcome: "returned", bank_reference: "FT77" },
    ])
      expect((await post(budi, `${path}/confirm`, { accept: true, ...seen })).body.code).toBe("payouts.result_changed");
    expect([await statusOf(id), await fundsOf(context, shop.shopId)]).toEqual([
      "sent",
      { balance: 0, payable: 80_000 },
    ]);
    await post(budi, `${path}/confirm`, { accept: true, outcome: "paid", bank_reference: "FT77" });
    expect(await statusOf(id)).toBe("paid");
  });

  test("of an operator who also sells is decided by others", async () => {
    const { id, reference, shop } = await exported(70_000);
    await context.db.run(sql`update users set type = 'operator', operator_role = 'owner' where id = ${shop.ownerId}`);
    await context.db.run(sql`
      insert into second_factors (user_id, sealed_key, confirmed_at, created_at)
      values (${shop.ownerId}, ${randomBytes(48)}, now(), now())`);
    const owner = await api.as(shop.ownerId);
    const path = `/v1/operator/payouts/${id}`;
    const result = { outcome: "failed" };
    expect((await post(owner, `${path}/result`, result)).body.code).toBe("payouts.own_payout");
    await post(ani, `${path}/result`, result);
    expect((await post(owner, `${path}/confirm`, { accept: true, ...result })).body.code).toBe("payouts.own_payout");
    expect((await post(owner, `${path}/reject`, { reason: "Uji coba" })).body.code).toBe("payouts.own_payout");
    expect((await post(owner, `${path}/approve`)).body.code).toBe("payouts.own_payout");
    const content = `referensi;hasil;referensi bank\r\n${reference};berhasil;FT5`;
    const { body } = await post(owner, "/v1/operator/payout-results", { content });
    expect(body.data).toEqual({ entered: 0, skipped: [reference] });
    expect(body.message).toBe("Tidak ada hasil yang dicatat. 1 baris dilewati.");
    await post(budi, `${path}/confirm`, { accept: true, ...result });
    expect(await statusOf(id)).toBe("failed");
  });

  test("that waits in a file is never asked about or sent by the system, and cannot be rejected any more", async () => {
    const { id } = await exported();
    await advancePayout(context, id, addDuration(now(), day));
    expect(await statusOf(id)).toBe("sent");
    expect((await post(ani, `/v1/operator/payouts/${id}/reject`, { reason: "Terlambat" })).body.code).toBe(
      "payouts.not_waiting",
    );
  });

  test("gets its result from an uploaded file; a row about another payout is skipped and named", async () => {
    const [one, two] = [await exported(), await exported()];
    const unknown = `KWP-${"0".repeat(20)}`;
    const content = [
      "Referensi;Hasil;Referensi bank;Keterangan",
      `${one.reference};berhasil;FT9;ok`,
      `${two.reference};GAGAL;;salah rekening`,
      `${unknown};berhasil;FT10;`,
    ].join("\r\n");
    const { body } = await post(ani, "/v1/operator/payout-results", { content });
    expect(body.data).toEqual({ entered: 2, skipped: [unknown] });
    expect(body.message).toBe("2 hasil dicatat, 1 baris dilewati. Operator lain harus memastikan yang dicatat.");
    const results = [{ outcome: "paid", bank_reference: "FT9" }, { outcome: "failed" }];
    for (const [index, { id }] of [one, two].entries())
      await post(budi, `/v1/operator/payouts/${id}/confirm`, { accept: true, ...results[index] });
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(["paid", "failed"]);
  });

  test.each([
    ["none", 0, 1, "warning", "Tidak ada hasil yang dicatat. 1 baris dilewati."],
    ["some", 1200, 3, "success", "1.200 hasil dicatat, 3 baris dilewati. Operator lain harus memastikan yang dicatat."],
    ["all", 2, 0, "success", "2 hasil dicatat. Operator lain harus memastikannya."],
  ])("says on the page when %s of a file was recorded", (_how, entered, skipped, tone, text) => {
    const search = new URLSearchParams({ done: "results", counts: `${entered}-${skipped}` });
    expect(noticeOf(search)).toEqual({ tone, text });
  });

  test("says nothing on the page after a made-up address", () => {
    for (const counts of ["", "1", "x-1", "1-2-3", "0-0", "99999999-1"])
      expect(noticeOf(new URLSearchParams({ done: "results", counts }))).toBeNull();
    expect(noticeOf(new URLSearchParams({ done: "constructor" }))).toBeNull();
  });

  test.each([
    ["without the columns", "nama,jumlah\nA,1"],
    ["with an unknown result", `referensi,hasil,referensi_bank\nKWP-${"A".repeat(20)},mungkin,x`],
    ["with a formula as reference", "referensi,hasil,referensi_bank\n=1+1,berhasil,FT1"],
    ["without rows", "referensi,hasil,referensi_bank"],
    [
      "with paid rows that lack the bank's reference",
      `referensi,hasil,referensi_bank\nKWP-${"A".repeat(20)},berhasil,`,
    ],
    ["that ends inside a quoted cell", 'referensi,hasil,referensi_bank\n"KWP'],
    ["of bytes", "\u0000\u0001\u0002"],
    ["that is too large", "x".repeat(200_001)],
  ])("is not changed by a file %s", async (_what, content) => {
    const { status, body } = await post(ani, "/v1/operator/payout-results", { content });
    expect([status, ["request.invalid", "payouts.bad_file"].includes(body.code)]).toEqual([422, true]);
  });
});

test("a bank's reference that does not fit is refused with what is allowed, in a file and in the form", async () => {
  const allowed = "3 sampai 80 huruf, angka, spasi, atau tanda . / : - _";
  const problemOf = (bank: string) =>
    readResults([
      ["referensi", "hasil", "referensi_bank"],
      [`KWP-${"A".repeat(20)}`, "berhasil", bank],
    ]);
  expect(problemOf("")).toEqual({ problem: "Baris 2: isi referensi bank." });
  for (const bank of ["x", "FT#1", "F".repeat(81)])
    expect(problemOf(bank)).toEqual({ problem: `Baris 2: referensi bank harus ${allowed}.` });
  const { id } = await exported();
  const { body } = await post(ani, `/v1/operator/payouts/${id}/result`, { outcome: "paid", bank_reference: "x" });
  expect(body.data).toEqual({ bank_reference: [`Referensi bank harus ${allowed}.`] });
});

describe("the layout of a bank's file", () => {
  const rows = [
    {
      reference: "KWP-1",
      bankCode: "bca",
      number: "0123456789",
      holderName: 'PT "A, B"',
      amount: 10_000,
      note: "Saldo 1",
    },
    { reference: "KWP-2", bankCode: "bri", number: "1", holderName: "Sari", amount: 2500, note: "Saldo 2" },
  ];
  const today = new Date("2026-11-22T03:00:00Z");

  test("fills in the columns that an operator described, with a first row and its totals", () => {
    const parsed = parseLayout(
      "Rekening: {nomor_rekening}\nNominal: {jumlah_desimal}\nBerita: Kawung {referensi} baris {nomor_baris}",
    );
    if ("problem" in parsed) throw new Error(parsed.problem);
    const layout = {
      name: "Bank kami",
      separator: ";" as const,
      firstRow: "P;{tanggal};{banyak_baris};{total}",
      columns: parsed.columns,
    };
    expect(renderBankFile(layout, rows, today).split("\r\n")).toEqual([
      "P;20261122;2;12500",
      "Rekening;Nominal;Berita",
      "0123456789;10000.00;Kawung KWP-1 baris 1",
      "1;2500.00;Kawung KWP-2 baris 2",
      "",
    ]);
    expect(renderBankFile(neutralLayout, rows, today)).toContain('"PT ""A, B"""');
  });

  test("is saved under its name, replaced and deleted; an unknown placeholder is refused", async () => {
    const layout = { name: "Bank kami", separator: ";", first_row: "", columns: "Rekening: {nomor_rekening}" };
    const saved = await post(ani, "/v1/operator/payout-layouts", layout);
    expect(saved.body.data).toMatchObject({ name: "Bank kami", columns: "Rekening: {nomor_rekening}" });
    const again = await post(budi, "/v1/operator/payout-layouts", { ...layout, columns: "A: {jumlah}" });
    expect((again.body.data as unknown as { id: string }).id).toBe((saved.body.data as unknown as { id: string }).id);
    for (const wrong of [
      { columns: "A: {rahasia}" },
      { first_row: "{x}" },
      { columns: "A\n".repeat(41) },
      { separator: "|" },
    ])
      expect((await post(ani, "/v1/operator/payout-layouts", { ...layout, ...wrong })).status).toBe(422);
    expect((await post(citra, "/v1/operator/payout-layouts", layout)).body.code).toBe("session.not_permitted");
    const id = (saved.body.data as unknown as { id: string }).id;
    expect((await ani?.("DELETE", `/v1/operator/payout-layouts/${id}`))?.status).toBe(200);
    expect((await ani?.("DELETE", `/v1/operator/payout-layouts/${id}`))?.status).toBe(404);
  });

  test("results are found by the titles of columns, in any order", () => {
    const reference = `KWP-${"A".repeat(20)}`;
    expect(
      readResults([
        ["status", "x", "reference", "bank_reference"],
        ["success", "", reference, "FT 1"],
      ]),
    ).toEqual({
      results: [{ reference, outcome: "paid", bankReference: "FT 1" }],
    });
  });
});

test("an operator of finance stops all payouts and lets them run again", async () => {
  expect((await citra?.("PUT", "/v1/operator/payout-hold", { note: "Saya kira salah" }))?.body.code).toBe(
    "session.not_permitted",
  );
  await ani?.("PUT", "/v1/operator/payout-hold", { note: "Audit sedang berjalan" });
  expect((await post(ani, "/v1/operator/payout-batches")).body.code).toBe("payouts.held");
  const shown = (await ani?.("GET", "/v1/operator/payouts"))?.body.result as unknown as { hold: { note: string } };
  expect(shown.hold.note).toBe("Audit sedang berjalan");
  await ani?.("PUT", "/v1/operator/payout-hold", { note: null });
  expect((await post(ani, "/v1/operator/payout-batches")).body.code).not.toBe("payouts.held");
});
