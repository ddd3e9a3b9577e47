import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { startServer, type Server } from "../../e2e/start-server.ts";
import { makeSession } from "../make/checkout.ts";
import { makeContext } from "../make/context.ts";
import { makeUser } from "../make/rows.ts";

// A pattern that backtracks blocks the whole process, so the server runs in a separate process, which is killed when no
// response comes. The deadline is far above what a busy machine needs.
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

async function ask(
  method: string,
  path: string,
  body: string | FormData,
  headers: Record<string, string>,
): Promise<number> {
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

test.each(Object.entries(passwords))("a new password of %s gets a response everywhere", async (_, password) => {
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

test.each(Object.entries(texts))("a registration with 30,000 %s as e-mail or name gets a response", async (_, text) => {
  for (const field of ["email", "name"] as const) {
    const person = { ...fine, password_confirmation: fine.password, [field]: text };
    expect(await send("POST", "/v1/auth/register", person)).toBe(422);
  }
});

test("a form with 300,000 blanks, dots or hyphens in any field of a user's own data gets a response", async () => {
  const token = await makeSession(context, await makeUser(context));
  const headers = { cookie: `sid=${token}` };
  for (const sign of [" ", ".", "-", "\n"]) {
    const long = `1${sign.repeat(300_000)}x`;
    const own = { biodata: ["name", "phone", "birth_date"], addresses: ["street", "postcode", "lat", "note"] };
    for (const [page, fields] of Object.entries(own)) {
      for (const field of fields) {
        const form = new FormData();
        form.set("intent", "save");
        form.set(field, long);
        const status = await ask("POST", `/profile?page=${page}`, form, headers);
        expect([413, 422], `${page} ${field}`).toContain(status);
      }
    }
  }
});

// Every function whose pattern once backtracked, with the text that caused it.
const worst: readonly (readonly [file: string, name: string, text: string, ...more: unknown[]])[] = [
  [
    "accounts/password/rules.ts",
    "passwordProblems",
    `${"-".repeat(190)}x`,
    { name: `1${"1".repeat(300_000)}x`, email: "" },
  ],
  ["accounts/recovery/rules.ts", "greeting", ".".repeat(300_000)],
  ["messages/rules.ts", "isSingleAddress", "@".repeat(254)],
  ["shops/rules.ts", "slugFrom", `${"-".repeat(300_000)}x`, 54],
  ["shops/rules.ts", "slugName", `${"-1".repeat(150_000)}x`],
  ["shipping/rules.ts", "normaliseTrackingNumber", `${"A".repeat(300_000)}-`],
  ["site/help/article.ts", "textPieces", `${"[a](".repeat(300)}${"**".repeat(300)}`],
  ["catalog/ui/editor/form-values.ts", "labelOfField", `price|${"_a".repeat(150_000)}`],
  ["ui/currency.ts", "parseCurrency", `${",".repeat(300_000)}1,`],
  ["ui/date.ts", "parseDay", `1${" ".repeat(300_000)}x`],
  ["ui/password-strength.ts", "strengthOf", "12345".repeat(40)],
];

test("functions whose expressions once backtracked finish for any text", async () => {
  const code = `
    import { text } from "node:stream/consumers";
    const [base, ...calls] = JSON.parse(await text(process.stdin));
    for (const [file, name, ...words] of calls) {
      const { [name]: run } = await import(new URL(file, base));
      run(...words);
      console.log(name);
    }`;
  const { stdout } = await run(code);
  expect(stdout.trim().split("\n")).toEqual(worst.map(([, name]) => name));
});

function run(code: string): Promise<{ stdout: string }> {
  const src = new URL("../../src/", import.meta.url);
  const child = promisify(execFile)(process.execPath, ["--input-type=module", "-e", code], {
    cwd: fileURLToPath(src),
    timeout: deadline,
    killSignal: "SIGKILL",
  });
  child.child.stdin?.end(JSON.stringify([src.href, ...worst]));
  return child;
}
