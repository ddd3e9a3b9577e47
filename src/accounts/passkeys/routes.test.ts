import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAccountsApi, makeLoggedIn, type Visitor } from "../../../test/make/accounts.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeAuthenticator, type Authenticator } from "../../../test/doubles/passkey.ts";
import { sql } from "#lib/database.ts";
import { challengeTtl, maxPasskeysPerUser } from "./rules.ts";
import { freshLoginDuration } from "../session/rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeAccountsApi>>;
let ahead = 0;
const site = { origin: "https://kawung.test", rpId: "kawung.test" };

beforeAll(async () => {
  const made = await makeContext({ PUBLIC_URL: site.origin, LIMIT_FACTOR: "1000" });
  const clock = { ...made.clock, now: () => new Date(Date.now() + ahead) };
  const { createAuthenticate } = await import("../session/session.ts");
  context = { ...made, clock, authenticate: createAuthenticate({ db: made.db, config: made.config, clock }) };
  api = await makeAccountsApi(context);
});
afterAll(async () => {
  await api?.close();
  await context?.close();
});

async function ask(it: Visitor, path: string): Promise<{ challenge: string }> {
  const { status, body } = await it.call("POST", path, {});
  expect(status).toBe(200);
  return body.data;
}
const askNew = (it: Visitor) => ask(it, "/v1/users/passkeys/options");
const askLogin = (it: Visitor) => ask(it, "/v1/auth/passkey/options");

async function makeOwner(): Promise<{
  it: Visitor;
  id: string;
  email: string;
  password: string;
  device: Authenticator;
}> {
  const it = api.visitor();
  const person = await makeLoggedIn(it);
  const userHandle = Buffer.from(person.id.replaceAll("-", ""), "hex").toString("base64url");
  const device = makeAuthenticator({ ...site, userHandle });
  const answer = await it.call("POST", "/v1/users/passkeys", device.register(await askNew(it)));
  expect([answer.status, answer.body.message]).toEqual([200, "Passkey sudah ditambahkan."]);
  return { it, ...person, device };
}

describe("a new passkey", () => {
  test("is requested with the user's e-mail and the keys that the device has already", async () => {
    const owner = await makeOwner();
    const options = (await askNew(owner.it)) as Record<string, unknown> & { challenge: string };
    expect(options).toMatchObject({
      rp: { id: "kawung.test", name: "Kawung" },
      user: { name: owner.email },
      excludeCredentials: [{ id: owner.device.id, type: "public-key" }],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    expect(JSON.stringify(options)).not.toContain(owner.id);
  });

  test("has the device's name until its owner renames it, and only its owner can do so", async () => {
    const owner = await makeOwner();
    const [listed] = (await owner.it.call("GET", "/v1/users/passkeys")).body.result;
    expect(listed).toEqual({
      id: expect.any(String),
      name: "Perangkat tidak dikenal",
      created_at: expect.any(String),
      last_used_at: null,
    });
    const path = `/v1/users/passkeys/${listed.id}`;
    expect((await owner.it.call("PUT", path, { name: " Ponsel kerja " })).status).toBe(200);
    expect((await owner.it.call("GET", "/v1/users/passkeys")).body.result[0].name).toBe("Ponsel kerja");
    const stranger = await makeOwner();
    expect((await stranger.it.call("PUT", path, { name: "x" })).status).toBe(404);
    expect((await stranger.it.call("DELETE", path)).status).toBe(404);
    expect((await owner.it.call("DELETE", path)).status).toBe(200);
    expect((await owner.it.call("GET", "/v1/users/passkeys")).body.result).toEqual([]);
  });

  test("is refused when the answer is to another challenge, from another site, or without the user's verification", async () => {
    const it = api.visitor();
    await makeLoggedIn(it);
    const device = makeAuthenticator(site);
    const stranger = api.visitor();
    await makeLoggedIn(stranger);
    const mine = await askNew(it);
    for (const body of [
      device.register(mine, { challenge: "bm90IGFza2Vk" }),
      device.register(await askNew(it), { origin: "https://evil.test" }),
      device.register(await askNew(it), { rpId: "evil.test" }),
      device.register(await askNew(it), { unverified: true }),
      device.register(await askNew(stranger)),
      device.register(await askLogin(it)),
      { ...device.register(await askNew(it)), attestation: "AAAA" },
      { ...device.register(await askNew(it)), client_data: "AAAA" },
    ]) {
      const { status, body: answer } = await it.call("POST", "/v1/users/passkeys", body);
      expect([status, answer.code]).toEqual([401, "accounts.passkey_refused"]);
    }
    const right = device.register(mine);
    expect((await it.call("POST", "/v1/users/passkeys", right)).status).toBe(200);
    expect((await it.call("POST", "/v1/users/passkeys", right)).status).toBe(401);
    const again = await it.call("POST", "/v1/users/passkeys", device.register(await askNew(it)));
    expect(again.body.code).toBe("accounts.passkey_known");
  });

  test("is refused when the user has twenty", async () => {
    const owner = await makeOwner();
    await context.db.run(sql`
      insert into passkeys (user_id, credential_id, public_key, counter, name, created_at)
      select ${owner.id}, ${owner.id}::text || n, decode(repeat('00', 40), 'hex'), 0, 'Lain', now()
      from generate_series(2, ${maxPasskeysPerUser}) n`);
    const { status, body } = await owner.it.call("POST", "/v1/users/passkeys/options", {});
    expect([status, body.code]).toEqual([409, "accounts.passkeys_full"]);
  });

  test("AUTH-11 can be added and removed only after a fresh login", async () => {
    const owner = await makeOwner();
    const [listed] = (await owner.it.call("GET", "/v1/users/passkeys")).body.result;
    const question = await askNew(owner.it);
    ahead += freshLoginDuration + 1000;
    for (const answer of [
      await owner.it.call("POST", "/v1/users/passkeys/options", {}),
      await owner.it.call("POST", "/v1/users/passkeys", makeAuthenticator(site).register(question)),
      await owner.it.call("DELETE", `/v1/users/passkeys/${listed.id}`),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, "accounts.confirm_needed"]);
  });
});

describe("logging in by passkey", () => {
  test("needs no e-mail, no password and no second step", async () => {
    const owner = await makeOwner();
    await context.db.run(sql`
      insert into second_factors (user_id, sealed_key, confirmed_at, created_at)
      values (${owner.id}, decode(repeat('00', 40), 'hex'), now(), now())`);
    const it = api.visitor();
    const { status, body } = await it.call("POST", "/v1/auth/passkey", owner.device.logIn(await askLogin(it)));
    expect([status, body.message, body.user.id]).toEqual([200, "Berhasil Login", owner.id]);
    expect((await it.call("GET", "/v1/users")).status).toBe(200);
    const [listed] = (await it.call("GET", "/v1/users/passkeys")).body.result;
    expect(listed.last_used_at).not.toBeNull();
  });

  test("accepts an answer once, within five minutes, and only on this site", async () => {
    const { device } = await makeOwner();
    const it = api.visitor();
    const right = device.logIn(await askLogin(it));
    const twice = await Promise.all([1, 2].map(() => api.visitor().call("POST", "/v1/auth/passkey", right)));
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 401]);
    const late = await askLogin(it);
    ahead += challengeTtl + 1000;
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    for (const body of [
      device.logIn(late),
      device.logIn(await askLogin(it), { challenge: "bm90IGFza2Vk" }),
      device.logIn(await askLogin(it), { origin: "https://evil.test" }),
      device.logIn(await askLogin(it), { rpId: "evil.test" }),
      device.logIn(await askLogin(it), { unverified: true }),
      device.logIn(await askLogin(it), { key: other }),
      { ...device.logIn(await askLogin(it)), user_handle: "AAAA" },
      makeAuthenticator(site).logIn(await askLogin(it)),
    ]) {
      const { status, body: answer } = await it.call("POST", "/v1/auth/passkey", body);
      expect([status, answer.code]).toEqual([401, "accounts.passkey_refused"]);
    }
    expect(it.token()).toBeUndefined();
  });

  test("refuses a copied key by its counter", async () => {
    const { device } = await makeOwner();
    const it = api.visitor();
    expect((await it.call("POST", "/v1/auth/passkey", device.logIn(await askLogin(it), { counter: 7 }))).status).toBe(
      200,
    );
    for (const counter of [7, 6, 0]) {
      const copied = device.logIn(await askLogin(it), { counter });
      expect((await api.visitor().call("POST", "/v1/auth/passkey", copied)).status).toBe(401);
    }
    expect((await it.call("POST", "/v1/auth/passkey", device.logIn(await askLogin(it), { counter: 8 }))).status).toBe(
      200,
    );
  });

  test("accepts a device without a counter each time", async () => {
    const { device } = await makeOwner();
    const it = api.visitor();
    for (let at = 0; at < 2; at += 1) {
      const answer = device.logIn(await askLogin(it), { counter: 0 });
      expect((await it.call("POST", "/v1/auth/passkey", answer)).status).toBe(200);
    }
  });

  test("cannot be removed as the last way to log in", async () => {
    const owner = await makeOwner();
    await context.db.run(sql`update users set password_hash = null where id = ${owner.id}`);
    const [listed] = (await owner.it.call("GET", "/v1/users/passkeys")).body.result;
    const { status, body } = await owner.it.call("DELETE", `/v1/users/passkeys/${listed.id}`);
    expect([status, body.code]).toEqual([409, "accounts.last_way_in"]);
    expect((await owner.it.call("GET", "/v1/users/passkeys")).body.result).toHaveLength(1);
  });
});
