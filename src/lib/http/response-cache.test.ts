import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FastifyRequest } from "fastify";
import { z } from "zod";

import { makeContext } from "../../../test/make/context.ts";
import type { Context } from "../context.ts";
import { endpoints, type Endpoint } from "./endpoint.ts";
import { serve } from "./serve.ts";
import { createHttp } from "./create-http.ts";
import { resultResponse } from "../schema.ts";

let context: Context & { close(): Promise<void> };
beforeAll(async () => {
  context = await makeContext();
});
afterAll(() => context.close());

/** A call whose response counts how often the handler ran. The handler waits for `gate`, if given. */
async function countingApp() {
  const state: { made: number; gate?: Promise<void> } = { made: 0 };
  const tag = `counted:${randomUUID()}`;
  const table = endpoints({
    "GET /v1/counted": {
      summary: "Counts",
      policy: "public",
      query: z.strictObject({ name: z.string().max(10).optional() }),
      cache: { seconds: 60, tags: () => [tag] },
      response: resultResponse(z.object({ made: z.int() })),
    },
  });
  const app = await createHttp(context);
  serve(app, context, table, {
    "GET /v1/counted": async () => {
      state.made += 1;
      const { made } = state;
      await state.gate;
      return { success: true, result: { made, inner: "never leaves" } };
    },
  });
  const get = (url = "/v1/counted", headers: Record<string, string> = {}) => app.inject({ url, headers });
  return { app, state, tag, get, path: `/v1/counted?name=${randomUUID().slice(0, 8)}` };
}

test("a cached response is made once, without undeclared fields, and made again after a purge of its tag", async () => {
  const { get, tag, state, path } = await countingApp();
  const first = await get(path);
  expect(first.json()).toEqual({ success: true, result: { made: 1 } });
  expect((await get(path)).body).toBe(first.body);
  context.pages.purge([tag]);
  expect((await get(path)).json()).toEqual({ success: true, result: { made: 2 } });
  expect(state.made).toBe(2);
});

test("a client that has the current response gets 304 without a body", async () => {
  const { get, path } = await countingApp();
  const { headers } = await get(path);
  const again = await get(path, { "if-none-match": String(headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("simultaneous requests wait for one response; a request after a change does not get a response that began before it", async () => {
  const { get, tag, state, path } = await countingApp();
  let open = () => {};
  state.gate = new Promise((done) => (open = done));
  const early = [get(path), get(path)];
  await expect.poll(() => state.made).toBe(1);
  context.pages.purge([tag]);
  const late = get(path);
  await expect.poll(() => state.made).toBe(2);
  open();
  const made = (await Promise.all([...early, late])).map(
    (answer) => answer.json<{ result: { made: number } }>().result.made,
  );
  expect(made).toEqual([1, 1, 2]);
  expect((await get(path)).json()).toEqual({ success: true, result: { made: 2 } });
});

test("a page of this process gets the content; only what every page reads is stored", async () => {
  const { app, state, path, tag } = await countingApp();
  const read = app.publicReads.get("/v1/counted");
  const visitor = { ip: "203.0.113.7", routeOptions: { config: {} } } as FastifyRequest;
  const ask = (url: string) =>
    read?.({ url, params: {}, query: Object.fromEntries(new URL(url, "http://x").searchParams) }, visitor);
  context.pages.purge([tag]);
  for (const [url, made] of [
    ["/v1/counted", [1, 1]],
    [path, [2, 3]],
  ] as const) {
    expect(await ask(url)).toEqual({ success: true, result: { made: made[0] } });
    expect(await ask(url)).toEqual({ success: true, result: { made: made[1] } });
  }
  expect(state.made).toBe(3);
  await expect(ask("/v1/counted?nama=x")).rejects.toThrow();
});

test("what every page reads is one object for all of them until the next change", async () => {
  const { app, get, state, tag } = await countingApp();
  const read = app.publicReads.get("/v1/counted");
  const visitor = { ip: "203.0.113.8", routeOptions: { config: {} } } as FastifyRequest;
  const ask = () => read?.({ url: "/v1/counted", params: {}, query: {} }, visitor);
  // Other tests have stored the same address.
  context.pages.purge(["all"]);
  const first = await ask();
  expect(first).toEqual({ success: true, result: { made: 1 } });
  expect(await ask()).toBe(first);
  context.pages.purge(["another tag"]);
  expect(await ask()).toEqual(first);
  expect(state.made).toBe(1);
  context.pages.purge([tag]);
  expect(await ask()).toEqual({ success: true, result: { made: 2 } });
  expect((await get("/v1/counted")).json()).toEqual({ success: true, result: { made: 2 } });
  expect(state.made).toBe(2);
});

test("a refusal is not cached, and unknown parameters are refused as everywhere", async () => {
  const { get } = await countingApp();
  expect((await get("/v1/counted?nama=x")).statusCode).toBe(422);
  expect((await get("/v1/counted?nama=x")).json()).toMatchObject({ code: "request.invalid" });
});

test("only the response of a public GET may be cached: anything else fails the start", async () => {
  const app = await createHttp(context);
  const kept = { seconds: 60, tags: () => [] };
  const table: Record<`GET /${string}`, Endpoint> = {
    "GET /v1/own": { summary: "Own", policy: "user", cache: kept, response: resultResponse(z.null()) },
  };
  expect(() =>
    serve(app, context, table, { "GET /v1/own": async () => ({ success: true, result: null }) as never }),
  ).toThrow("cannot be cached");
});

test("DOS-01 a network that causes too many uncached responses is refused; cached responses and other networks are not", async () => {
  const { app, path } = await countingApp();
  const ask = (url: string, remoteAddress = "203.0.113.5") => app.inject({ url, remoteAddress });
  expect((await ask(path)).statusCode).toBe(200);
  const statuses = new Set<number>();
  for (let at = 0; at < 905; at += 1) statuses.add((await ask(`/v1/counted?name=n${at}`)).statusCode);
  expect(statuses).toEqual(new Set([200, 429]));
  const refused = await ask("/v1/counted?name=baru");
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, "request.too_many"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await ask(path)).statusCode).toBe(200);
  expect((await ask("/v1/counted?name=baru", "203.0.113.6")).statusCode).toBe(200);
  expect((await ask("/v1/counted?name=baru")).statusCode).toBe(200);
});
