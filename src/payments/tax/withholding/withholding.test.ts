import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeShopApi } from "../../../../test/make/checkout.ts";
import { makeContext } from "../../../../test/make/context.ts";
import { makeShop, makeUser } from "../../../../test/make/rows.ts";
import { runQueued } from "../../../../test/run-all-jobs.ts";
import { sql } from "#lib/database.ts";
import { addDuration, day, jakartaDay } from "#lib/time.ts";
import { paymentRoutes } from "../../routes.ts";
import type { WithholdingAnswer } from "./contract.ts";
import { clearCachedWithholding, readWithholding } from "./read-withholding.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let operator: Awaited<ReturnType<typeof api.as>>;

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  api = await makeShopApi(context, [paymentRoutes]);
  operator = await api.as(await makeUser(context, { type: "operator" }));
});
afterAll(async () => {
  const roles = await context.db.rows(sql`select distinct actor_role as role from audit_entries`);
  await api.close();
  await context.close();
  expect(roles, "entries of the audit log name the operator's role").toEqual([{ role: "owner" }]);
});
beforeEach(async () => {
  await context.db.run(sql`delete from withholding_rules`);
  clearCachedWithholding(context.db);
});

const now = () => context.clock.now();
const inDays = (days: number) => jakartaDay(addDuration(now(), days * day));
async function change(isOn: boolean, days: number) {
  const { status, body } = await operator("POST", "/v1/operator/withholding", {
    is_on: isOn,
    valid_from: inDays(days),
  });
  return { status, code: body.code, rule: body.data as unknown as WithholdingAnswer };
}
const list = async () =>
  (await operator("GET", "/v1/operator/withholding")).body.result as unknown as {
    is_on: boolean;
    rules: WithholdingAnswer[];
  };

test("PPh 22 is off until an operator switches it on, and off again from a later day", async () => {
  expect(await readWithholding(context.db, now())).toBe(false);
  expect(await change(true, 3)).toMatchObject({ status: 200, rule: { is_on: true, phase: "announced" } });
  expect(await change(false, 10)).toMatchObject({ status: 200, rule: { is_on: false } });
  const on = async (days: number) => readWithholding(context.db, addDuration(now(), days * day));
  expect([await on(0), await on(2), await on(3), await on(9), await on(10), await on(400)]).toEqual([
    false,
    false,
    true,
    true,
    false,
    false,
  ]);
  expect((await list()).is_on).toBe(false);
});

test("a switch is refused in the past, too far ahead, twice for a day, and when it changes nothing", async () => {
  expect(await change(true, -1)).toMatchObject({ status: 422, code: "request.invalid" });
  expect(await change(true, 400)).toMatchObject({ status: 422, code: "request.invalid" });
  expect(await change(false, 1)).toMatchObject({ status: 409, code: "withholding.unchanged" });
  expect(await change(true, 0)).toMatchObject({ status: 200, rule: { phase: "in_force" } });
  expect(await change(false, 0)).toMatchObject({ status: 409, code: "withholding.day_taken" });
  expect(await change(true, 5)).toMatchObject({ status: 409, code: "withholding.unchanged" });
  for (const body of [{ is_on: "ya", valid_from: inDays(1) }, { is_on: true, valid_from: "besok" }, { is_on: true }])
    expect((await operator("POST", "/v1/operator/withholding", body)).status).toBe(422);
  expect((await list()).rules).toHaveLength(1);
});

test("a switch that has not begun can be withdrawn once; one that has begun cannot", async () => {
  const { rule: begun } = await change(true, 0);
  const { rule: later } = await change(false, 4);
  const withdraw = async (id: string) => (await operator("POST", `/v1/operator/withholding/${id}/withdraw`)).body.code;
  expect(await withdraw(later.id)).toBeUndefined();
  expect([await withdraw(later.id), await withdraw(begun.id)]).toEqual(Array(2).fill("withholding.begun"));
  expect(await withdraw(crypto.randomUUID())).toBe("request.not_found");
  expect((await list()).rules.map(({ phase }) => phase)).toEqual(["withdrawn", "in_force"]);
});

test("only operators see the withholding, those of finance switch it, and every seller is notified once", async () => {
  const { ownerId } = await makeShop(context);
  for (const [who, status] of [
    [null, 401],
    [ownerId, 403],
  ] as const) {
    const anyone = await api.as(who);
    expect((await anyone("GET", "/v1/operator/withholding")).status).toBe(status);
    const body = { is_on: true, valid_from: inDays(1) };
    expect((await anyone("POST", "/v1/operator/withholding", body)).status).toBe(status);
  }
  const support = await makeUser(context, { type: "operator" });
  await context.db.run(sql`update users set operator_role = 'support' where id = ${support}`);
  const other = await api.as(support);
  expect((await other("GET", "/v1/operator/withholding")).body.result).toMatchObject({ decides: false });
  const refused = await other("POST", "/v1/operator/withholding", { is_on: true, valid_from: inDays(1) });
  expect([refused.status, refused.body.code]).toEqual([403, "session.not_permitted"]);
  const { rule } = await change(true, 2);
  await runQueued(context);
  await operator("POST", `/v1/operator/withholding/${rule.id}/withdraw`);
  await runQueued(context);
  const titles = await context.db.rows<{ title: string }>(
    sql`select title from notifications where user_id = ${ownerId} order by id`,
  );
  expect(titles.map(({ title }) => title)).toEqual([
    expect.stringMatching(/^PPh 22 dipungut mulai \d+ \w+ 20\d\d$/) as string,
    "Perubahan pemungutan PPh 22 dibatalkan",
  ]);
});
