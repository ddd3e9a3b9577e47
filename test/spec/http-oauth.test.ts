import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAccountsApi } from "../make/accounts.ts";
import { makeContext } from "../make/context.ts";
import { startOauthDouble, type OauthDouble } from "../doubles/oauth.ts";

let double: OauthDouble;
let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeAccountsApi>>;
let origin: string;

beforeAll(async () => {
  double = await startOauthDouble();
  context = await makeContext({ ...double.settings });
  api = await makeAccountsApi(context);
  origin = await api.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await api?.close();
  await context?.close();
  await double?.close();
});

/** Sends a provider's token over a real connection, as a browser of this site does. */
async function logIn(path: string, token: string) {
  const response = await fetch(origin + path, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ token }),
  });
  return { status: response.status, cookies: response.headers.getSetCookie(), body: await response.json() };
}

test("S138 S139 POST login/oauth/{provider} takes token and answers success and data.user, at both addresses", async () => {
  const person = { sub: "1138139", email: "laras@kawung.test", name: "Laras Kinanti" };
  for (const path of ["/login/oauth/google", "/v1/login/oauth/google"]) {
    const { status, cookies, body } = await logIn(path, await double.token("google", person));
    expect([status, body.success]).toEqual([200, true]);
    expect(Object.keys(body.data)).toEqual(["user"]);
    expect(body.data.user).toMatchObject({ name: "Laras Kinanti", email: "laras@kawung.test", type: "pembeli" });
    const cookie = cookies.map((one) => one.split(";")[0]).join("; ");
    const me = await (await fetch(`${origin}/v1/users`, { headers: { cookie } })).json();
    expect(me.result).toEqual(body.data.user);
  }
  const refused = await logIn("/login/oauth/google", "bukan-token");
  expect(refused.body).toMatchObject({ success: false, message: "Bad credentials." });
});
