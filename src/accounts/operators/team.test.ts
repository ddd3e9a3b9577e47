import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeSession, makeShopApi } from "../../../test/make/checkout.ts";
import { makeShop, makeUser } from "../../../test/make/rows.ts";
import { isPermitted, rolesWith } from "./rules.ts";
import { teamRoutes } from "./routes.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let ownerId: string;
let owner: Awaited<ReturnType<typeof api.as>>;
beforeAll(async () => {
  context = await makeContext();
  api = await makeShopApi(context, [teamRoutes]);
  ownerId = await makeUser(context, { type: "operator", name: "Ani" });
  owner = await api.as(ownerId);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

const reason = "Membantu pembeli";
async function newcomer({ isVerified = true } = {}): Promise<{ id: string; email: string }> {
  const id = await makeUser(context, { name: "Budi Baru" });
  const row = await context.db.row<{ email: string }>(sql`
    update users set email_verified_at = case when ${isVerified} then now() end where id = ${id} returning email`);
  return { id, email: row?.email ?? "" };
}
const stateOf = (id: string) =>
  context.db.row(sql`select type, operator_role as role from users where id = ${id}`) as Promise<{
    type: string;
    role: string | null;
  }>;

test("money is moved by finance and owners only, cases are decided by mediators, and only owners give roles", () => {
  for (const one of [
    "payouts.decide",
    "transfers.decide",
    "cod.decide",
    "reconciliation.decide",
    "tax.decide",
  ] as const)
    expect(rolesWith(one), one).toEqual(["finance", "owner"]);
  expect(rolesWith("complaints.decide")).toEqual(["mediator", "owner"]);
  expect(rolesWith("team.manage")).toEqual(["owner"]);
  expect(isPermitted(null, "orders.read")).toBe(false);
  expect(isPermitted("pemilik", "orders.read")).toBe(false);
});

test("an owner makes an existing account an operator, who is notified and logged out everywhere", async () => {
  const { id, email } = await newcomer();
  await makeSession(context, id);
  const { status, body } = await owner("POST", "/v1/operator/team", { email, role: "support", reason });
  expect([status, body.message]).toEqual([200, "Peran Dukungan diberikan. Orangnya diberi tahu lewat email."]);
  expect(await stateOf(id)).toEqual({ type: "operator", role: "support" });
  expect(await context.db.row(sql`select count(*)::int as n from sessions where user_id = ${id}`)).toEqual({ n: 0 });
  const mail = await context.db.row<{ payload: { to: string; subject: string } }>(sql`
    select payload from graphile_worker._private_jobs order by id desc limit 1`);
  expect(mail?.payload.to).toBe(email);
  const { result } = (await owner("GET", "/v1/operator/team")).body as unknown as {
    result: { members: { id: string; role: string; email: string; has_second_factor: boolean }[] };
  };
  const shown = result.members.find((member) => member.id === id);
  expect(shown).toMatchObject({ role: "support", has_second_factor: false });
  expect(shown?.email).toMatch(/^or•••@k•••\.test$/);
});

test("an unknown, unconfirmed or selling account gets no role", async () => {
  const unknown = { email: "tidak-ada@kawung.test", role: "support", reason };
  expect((await owner("POST", "/v1/operator/team", unknown)).body.code).toBe("team.not_found");
  const fresh = await newcomer({ isVerified: false });
  const body = { email: fresh.email, role: "support", reason };
  expect((await owner("POST", "/v1/operator/team", body)).body.code).toBe("team.not_verified");
  const { ownerId: sellerId } = await makeShop(context);
  const seller = await context.db.row<{ email: string }>(
    sql`update users set email_verified_at = now() where id = ${sellerId} returning email`,
  );
  const selling = { email: seller?.email ?? "", role: "support", reason };
  expect((await owner("POST", "/v1/operator/team", selling)).body.code).toBe("team.has_shop");
});

test("a blocked account gets no role, and an invitation changes nobody's role", async () => {
  const { id, email } = await newcomer();
  await context.db.run(sql`
    insert into measures (kind, user_id, rule, text, taken_by, taken_at)
    values ('user', ${id}, 'fraud', 'Mengirim kotak kosong kepada pembeli.', ${ownerId}, now())`);
  const invite = async (role: string) =>
    (await owner("POST", "/v1/operator/team", { email, role, reason })).body.code ?? "done";
  expect(await invite("support")).toBe("team.is_blocked");
  await context.db.run(sql`update measures set ended_at = now(), ended_by = ${ownerId} where user_id = ${id}`);
  expect(await invite("support")).toBe("done");
  expect(await invite("finance")).toBe("team.is_operator");
  expect(await stateOf(id)).toEqual({ type: "operator", role: "support" });
});

test("a role that somebody has already is refused, nobody changes the own role, and the last owner stays", async () => {
  const { id, email } = await newcomer();
  await owner("POST", "/v1/operator/team", { email, role: "finance", reason });
  const change = (userId: string, role: string | null) => owner("PUT", `/v1/operator/team/${userId}`, { role, reason });
  expect((await change(id, "finance")).body.code).toBe("team.unchanged");
  expect((await change(ownerId, "support")).body.code).toBe("team.last_owner");
  const own = (await context.db.row<{ email: string }>(
    sql`update users set email_verified_at = now() where id = ${ownerId} returning email`,
  )) ?? { email: "" };
  expect((await owner("POST", "/v1/operator/team", { ...own, role: "support", reason })).body.code).toBe("team.self");
  await change(id, "owner");
  expect((await change(ownerId, "support")).body.code).toBe("team.self");
  expect((await change(id, null)).status).toBe(200);
  expect(await stateOf(id)).toEqual({ type: "pembeli", role: null });
  expect((await change(id, "support")).body.code).toBe("team.not_found");
});

test("two owners who take each other's role at the same time leave one owner", async () => {
  const { id, email } = await newcomer();
  await owner("POST", "/v1/operator/team", { email, role: "owner", reason });
  await context.db.run(sql`
    insert into second_factors (user_id, sealed_key, confirmed_at, created_at) values (${id}, decode(repeat('00', 48), 'hex'), now(), now())`);
  const other = await api.as(id);
  const statuses = await Promise.all([
    owner("PUT", `/v1/operator/team/${id}`, { role: "support", reason }),
    other("PUT", `/v1/operator/team/${ownerId}`, { role: "support", reason }),
  ]);
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  const owners = await context.db.row<{ n: number }>(
    sql`select count(*)::int as n from users where operator_role = 'owner' and deleted_at is null`,
  );
  expect(owners).toEqual({ n: 1 });
  await context.db.run(sql`update users set operator_role = 'owner' where id = ${ownerId}`);
});

test("giving a role needs a recent login", async () => {
  const { email } = await newcomer();
  await context.db.run(sql`update sessions set authenticated_at = now() - interval '1 day' where user_id = ${ownerId}`);
  const { body } = await owner("POST", "/v1/operator/team", { email, role: "support", reason });
  expect(body.code).toBe("accounts.confirm_needed");
});
