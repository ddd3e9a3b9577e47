import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startHttpDouble } from "../../../test/doubles/http-service.ts";
import { startJsonService, type JsonServiceDouble } from "../../../test/doubles/json-service.ts";
import { makeContext } from "../../../test/make/context.ts";
import { sql } from "../database.ts";
import { createHttp } from "../http/create-http.ts";
import { requestJson } from "../http/request-json.ts";
import { createLog } from "../log.ts";
import { readTracesConfig } from "../config/traces.ts";
import { exportSpans } from "./export-spans.ts";
import { inSpan, parseTraceParent, startTracing, traceId, type Span } from "./trace.ts";

type Sent = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status: { code?: number };
  links?: object[];
};

let context: Awaited<ReturnType<typeof makeContext>>;
let collector: Awaited<ReturnType<typeof startHttpDouble>>;
let provider: JsonServiceDouble;
let app: FastifyInstance;
const lines: string[] = [];

beforeAll(async () => {
  collector = await startHttpDouble();
  provider = await startJsonService(() => ({ status: 200, body: {} }));
  context = await makeContext({
    TRACES_URL: `${collector.url}/v1/traces`,
    TRACES_HEADERS: "x-kunci=a b",
    TRACES_PERCENT: "100",
  });
  const service = { name: "uji", url: new URL(provider.origin), headers: {}, timeout: 5000, maxBytes: 10_000 };
  const log = createLog("info", { write: (line) => void lines.push(line) });
  app = await createHttp(context);
  // A page whose loader calls the API in the same process.
  app.get("/test/page/:id", { config: { policy: "public" } }, async (request) => {
    log.info("loading");
    return (await app.inject({ url: `/test/api/${(request.params as { id: string }).id}?rahasia=1` })).body;
  });
  app.get("/test/api/:id", { config: { policy: "public" } }, async () => {
    await context.db.row(sql`select ${"rahasia"}::text as value`);
    await context.db.transaction((tx) => tx.run(sql`update users set name = name where false`));
    await requestJson(service, { method: "GET", path: "/rahasia" });
    return "ok";
  });
  app.get("/test/broken", { config: { policy: "public" } }, async () => {
    throw new Error("rusak");
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await provider.close();
  await collector.close();
  await context.close();
});
beforeEach(() => {
  collector.asked.length = 0;
  collector.next.length = 0;
  provider.next.length = 0;
  lines.length = 0;
});

/** Traces while `work` runs, and returns what the collector got. */
async function collect(work: () => Promise<unknown>): Promise<Sent[]> {
  if (!context.config.traces) throw new Error("no traces");
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const traces = exportSpans(context.config.traces, log, "web");
  try {
    await work();
  } finally {
    await traces.stop();
  }
  return collector.asked.flatMap(({ body }) => {
    const parsed = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] };
    return parsed.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });
}

const ok = { status: 200, body: "{}" };

describe("a traced request", () => {
  test("has spans for its page, the call of its loader, each statement and each call to a provider", async () => {
    collector.next.push(ok);
    const spans = await collect(() => app.inject({ url: "/test/page/7" }));
    const page = spans.find(({ name }) => name === "GET /test/page/:id");
    const call = spans.find(({ name }) => name === "GET /test/api/:id");
    expect([page?.parentSpanId, call?.parentSpanId, page?.kind]).toEqual([undefined, page?.spanId, 2]);
    const below = spans
      .filter(({ parentSpanId }) => parentSpanId === call?.spanId)
      .map(({ name, kind }) => [name, kind]);
    expect(below).toEqual([
      ["SQL SELECT", 3],
      ["SQL UPDATE", 3],
      ["call uji", 3],
    ]);
    expect(new Set(spans.map((one) => one.traceId)).size).toBe(1);
    for (const { startTimeUnixNano: from, endTimeUnixNano: to } of spans) {
      expect(BigInt(to) >= BigInt(from)).toBe(true);
      expect(Math.abs(Number(BigInt(from) / 1_000_000n) - Date.now())).toBeLessThan(600_000);
    }
    expect(call?.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: "200" } });
    const [asked] = collector.asked;
    expect([asked?.url, asked?.headers["x-kunci"], asked?.headers["content-type"]]).toEqual([
      "/v1/traces",
      "a b",
      "application/json",
    ]);
    // Neither values nor addresses leave the process.
    expect(asked?.body).not.toMatch(/rahasia|page\/7/);
    expect(JSON.parse(lines.find((line) => line.includes("loading")) ?? "{}")).toMatchObject({
      trace_id: page?.traceId,
    });
  });

  test("that fails is an error, and so is a call that a provider does not answer", async () => {
    collector.next.push(ok, ok);
    provider.next.push("broken", "broken");
    const spans = await collect(async () => {
      await app.inject({ url: "/test/broken" });
      await app.inject({ url: "/test/api/1" });
    });
    expect(spans.find(({ name }) => name === "GET /test/broken")?.status).toEqual({ code: 2 });
    const failed = spans.filter(({ name }) => name === "call uji");
    expect(failed.map(({ status }) => status)).toEqual([{ code: 2 }, { code: 2 }]);
    expect(failed[0]?.attributes).toContainEqual({ key: "outcome", value: { stringValue: "unavailable" } });
  });

  test.each([
    ["00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", true],
    ["00-00000000000000000000000000000000-b7ad6b7169203331-01", false],
    ["00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01", false],
    ["00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01", false],
    ["ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", false],
    [`00-${"a".repeat(60_000)}`, false],
    ["'; drop table users; --", false],
  ])("takes no id from a header of a stranger", async (header, isLinked) => {
    expect(parseTraceParent(header) !== undefined).toBe(isLinked);
    if (header.length > 10_000) return;
    collector.next.push(ok);
    const [span] = await collect(() => app.inject({ url: "/test/broken", headers: { traceparent: header } }));
    expect(span?.traceId).not.toBe("0af7651916cd43dd8448eb211c80319c");
    expect([span?.parentSpanId, span?.links?.length ?? 0]).toEqual([undefined, isLinked ? 1 : 0]);
  });
});

test("a collector that is silent, refuses or is gone delays nobody; spans are dropped and one line is logged", async () => {
  collector.next.push({ status: 503, body: "" });
  await collect(async () => {
    expect((await app.inject({ url: "/test/api/1" })).statusCode).toBe(200);
  });
  expect(lines.filter((line) => line.includes("traces could not be sent"))).toHaveLength(1);
  expect(lines.join()).toContain("the collector answered 503");
});

test("nothing is traced without a collector, below its percentage, or beyond the limit of a trace", async () => {
  const spans: Span[] = [];
  await inSpan("job uji", "internal", async () => expect(traceId()).toBeUndefined());
  const none = startTracing({ percent: 0, record: (span) => void spans.push(span) });
  await inSpan("job uji", "internal", async () => expect(traceId()).toBeUndefined());
  none();
  const all = startTracing({ percent: 100, record: (span) => void spans.push(span) });
  await inSpan("job uji", "internal", async () => {
    expect(traceId()).toMatch(/^[0-9a-f]{32}$/);
    for (let n = 0; n < 600; n += 1) await inSpan(`bagian ${n}`, "internal", async () => {});
  });
  all();
  expect(spans).toHaveLength(500);
  expect(spans.at(-1)).toMatchObject({ name: "job uji", parentId: undefined, isError: false });
});

test.each([
  [{ TRACES_URL: "collector" }, /TRACES_URL/],
  [{ TRACES_URL: "http://a:4318/", TRACES_PERCENT: "200" }, /TRACES_PERCENT/],
  [{ TRACES_URL: "http://a:4318/", TRACES_HEADERS: "kunci" }, /TRACES_HEADERS/],
])("a wrong setting of traces stops the start: %j", (env, message) => {
  expect(() => readTracesConfig(env, (sentence) => new Error(sentence))).toThrow(message);
});
