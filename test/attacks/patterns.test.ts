import { afterAll, beforeAll, expect, test } from "vitest";

import { startServer, type Server } from "../../e2e/server.ts";
import { makeSession } from "../make-checkout.ts";
import { makeContext, makeUser } from "../make.ts";

// A pattern that goes back over its text again and again keeps the whole process busy, so the process is one of its own,
// which is killed when an answer does not come. The deadline is far above what a busy machine needs.
const deadline = 30_000;

let context: Awaited<ReturnType<typeof makeContext>>;
let server: Server;

beforeAll(async () => {
  context = await makeContext();
  server = await startServer(context.databaseUrl, { DEMO: "0", NODE_ENV: "test", LIMIT_FACTOR: "10000" });
});
afterAll(async () => {
  await server?.kill();
  await context.close();
});

async function ask(method: string, path: string, body: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(server.origin + path, {
    method,
    body,
    headers: { "sec-fetch-site": "same-origin", ...headers },
    redirect: "manual",
    signal: AbortSignal.timeout(deadline),
  });
  await response.arrayBuffer();
  return response.status;
}
const send = (method: string, path: string, body: unknown, token?: string) =>
  ask(method, path, JSON.stringify(body), {
    "content-type": "application/json",
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  });

const passwords = {
  "117 hyphens": `${"-".repeat(117)}x`,
  "190 hyphens": `${"-".repeat(190)}x`,
  "two alternating signs": `${"-.".repeat(99)}x`,
  "one letter": `${"a".repeat(198)}bc`,
  "a piece and its beginning": `${"a---".repeat(48)}a--x`,
  "30,000 digits": `${"1".repeat(30_000)}x`,
};
const texts = {
  digits: `${"1".repeat(30_000)}x`,
  spaces: `a${" ".repeat(30_000)}x`,
  dots: `${".".repeat(30_000)}@`,
  at: `a@${"a-".repeat(15_000)}`,
};
const fine = { name: "Sari", email: "sari@contoh.test", password: "kopi susu gula aren" };

test.each(Object.entries(passwords))("a chosen password of %s is answered everywhere", async (_, password) => {
  const token = await makeSession(context, await makeUser(context));
  const twice = { password, password_confirmation: "lain" };
  const { name, email } = fine;
  expect(await send("POST", "/v1/auth/register", { name, email, ...twice })).toBe(422);
  expect(await send("POST", "/v1/auth/reset-password", { token: "a", ...twice })).toBe(422);
  expect(await send("PUT", "/v1/users/password", twice, token)).toBe(422);
  const form = new URLSearchParams({ name, email, type: "pembeli", ...twice }).toString();
  const type = { "content-type": "application/x-www-form-urlencoded" };
  expect(await ask("POST", "/register", form, type)).toBeLessThan(500);
});

test.each(Object.entries(texts))("a registration with 30,000 %s as e-mail or name is answered", async (_, text) => {
  for (const field of ["email", "name"] as const) {
    const person = { ...fine, password_confirmation: fine.password, [field]: text };
    expect(await send("POST", "/v1/auth/register", person)).toBe(422);
  }
});
