import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAccountsApi, makeLoggedIn, type Visitor } from "../../../test/make/accounts.ts";
import { makeContext } from "../../../test/make/context.ts";
import { openDatabase } from "#lib/database.ts";
import { createAuthenticate } from "./session.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let here: Awaited<ReturnType<typeof makeAccountsApi>>;
let there: Awaited<ReturnType<typeof makeAccountsApi>>;
let closeThere: () => Promise<void>;

// Two processes of one marketplace: each has its own connections and its own memory.
beforeAll(async () => {
  context = await makeContext({ LIMIT_FACTOR: "1000" });
  const db = openDatabase(context.databaseUrl, { log: context.log });
  const other = { ...context, db, authenticate: createAuthenticate({ ...context, db }) };
  [here, there] = [await makeAccountsApi(context), await makeAccountsApi(other)];
  closeThere = () => db.close();
});
afterAll(async () => {
  await here?.close();
  await there?.close();
  await closeThere?.();
  await context?.close();
});

async function knows(api: typeof here, it: Visitor): Promise<boolean> {
  const { statusCode } = await api.app.inject({
    url: "/v1/users",
    headers: { authorization: `Bearer ${it.token()}` },
  });
  return statusCode === 200;
}

test("a session that ends in one process is refused by every process at once: by logout, by device, everywhere", async () => {
  const first = here.visitor();
  const { email, password } = await makeLoggedIn(first);
  const others: Visitor[] = [];
  for (let at = 0; at < 3; at += 1) {
    const it = here.visitor();
    expect((await it.call("POST", "/v1/auth/login", { email, password })).status).toBe(200);
    expect(await knows(there, it)).toBe(true);
    others.push(it);
  }
  const [leaving, ended, last] = others as [Visitor, Visitor, Visitor];

  const token = leaving.token();
  await leaving.call("POST", "/v1/auth/logout");
  const { statusCode } = await there.app.inject({ url: "/v1/users", headers: { authorization: `Bearer ${token}` } });
  expect(statusCode).toBe(401);

  const listed = (await ended.call("GET", "/v1/users/sessions")).body.result as { id: string; current: boolean }[];
  const id = listed.find(({ current }) => current)?.id ?? "";
  expect((await first.call("DELETE", `/v1/users/sessions/${id}`)).status).toBe(200);
  expect(await knows(there, ended)).toBe(false);

  await first.call("DELETE", "/v1/users/sessions");
  expect(await knows(there, last)).toBe(false);
  expect(await knows(there, first)).toBe(true);
});
