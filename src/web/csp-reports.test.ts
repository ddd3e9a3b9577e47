import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeContext } from "../../test/make/context.ts";
import { createHttp } from "#lib/http/create-http.ts";
import { createLog } from "#lib/log.ts";
import { cspReportRoutes } from "./csp-reports.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let app: Awaited<ReturnType<typeof createHttp>>;
let lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const made = await makeContext({ PUBLIC_URL: "https://kawung.test" });
  context = {
    ...made,
    log: createLog("info", { write: (line) => void lines.push(JSON.parse(line) as object as never) }),
  };
  app = await createHttp(context);
  await app.register(async (scope) => cspReportRoutes(scope, context));
});
afterAll(async () => {
  await app.close();
  await context.close();
});
beforeEach(() => {
  app.refusalLog.flush();
  lines = [];
});

const origin = "https://kawung.test";
let networks = 0;
function report(body: unknown, type = "application/csp-report", headers: Record<string, string> = {}) {
  networks += 1;
  return app.inject({
    method: "POST",
    url: "/v1/csp-reports",
    remoteAddress: `203.0.113.${networks}`,
    headers: { "content-type": type, "sec-fetch-site": "same-origin", ...headers },
    payload: typeof body === "string" ? body : JSON.stringify(body),
  });
}
const legacyReport = (page: string, blocked: string, directive = "script-src-elem") => ({
  "csp-report": {
    "document-uri": page,
    "effective-directive": directive,
    "blocked-uri": blocked,
    referrer: "https://a.test/rahasia",
  },
});

test("a report is logged in one line with directive, origin and path, without secrets from its URLs", async () => {
  const page = `${origin}/profile/0190a1b2-rahasia/AbCdEf0123rahasia?token=rahasia#rahasia`;
  const answer = await report(legacyReport(page, "https://evil.test/x.js?token=rahasia"));
  expect([answer.statusCode, answer.body]).toEqual([204, ""]);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 40,
      code: "csp.violation",
      path: "/profile/:id/:id",
      directive: "script-src-elem",
      blocked: "https://evil.test",
      from: `203.0.113.${networks}`,
    }),
  ]);
  expect(JSON.stringify(lines)).not.toContain("rahasia");
});

test("reports of the newer format are accepted, five for each request", async () => {
  const one = (blockedURL: string) => ({
    type: "csp-violation",
    body: { documentURL: `${origin}/cart`, effectiveDirective: "img-src", blockedURL, disposition: "enforce" },
  });
  const body = ["inline", "eval", "data:text/html,rahasia", "blob:x", "wss://evil.test/rahasia", "inline"].map(one);
  expect((await report([{ type: "deprecation" }, ...body], "application/reports+json")).statusCode).toBe(204);
  expect(lines.map(({ blocked }) => blocked)).toEqual(["inline", "eval", "data:", "blob:", "wss://evil.test"]);
});

test("reports about other sites' pages or browser extensions are not logged", async () => {
  for (const [page, blocked] of [
    ["https://evil.test/", "inline"],
    ["about:blank", "inline"],
    [`${origin}/`, "chrome-extension://abc/x.js"],
    [`${origin}/`, "moz-extension://abc/x.js"],
  ] as const)
    expect((await report(legacyReport(page, blocked))).statusCode).toBe(204);
  expect(lines).toEqual([]);
});

test("reports of other content types, too large, not JSON or from other sites are refused", async () => {
  const good = legacyReport(`${origin}/`, "inline");
  const tried: [Awaited<ReturnType<typeof report>>, number][] = [
    [await report(good, "application/json"), 415],
    [await report(good, "text/plain"), 415],
    [await report({ ...good, more: "x".repeat(9000) }), 413],
    [await report("{"), 400],
    [await report([]), 204],
    [await report("null"), 400],
    [await report([{ type: "csp-violation" }], "application/reports+json"), 400],
    [await report({ "csp-report": { "document-uri": ["x"] } }), 400],
    [await report(legacyReport(`${origin}/`, "x".repeat(5000))), 400],
    [await report(good, undefined, { "sec-fetch-site": "cross-site" }), 403],
  ];
  expect(tried.map(([answer]) => answer.statusCode)).toEqual(tried.map(([, status]) => status));
});

test("a thousand reports write a few log lines, and one network may send sixty a minute", async () => {
  const statuses = new Map<number, number>();
  for (let at = 0; at < 1000; at += 1) {
    const { statusCode } = await app.inject({
      method: "POST",
      url: "/v1/csp-reports",
      remoteAddress: "198.51.100.9",
      headers: { "content-type": "application/csp-report" },
      payload: JSON.stringify(legacyReport(`${origin}/p${at}`, `https://evil-${at}.test/`)),
    });
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 204: 60, 429: 940 });
  expect(lines.length).toBeLessThanOrEqual(11);
});
