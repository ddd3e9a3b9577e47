import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAccountsApi, makeLoggedIn, makeMovableAccounts, registrationOf } from "../../../test/make/accounts.ts";
import { failedLoginsOfAccount } from "../login/rules.ts";
import { deleteOldAttempts } from "./queries.ts";
import { limitAttempts } from "./count-attempts.ts";

let { context, api, time, visitor } = {} as Awaited<ReturnType<typeof makeMovableAccounts>>;
let close = async () => {};
/** A second process of the same marketplace. */
let second: Awaited<ReturnType<typeof makeAccountsApi>>;

beforeAll(async () => {
  ({ context, api, time, visitor, close } = await makeMovableAccounts());
  second = await makeAccountsApi(context);
});
afterAll(async () => {
  await second.close();
  await close();
});

const wrong = { password: "salah-lagi-dan-lagi" };

describe("attempts", () => {
  const start = new Date("2026-01-01T00:00:00Z");

  test("are counted by key, and no longer count after the window", async () => {
    const attempts = limitAttempts(context, "uji", { max: 2, window: 60_000 });
    expect([
      await attempts.consume("a", start),
      await attempts.consume("a", start),
      await attempts.consume("b", start),
    ]).toEqual([0, 0, 0]);
    expect(await attempts.consume("a", new Date(start.getTime() + 20_000))).toBe(40);
    expect(await attempts.consume("a", new Date(start.getTime() + 60_000))).toBe(0);
    await deleteOldAttempts(context.db, new Date(start.getTime() + 1));
    expect(await attempts.consume("b", start)).toBe(0);
  });

  test("taken back do not count", async () => {
    const attempts = limitAttempts(context, "uji balik", { max: 1, window: 60_000 });
    expect(await attempts.consume("a", start)).toBe(0);
    await attempts.release("a");
    expect(await attempts.consume("a", start)).toBe(0);
    expect(await attempts.consume("a", start)).toBeGreaterThan(0);
  });

  test("at the same moment in two processes share one limit", async () => {
    const both = [0, 1].map(() => limitAttempts(context, "uji serentak", { max: 5, window: 60_000 }));
    const waits = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => await both[at % 2]?.consume("a", start)),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  });

  test("that are refused are not counted, so right ones at the same moment lock nobody out", async () => {
    const attempts = limitAttempts(context, "uji benar", { max: 5, window: 60_000 });
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        if ((await attempts.consume("a", start)) === 0) await attempts.release("a");
      }),
    );
    expect(await attempts.left("a", start)).toBe(5);
  });
});

describe("a password guessed by strangers", () => {
  test("AUTH-03 is compared nine times a minute for one network, in all processes together", async () => {
    const { email } = await makeLoggedIn(visitor());
    const guessers = [api.visitor("10.9.0.1"), second.visitor("10.9.0.1")];
    const statuses = [];
    for (let at = 0; at < 14; at += 1)
      statuses.push((await guessers[at % 2]?.call("POST", "/v1/auth/login", { email, ...wrong }))?.status);
    expect(statuses).toEqual([...Array<number>(9).fill(401), ...Array<number>(5).fill(429)]);
  });

  test("AUTH-04 counts all addresses of one IPv6 network together", async () => {
    const statuses = [];
    for (let at = 0; at < 34; at += 1) {
      const guesser = api.visitor(`2001:db8:7:7::${at.toString(16)}`);
      statuses.push((await guesser.call("POST", "/v1/auth/login", { email: `x${at}@kawung.test`, ...wrong })).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect((await api.visitor("2001:db8:7:8::1").call("POST", "/v1/auth/login", { email: "x", ...wrong })).status).toBe(
      401,
    );
  });

  test("V6.3.1 after thirty guesses an hour from everywhere is compared only where its owner is or was logged in", async () => {
    const home = visitor();
    const { email, password } = await makeLoggedIn(home);
    const answers = await Promise.all(
      Array.from({ length: failedLoginsOfAccount.max + 5 }, () =>
        visitor().call("POST", "/v1/auth/login", { email, ...wrong }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(failedLoginsOfAccount.max);
    const elsewhere = visitor();
    const refused = await elsewhere.call("POST", "/v1/auth/login", { email, password });
    expect([refused.status, refused.body.code]).toEqual([429, "accounts.login_guarded"]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(60);
    expect((await home.call("POST", "/v1/auth/login", { email, password })).status).toBe(200);
    time.ahead += failedLoginsOfAccount.window;
    expect((await elsewhere.call("POST", "/v1/auth/login", { email, password })).status).toBe(200);
  });

  test("of an unknown e-mail is refused by the same limits and in the same words", async () => {
    const { email } = registrationOf();
    const answers = await Promise.all(
      Array.from({ length: failedLoginsOfAccount.max + 3 }, () =>
        visitor().call("POST", "/v1/auth/login", { email, ...wrong }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(failedLoginsOfAccount.max);
  });
});

test("one network can register twenty accounts an hour, in all processes together", async () => {
  const doors = [api.visitor("10.9.9.9"), second.visitor("10.9.9.9")];
  const statuses = [];
  for (let at = 0; at < 22; at += 1)
    statuses.push(
      (await doors[at % 2]?.call("POST", "/v1/auth/register", registrationOf({ type: "operator" })))?.status,
    );
  expect(new Set(statuses)).toEqual(new Set([422]));
  const { email } = registrationOf();
  await visitor().call("POST", "/v1/auth/register", registrationOf({ email }));
  const taken = [];
  for (let at = 0; at < 22; at += 1)
    taken.push((await doors[at % 2]?.call("POST", "/v1/auth/register", registrationOf({ email })))?.status);
  expect(taken).toEqual([...Array<number>(20).fill(422), 429, 429]);
});
