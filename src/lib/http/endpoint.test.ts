import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { makeContext } from "../../../test/make/context.ts";
import { createHttp } from "./create-http.ts";
import { endpoints, serve } from "./endpoint.ts";

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
