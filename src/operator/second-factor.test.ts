import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoOperator } from "#accounts/session/rules.ts";
import { accountRoutes } from "#accounts/routes.ts";
import { createAuthenticate } from "#accounts/session/session.ts";
import { sql } from "#lib/database.ts";
import { makeShopApi } from "../../test/make/checkout.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeUser } from "../../test/make/rows.ts";
import { consoleRoutes } from "./console/routes.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
const routes = [consoleRoutes, accountRoutes];

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  api = await makeShopApi(context, routes);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

type Client = Awaited<ReturnType<typeof api.as>>;
const parts = ["overview", "orders", "payments", "ledger"];
const codesOf = async (client: Client) =>
  Promise.all(
    parts.map(async (part) => {
      const { status, body } = await client("GET", `/v1/operator/${part}`);
      return status === 200 ? "open" : `${status} ${body.code}`;
    }),
  );
const open = parts.map(() => "open");
const closed = parts.map(() => "403 session.second_factor_needed");

/** An operator who has only a password. */
async function makeBareOperator(): Promise<string> {
  const userId = await makeUser(context, { type: "operator" });
  await context.db.run(sql`delete from second_factors where user_id = ${userId}`);
  return userId;
}

async function setUp(client: Client): Promise<void> {
  await client("POST", "/v1/users/second-factor");
  const { body } = await client("GET", "/v1/users/security");
  const { second_factor: factor } = body.result as unknown as { second_factor: { setup: { manual_key: string } } };
  const secret = Secret.fromBase32(factor.setup.manual_key.replaceAll(" ", "").toUpperCase());
  const { status } = await client("POST", "/v1/users/second-factor/confirm", { code: TOTP.generate({ secret }) });
  expect(status).toBe(200);
}

test("V6.3.3 an operator without a second factor cannot open the console, and can after setting one up", async () => {
  const operator = await api.as(await makeBareOperator());
  expect(await codesOf(operator)).toEqual(closed);
  await setUp(operator);
  expect(await codesOf(operator)).toEqual(open);
  expect((await operator("DELETE", "/v1/users/second-factor")).status).toBe(200);
  expect(await codesOf(operator)).toEqual(closed);
});

test("V6.3.3 with only the password, an operator who has a passkey can neither open the console nor replace the passkey", async () => {
  const userId = await makeBareOperator();
  const operator = await api.as(userId);
  const passkey = await context.db.row<{ id: string }>(sql`
    insert into passkeys (user_id, credential_id, public_key, counter, name, created_at)
    values (${userId}, ${`kunci-${userId}`}, ${Buffer.alloc(40)}, 0, 'Kunci saya', now()) returning id`);
  expect(await codesOf(operator)).toEqual(closed);
  for (const [method, url] of [
    ["POST", "/v1/users/second-factor"],
    ["POST", "/v1/users/passkeys/options"],
    ["DELETE", `/v1/users/passkeys/${passkey?.id}`],
  ] as const) {
    const { status, body } = await operator(method, url);
    expect([url, status, body.code]).toEqual([url, 403, "session.second_factor_needed"]);
  }
});

test("the demo's operator, whose password is public, needs no second factor in the demo, and needs one elsewhere", async () => {
  const userId = await makeBareOperator();
  await context.db.run(sql`update users set email = ${demoOperator} where id = ${userId}`);
  expect(await codesOf(await api.as(userId))).toEqual(open);
  const config = { ...context.config, demo: false };
  const real = await makeShopApi(
    { ...context, config, authenticate: createAuthenticate({ ...context, config }) },
    routes,
  );
  expect(await codesOf(await real.as(userId))).toEqual(closed);
  await real.close();
});
