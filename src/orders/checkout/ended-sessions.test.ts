import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { takeMeasure } from "#accounts/measures/take-measure.ts";
import { createAuthenticate } from "#accounts/session/session.ts";
import { openDatabase, sql } from "#lib/database.ts";
import { day, minute } from "#lib/time.ts";
import { makeAccountsApi, makeLoggedIn } from "../../../test/make/accounts.ts";
import { makeBuying, type Buyer } from "../../../test/make/buyers.ts";
import { makeCartLine, makeShopApi, type Body } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeAddress, makeProduct, makeShop, makeUser } from "../../../test/make/rows.ts";
import { raceRounds } from "../../../test/race-rounds.ts";
import { checkoutRoutes } from "./routes.ts";

// Two processes of one marketplace: each has its own connections, its own memory and, here, one clock.
let context: Awaited<ReturnType<typeof makeContext>>;
let here: Awaited<ReturnType<typeof makeShopApi>>;
let there: Awaited<ReturnType<typeof makeAccountsApi>>;
let { stockOf, count } = {} as ReturnType<typeof makeBuying>;
let shopId = "";
let operatorId = "";
const time = { ahead: 0 };
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const made = await makeContext({ LIMIT_FACTOR: "1000" });
  const clock = { ...made.clock, now: () => new Date(Date.now() + time.ahead) };
  const processOn = (db: typeof made.db) => ({
    ...made,
    db,
    clock,
    authenticate: createAuthenticate({ ...made, db, clock }),
  });
  context = processOn(made.db);
  const otherDb = openDatabase(made.databaseUrl, { log: made.log });
  here = await makeShopApi(context, [checkoutRoutes]);
  there = await makeAccountsApi(processOn(otherDb));
  ({ shopId } = await makeShop(context));
  operatorId = await makeUser(context);
  ({ stockOf, count } = makeBuying(context, here, shopId));
  ends.push(here.close, there.close, () => otherDb.close(), made.close);
});
afterAll(async () => {
  for (const end of ends) await end();
});

type LoggedIn = Buyer & { token: string; password: string; variantId: string; quoteId: string };

/** A buyer with a line in the cart and its quote, whose session this process remembers. */
async function makeRemembered(): Promise<LoggedIn> {
  const visitor = there.visitor();
  const { id, password } = await makeLoggedIn(visitor);
  const addressId = await makeAddress(context, id);
  const variantId = (await makeProduct(context, shopId, { stock: 9 })).variantIds[0] ?? "";
  await makeCartLine(context, id, variantId);
  const token = visitor.token() ?? "";
  const call = here.withToken(token);
  const { body } = await call("POST", "/v1/checkout/quote", {});
  return { id, addressId, call, token, password, variantId, quoteId: body.result.quote_id };
}

const calls = {
  "an addition to the cart": ({ call, variantId }: LoggedIn) =>
    call("POST", "/v1/cart/lines", { variant_id: variantId, quantity: 1 }),
  "a quote": ({ call, addressId }: LoggedIn) => call("POST", "/v1/checkout/quote", { address_id: addressId }),
  "an order": ({ call, addressId, quoteId }: LoggedIn) =>
    call(
      "POST",
      "/v1/checkout",
      { quote_id: quoteId, address_id: addressId, shipping: {}, payment_method: "va_bca" },
      { "idempotency-key": randomUUID() },
    ),
};

/** How a session ends in another process. */
const endings: Record<string, (one: LoggedIn) => Promise<void>> = {
  "by logout": async ({ token }) => {
    const { statusCode } = await there.app.inject({ method: "POST", url: "/v1/auth/logout", headers: bearer(token) });
    expect(statusCode).toBe(200);
  },
  "by a logout of all other devices": async (one) => {
    const other = await logInAgain(one);
    expect((await other.call("DELETE", "/v1/users/sessions")).status).toBe(200);
  },
  "by a new password": async (one) => {
    const other = await logInAgain(one);
    const password = "sawah-di-kaki-bukit-9";
    const body = { current_password: one.password, password, password_confirmation: password };
    expect(await other.call("PUT", "/v1/users/password", body)).toMatchObject({ status: 200 });
  },
  "by a block of the account": async ({ id }) => {
    await context.db.transaction(async (tx) => {
      const by = { userId: operatorId, type: "operator", operatorRole: "support" };
      const account = {
        kind: "user",
        userId: id,
        shopId: null,
        productId: null,
        productStatus: null,
        about: "",
      } as const;
      await takeMeasure(tx, by, account, { rule: "fraud", text: "Menipu beberapa penjual." }, new Date());
    });
  },
  "by the end of the account": async ({ id }) => {
    await context.db.run(sql`update users set deleted_at = now() where id = ${id}`);
  },
  "by its time": async ({ id }) => {
    await context.db.run(
      sql`update sessions set expires_at = now() + interval '5 minutes', ends_at = now() + interval '5 minutes' where user_id = ${id}`,
    );
    time.ahead = 6 * minute;
  },
};

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, "sec-fetch-site": "same-origin" });

async function logInAgain({ id, password }: LoggedIn) {
  const visitor = there.visitor();
  const row = await context.db.row<{ email: string }>(sql`select email from users where id = ${id}`);
  expect((await visitor.call("POST", "/v1/auth/login", { email: row?.email, password })).status).toBe(200);
  return visitor;
}

/** Everything that one of the calls could have stored. */
async function storedOf({ id, variantId }: LoggedIn) {
  const lines = await context.db.rows(sql`
    select l.id, l.quantity, l.selected, k.updated_at from carts k join cart_lines l on l.cart_id = k.id where k.user_id = ${id}`);
  const keys = await context.db.rows(sql`select key from idempotency_keys where user_id = ${id}`);
  return { lines, keys, orders: await count("orders", id), stock: await stockOf(variantId) };
}

describe.each(Object.entries(calls))("%s", (_name, send) => {
  test.each(Object.entries(endings))("stores nothing in a session that ended elsewhere %s", async (_ending, end) => {
    const one = await makeRemembered();
    await end(one);
    const before = await storedOf(one);
    try {
      const { status, body } = await send(one);
      expect([status, body.code]).toEqual([401, "session.required"]);
      expect(await storedOf(one)).toEqual(before);
      expect((await send(one)).status).toBe(401);
    } finally {
      time.ahead = 0;
    }
  });

  test("waits for PostgreSQL once less when the process has seen the session a short while ago", async () => {
    // Another process has not seen the session.
    const fresh = await makeShopApi({ ...context, authenticate: createAuthenticate(context) }, [checkoutRoutes]);
    /** The least of three, because what the process reads by the clock, such as fees, may fall into one of them. */
    const waits = async (as: (one: LoggedIn) => LoggedIn) => {
      const counts: number[] = [];
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const [before, one] = [await makeRemembered(), await makeRemembered()];
        await send(before);
        const synced = vi.spyOn(pg.Connection.prototype, "sync");
        try {
          expect((await send(as(one))).status).toBe(200);
          counts.push(synced.mock.calls.length);
        } finally {
          synced.mockRestore();
        }
      }
      return Math.min(...counts);
    };
    try {
      const unseen = await waits((one) => ({ ...one, call: fresh.withToken(one.token) }));
      expect(await waits((one) => one)).toBe(unseen - 1);
    } finally {
      await fresh.close();
    }
  });

  test("at the same moment as a logout in another process is done or refused as a whole, and is refused after it", async () => {
    for (let round = 0; round < raceRounds(4); round += 1) {
      const one = await makeRemembered();
      const before = await storedOf(one);
      const [{ status, body }] = await Promise.all([send(one), endings["by logout"]?.(one)]);
      const after = await storedOf(one);
      if (status === 401) expect([body.code, after]).toEqual(["session.required", before]);
      else expect(status).toBe(200);
      expect((await send(one)).status).toBe(401);
      expect(await storedOf(one)).toEqual(after);
    }
  });
});

test("a wrong field is explained to an open session only; to the cart, which visitors have too, anyone may add", async () => {
  const one = await makeRemembered();
  const wrong: LoggedIn = { ...one, variantId: "x", addressId: "x" };
  const answers = async () => {
    const statuses: number[] = [];
    for (const send of Object.values(calls)) statuses.push((await send(wrong)).status);
    return statuses;
  };
  expect(await answers()).toEqual([422, 422, 422]);
  await endings["by logout"]?.(one);
  expect(await answers()).toEqual([422, 401, 401]);
});

test("a browser whose session ended elsewhere adds to its own cart, as a visitor, and nothing to the user's", async () => {
  const one = await makeRemembered();
  await endings["by logout"]?.(one);
  const before = await storedOf(one);
  const call = here.withCookie(`sid=${one.token}`);
  const { status, body } = await call("POST", "/v1/cart/lines", { variant_id: one.variantId, quantity: 2 });
  expect([status, body.data.shops[0]?.lines[0]?.quantity]).toEqual([200, 2]);
  expect(await storedOf(one)).toEqual(before);
});

test("a client that prefers it gets status 200 for a quote in a session that ended elsewhere", async () => {
  const one = await makeRemembered();
  await endings["by logout"]?.(one);
  const { status, body } = await one.call("POST", "/v1/checkout/quote", {}, { prefer: "handling=lenient" });
  expect([status, body.success, body.code] satisfies [number, Body["success"], string]).toEqual([
    200,
    false,
    "session.required",
  ]);
});

test("a session stays open by calls that check it with their first statements", async () => {
  const one = await makeRemembered();
  try {
    for (let days = 0; days <= 30; days += 10) {
      time.ahead = days * day;
      expect((await calls["a quote"](one)).status).toBe(200);
      time.ahead += minute;
      expect((await calls["a quote"](one)).status).toBe(200);
    }
  } finally {
    time.ahead = 0;
  }
});
