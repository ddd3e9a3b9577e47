import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { makeSession } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { createHttp } from "./create-http.ts";
import { endpoints } from "./endpoint.ts";
import { serve } from "./serve.ts";

const answer = z.object({ bytes: z.string(), fields: z.array(z.string()) });
const table = endpoints({
  "POST /v1/uji/signed": {
    summary: "A call whose body is signed",
    policy: "provider",
    body: z.record(z.string(), z.unknown()),
    response: answer,
    signedBody: true,
    bodyLimit: 1000,
  },
  "POST /v1/uji/plain": {
    summary: "Any other call",
    policy: "provider",
    body: z.record(z.string(), z.unknown()),
    response: answer,
  },
});

const own = z.object({ userId: z.string() });
const checked = endpoints({
  "POST /v1/uji/checked": {
    summary: "A call that checks its session",
    policy: "user",
    checksSession: true,
    response: own,
  },
  "POST /v1/uji/forgotten": {
    summary: "A call that declares to check its session and does not",
    policy: "user",
    checksSession: true,
    response: own,
  },
});

let context: Awaited<ReturnType<typeof makeContext>>;
let app: Awaited<ReturnType<typeof createHttp>>;
beforeAll(async () => {
  context = await makeContext();
  app = await createHttp(context);
  const say = async ({ rawBody, body }: { rawBody: Buffer; body: Record<string, unknown> }) => ({
    bytes: rawBody.toString("utf8"),
    fields: Object.keys(body),
  });
  serve(app, context, table, { "POST /v1/uji/signed": say, "POST /v1/uji/plain": say });
  serve(app, context, checked, {
    "POST /v1/uji/checked": async ({ actor, session }) => {
      await session.require(context.db);
      return actor;
    },
    "POST /v1/uji/forgotten": async ({ actor }) => actor,
  });
});
afterAll(async () => {
  await app.close();
  await context.close();
});

const post = (path: string, payload: string, type = "application/json") =>
  app.inject({ method: "POST", url: `/v1/uji/${path}`, headers: { "content-type": type }, payload });

test("a call with a signed body gets its bytes unchanged beside the content; other calls do not", async () => {
  const text = '{ "a": 1.0,\n  "b": "\\u00e9é" }';
  expect((await post("signed", text)).json()).toEqual({ bytes: text, fields: ["a", "b"] });
  expect((await post("signed", text, "application/json; charset=utf-8")).json()).toMatchObject({ bytes: text });
  expect((await post("plain", text)).json()).toEqual({ bytes: "", fields: ["a", "b"] });
});

test("a signed body is JSON of limited size: anything else is refused as everywhere", async () => {
  const refused: [string, string, number][] = [
    ["{", "application/json", 400],
    ["", "application/json", 400],
    ['{"__proto__":{"admin":true}}', "application/json", 400],
    ["a=1", "application/x-www-form-urlencoded", 415],
    ["<a/>", "text/xml", 415],
    ["[1]", "application/json", 422],
    [JSON.stringify({ a: "x".repeat(1000) }), "application/json", 413],
  ];
  for (const [text, type, status] of refused)
    expect([text.slice(0, 20), (await post("signed", text, type)).statusCode]).toEqual([text.slice(0, 20), status]);
});

test("a call that forgets to check its session answers nothing to a session that was not read before it", async () => {
  const userId = await makeUser(context);
  const headers = { authorization: `Bearer ${await makeSession(context, userId)}` };
  const call = async (path: string) => {
    const { statusCode, body } = await app.inject({ method: "POST", url: `/v1/uji/${path}`, headers });
    return [statusCode, body.includes(userId)];
  };
  // The process reads the session before the first call and remembers it for the second.
  expect([await call("checked"), await call("checked")]).toEqual([
    [200, true],
    [200, true],
  ]);
  expect(await call("forgotten")).toEqual([500, false]);
});

test("no call that needs more of its caller than the user can check its session by itself", () => {
  for (const policy of ["seller", "operator", "operator:payouts.decide", "public", "provider"] as const) {
    const call = { "GET /v1/uji/more": { summary: "x", policy, checksSession: true, response: own } } as const;
    expect(() => serve(app, context, call, { "GET /v1/uji/more": async () => ({ userId: "" }) }), policy).toThrow(
      "needs more of its caller",
    );
  }
});
