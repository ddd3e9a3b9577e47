import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, day, jakartaDay } from "#lib/time.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeShopApi } from "../../../test/make/checkout.ts";
import { makeProduct, makeShop, makeUser } from "../../../test/make/rows.ts";
import { runQueued } from "../../../test/run-all-jobs.ts";
import { paymentRoutes } from "../routes.ts";
import { showFees } from "./announce-fee-rule.ts";
import type { FeeRuleAnswer } from "./contract.ts";
import type { PublishedFees } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let call: Awaited<ReturnType<typeof api.as>>;
let operatorId: string;
beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  api = await makeShopApi(context, [paymentRoutes]);
  operatorId = await makeUser(context, { type: "operator" });
  call = await api.as(operatorId);
  // Somebody whom a higher fee would surprise.
  await makeUser(context);
});
afterAll(async () => {
  const roles = await context.db.rows(sql`select distinct actor_role as role from audit_entries`);
  await api.close();
  await context.close();
  expect(roles, "entries of the audit log name the operator's role").toEqual([{ role: "owner" }]);
});
beforeEach(async () => {
  await context.db.run(sql`delete from fee_rules where created_by is not null`);
  showFees(context);
});

const inDays = (days: number) => jakartaDay(addDuration(context.clock.now(), days * day));
const rule = (fields: Record<string, unknown> = {}) => ({
  kind: "commission",
  category: null,
  per_mille: 30,
  cap: 60_000,
  flat: 0,
  valid_from: inDays(40),
  ...fields,
});
async function announce(fields: Record<string, unknown> = {}) {
  const { status, body } = await call("POST", "/v1/operator/fees", rule(fields));
  return {
    status,
    code: body.code,
    fields: body.data as unknown as Record<string, string[]>,
    rule: body.data as unknown as FeeRuleAnswer,
  };
}
const fees = async () => (await call("GET", "/v1/fees")).body.result as unknown as PublishedFees;

test("only an operator reads, previews, announces and withdraws fee rules; everyone reads the fees", async () => {
  const { ownerId } = await makeShop(context);
  const { rule: announced } = await announce();
  for (const [who, status] of [
    [null, 401],
    [ownerId, 403],
  ] as const) {
    const anyone = await api.as(who);
    expect((await anyone("GET", "/v1/operator/fees")).status).toBe(status);
    for (const path of ["", "/preview", `/${announced.id}/withdraw`])
      expect(
        (await anyone("POST", `/v1/operator/fees${path}`, path.endsWith("withdraw") ? undefined : rule())).status,
      ).toBe(status);
    expect((await anyone("GET", "/v1/fees")).status).toBe(200);
  }
});

test("a new marketplace has the fees of the migration", async () => {
  expect(await fees()).toMatchObject({
    commission: { per_mille: 25, cap: 50_000, flat: 0 },
    service_fee: { per_mille: 0, cap: null, flat: 1000 },
    commission_by_category: [],
    announced: [],
  });
});

test("a rule that costs more is refused without 30 days of notice, and one in the past always", async () => {
  expect(await announce({ valid_from: inDays(29) })).toMatchObject({ status: 422, code: "fees.notice_too_short" });
  expect((await announce({ valid_from: inDays(29) })).fields.valid_from?.[0]).toMatch(/^Pilih \d+ \w+ 20\d\d atau/);
  expect(await announce({ valid_from: inDays(-1) })).toMatchObject({ status: 422, code: "request.invalid" });
  expect(await announce({ per_mille: 20, cap: 50_000, valid_from: inDays(-1) })).toMatchObject({ status: 422 });
  expect(await announce({ valid_from: inDays(400) })).toMatchObject({ status: 422, code: "request.invalid" });
  expect(await announce({ per_mille: 301 })).toMatchObject({ status: 422, code: "request.invalid" });
  expect(await announce({ per_mille: 0 })).toMatchObject({ status: 422, code: "request.invalid" });
  expect(await announce({ kind: "service_fee", category: "uji" })).toMatchObject({
    status: 422,
    code: "request.invalid",
  });
  expect(await announce({ category: "tidak-ada" })).toMatchObject({ status: 422, code: "fees.category_unknown" });
  expect((await fees()).announced).toEqual([]);
  expect(await announce({ per_mille: 20, cap: 50_000, valid_from: inDays(0) })).toMatchObject({ status: 200 });
  expect(await fees()).toMatchObject({ commission: { per_mille: 20 } });
});

test("while only operators have accounts, a new marketplace sets its fees at once", async () => {
  const empty = await makeContext({ LOG_LEVEL: "error" });
  const own = await makeShopApi(empty, [paymentRoutes]);
  try {
    const owner = await own.as(await makeUser(empty, { type: "operator" }));
    const listed = await owner("GET", "/v1/operator/fees");
    expect(listed.body.result).toMatchObject({ today: inDays(0), earliest_increase: inDays(0) });
    const higher = rule({ per_mille: 50, valid_from: inDays(0) });
    expect((await owner("POST", "/v1/operator/fees/preview", higher)).body.result).toMatchObject({
      costs_more: true,
      earliest: inDays(0),
    });
    expect((await owner("POST", "/v1/operator/fees", higher)).status).toBe(200);
    expect((await owner("GET", "/v1/fees")).body.result).toMatchObject({ commission: { per_mille: 50 } });
    await makeUser(empty);
    const again = await owner("POST", "/v1/operator/fees", rule({ per_mille: 60, valid_from: inDays(1) }));
    expect([again.status, again.body.code]).toEqual([422, "fees.notice_too_short"]);
  } finally {
    await own.close();
    await empty.close();
  }
});

test("a rule without a percentage and without a flat amount is refused; 0 counts only when it is given", async () => {
  const empty = { per_mille: undefined, flat: undefined, cap: null };
  for (const path of ["", "/preview"]) {
    const { status, body } = await call("POST", `/v1/operator/fees${path}`, rule(empty));
    expect({ status, code: body.code }).toEqual({ status: 422, code: "request.invalid" });
    expect(body.data).toEqual({ per_mille: ["Isi persen atau jumlah tetap. Tulis 0 bila memang tanpa biaya."] });
  }
  expect(await announce({ ...empty, per_mille: null })).toMatchObject({ status: 422, code: "request.invalid" });
  expect((await fees()).announced).toEqual([]);
  expect(await announce({ ...empty, flat: 500 })).toMatchObject({ rule: { per_mille: 0, flat: 500 } });
  expect(await announce({ ...empty, per_mille: 0, valid_from: inDays(41) })).toMatchObject({ rule: { per_mille: 0 } });
});

test("a percentage that cannot be is refused with how it is written and the maximum", async () => {
  const sentences = async (per_mille: number) =>
    (await call("POST", "/v1/operator/fees/preview", rule({ per_mille }))).body.data as unknown;
  expect(await sentences(999.5)).toEqual({ per_mille: ["Tulis persen seperti 2,5, paling banyak 30%."] });
  expect(await sentences(999)).toEqual({ per_mille: ["Paling banyak 30%."] });
});

test("the preview says what a seller receives before and after, and stores nothing", async () => {
  const { body } = await call("POST", "/v1/operator/fees/preview", rule());
  expect(body.result).toMatchObject({
    text: "Dari barang Rp100.000, penjual menerima Rp97.000; sebelumnya Rp97.500.",
    costs_more: true,
  });
  const { body: cheaper } = await call("POST", "/v1/operator/fees/preview", rule({ per_mille: 10, cap: 1000 }));
  expect(cheaper.result).toMatchObject({ costs_more: false, earliest: inDays(0) });
  expect((await fees()).announced).toEqual([]);
});

test("every seller is notified once of an announced rule and of its withdrawal", async () => {
  const { ownerId } = await makeShop(context);
  const { ownerId: other } = await makeShop(context);
  const buyerId = await makeUser(context);
  const { rule: announced } = await announce();
  await runQueued(context);
  const read = (userId: string) =>
    context.db.rows<{ title: string; description: string }>(sql`
      select title, description from notifications where user_id = ${userId} order by id`);
  expect(await read(ownerId)).toEqual([
    {
      title: expect.stringMatching(/^Komisi penjual berubah mulai \d+ \w+ 20\d\d$/) as string,
      description: expect.stringContaining("penjual menerima Rp97.000; sebelumnya Rp97.500.") as string,
    },
  ]);
  expect(await read(other)).toHaveLength(1);
  expect(await read(buyerId)).toEqual([]);
  expect((await call("POST", `/v1/operator/fees/${announced.id}/withdraw`)).status).toBe(200);
  await runQueued(context);
  expect(await read(ownerId)).toMatchObject([{}, { title: "Perubahan komisi penjual dibatalkan" }]);
  expect((await fees()).announced).toEqual([]);
});

test("a rule can be withdrawn until it begins, but a promised lower fee only with notice", async () => {
  const withdraw = async (id: string) => (await call("POST", `/v1/operator/fees/${id}/withdraw`)).body.code;
  const lower = await announce({ per_mille: 10, cap: 50_000, valid_from: inDays(10) });
  expect(await withdraw(lower.rule.id)).toBe("fees.withdrawn_too_late");
  const begun = await announce({ per_mille: 5, cap: 1000, valid_from: inDays(0) });
  expect(await withdraw(begun.rule.id)).toBe("fees.begun");
  const higher = await announce({ valid_from: inDays(50) });
  expect(await withdraw(higher.rule.id)).toBeUndefined();
  expect(await withdraw(higher.rule.id)).toBe("fees.begun");
  expect(await withdraw(operatorId)).toBe("request.not_found");
});

test("two rules for the same goods and day are refused, also at the same moment", async () => {
  await makeProduct(context, (await makeShop(context)).shopId);
  const answers = await Promise.all([announce(), announce(), announce({ category: "uji" })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409]);
  expect(answers.find(({ status }) => status === 409)?.code).toBe("fees.day_taken");
});

test("the commission of a category is published beside that of all goods", async () => {
  await makeProduct(context, (await makeShop(context)).shopId);
  await announce({ category: "uji", per_mille: 10, cap: null, flat: 0, valid_from: inDays(40) });
  // Without a cap a rule costs more, so it is announced.
  expect(await fees()).toMatchObject({
    commission_by_category: [],
    announced: [{ category: { slug: "uji" }, per_mille: 10 }],
  });
  await announce({ category: "uji", per_mille: 10, cap: 40_000, valid_from: inDays(0) });
  expect(await fees()).toMatchObject({
    commission: { per_mille: 25 },
    commission_by_category: [{ category: { slug: "uji", name: "Uji" }, per_mille: 10 }],
  });
});
