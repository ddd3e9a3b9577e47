import type { FastifyInstance } from "fastify";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountRoutes } from "#accounts/routes.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { startOauthDouble, type OauthDouble } from "../../test/doubles/oauth.ts";
import { makeAuthenticator } from "../../test/doubles/passkey.ts";
import { makeLoggedIn } from "../../test/make/accounts.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeProduct, makeShop } from "../../test/make/rows.ts";
import { makeVisitor, type Visitor } from "../../test/spec/make-market.ts";
import { cartRoutes } from "./routes.ts";

const site = { origin: "https://kawung.test", rpId: "kawung.test" };
let double: OauthDouble;
let context: Awaited<ReturnType<typeof makeContext>>;
let app: FastifyInstance;
let variantId: string;

beforeAll(async () => {
  double = await startOauthDouble();
  context = await makeContext({ ...double.settings, PUBLIC_URL: site.origin, LIMIT_FACTOR: "1000" });
  app = await createHttp(context);
  for (const register of [accountRoutes, cartRoutes]) await app.register(async (scope) => register(scope, context));
  await app.ready();
  const { shopId } = await makeShop(context);
  variantId = (await makeProduct(context, shopId)).variantIds[0] ?? "";
});
afterAll(async () => {
  await app?.close();
  await context?.close();
  await double?.close();
});

/** A user in a browser of their own. */
async function makeOwner() {
  const it = makeVisitor(app);
  return { it, ...(await makeLoggedIn(it as never)) };
}

const ways: Record<string, (visitor: Visitor) => Promise<number>> = {
  async "a password"(visitor) {
    const { email, password } = await makeOwner();
    return (await visitor.call("POST", "/v1/auth/login", { email, password })).status;
  },
  async "a code of an authenticator app"(visitor) {
    const { it, email, password } = await makeOwner();
    await it.call("POST", "/v1/users/second-factor", {});
    const { setup } = (await it.call("GET", "/v1/users/security")).body.result.second_factor;
    const secret = Secret.fromBase32(setup.manual_key.replaceAll(" ", "").toUpperCase());
    const code = (step: number) => TOTP.generate({ secret, timestamp: Date.now() + step * 30_000 });
    expect((await it.call("POST", "/v1/users/second-factor/confirm", { code: code(0) })).status).toBe(200);
    expect((await visitor.call("POST", "/v1/auth/login", { email, password })).status).toBe(401);
    expect((await visitor.call("GET", "/v1/cart")).body.result.totals.pieces).toBe(2);
    return (await visitor.call("POST", "/v1/auth/second-factor", { code: code(1) })).status;
  },
  async "a passkey"(visitor) {
    const { it, id } = await makeOwner();
    const userHandle = Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
    const device = makeAuthenticator({ ...site, userHandle });
    const asked = (await it.call("POST", "/v1/users/passkeys/options", {})).body.data;
    expect((await it.call("POST", "/v1/users/passkeys", device.register(asked))).status).toBe(200);
    const options = (await visitor.call("POST", "/v1/auth/passkey/options", {})).body.data;
    return (await visitor.call("POST", "/v1/auth/passkey", device.logIn(options))).status;
  },
  async "a provider, which also opens the account"(visitor) {
    const token = await double.token("google", { sub: "1729", email: "laras@kawung.test", name: "Laras Kinanti" });
    return (await visitor.call("POST", "/v1/login/oauth/google", { token })).status;
  },
};

test.each(Object.keys(ways))("a login by %s brings the visitor's cart", async (way) => {
  const visitor = makeVisitor(app);
  await visitor.call("POST", "/v1/cart/lines", { variant_id: variantId, quantity: 2, note: "Bungkus kado" });
  expect(visitor.cookies().sort()).toEqual(["__Host-cart", "cart_count"]);
  expect(await ways[way]?.(visitor)).toBe(200);
  expect((await visitor.call("GET", "/v1/users")).body.result.total_cart).toBe(1);
  const { result } = (await visitor.call("GET", "/v1/cart")).body;
  expect(result.shops[0].lines).toMatchObject([{ quantity: 2, note: "Bungkus kado" }]);
  expect(visitor.cookies().filter((name) => name.includes("cart"))).toEqual([]);
});
