// The statements of docs/requirements.md about live notifications and calls from other hosts, over HTTP.
import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../src/lib/config.ts";
import { createHttp } from "../../src/lib/http/create-http.ts";
import { accountRoutes } from "../../src/accounts/routes.ts";
import { startDelivery } from "../../src/notifications/live/deliver-notifications.ts";
import { notify } from "../../src/notifications/notify.ts";
import { notificationRoutes } from "../../src/notifications/routes.ts";
import { makeSession } from "../make/checkout.ts";
import { openEvents } from "../read/events.ts";
import { makeContext } from "../make/context.ts";
import { makeUser } from "../make/rows.ts";
import { makeTemplateText } from "../make/template-text.ts";

const [shopApp, evil] = ["https://app.kawung.test", "https://evil.test"];
let context: Awaited<ReturnType<typeof makeContext>>;
let app: Awaited<ReturnType<typeof createHttp>>;
let delivery: ReturnType<typeof startDelivery>;
let origin: string;

beforeAll(async () => {
  context = await makeContext({ CORS_ORIGINS: `${shopApp}, https://admin.kawung.test` });
  app = await createHttp(context);
  for (const routes of [accountRoutes, notificationRoutes]) await app.register(async (scope) => routes(scope, context));
  app.get("/halaman", { config: { policy: "public" } }, async () => "halaman");
  await app.listen({ port: 0, host: "127.0.0.1" });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  delivery = startDelivery(context);
});
afterAll(async () => {
  await app?.close();
  await delivery?.stop();
  await context?.close();
});

test("S017 the real-time connection belongs to the session's user, whatever other user the request names", async () => {
  const [her, other] = [await makeUser(context), await makeUser(context)];
  const cookie = `sid=${await makeSession(context, her)}`;
  expect((await openEvents(origin, {})).status).toBe(401);
  expect((await openEvents(origin, { cookie }, `/v1/users/events?user_id=${other}`)).status).toBe(422);
  const stream = await openEvents(origin, { cookie, "x-user-id": other });
  await stream.until(({ event }) => event === "unread");
  for (const userId of [other, her])
    await context.db.transaction((tx) =>
      notify(tx, {
        userId,
        type: "order",
        userType: "buyer",
        title: makeTemplateText(userId === her ? "Untuknya" : "Untuk orang lain"),
        description: makeTemplateText("Paket sedang menuju alamat Anda."),
        dedupeKey: randomUUID(),
        now: context.clock.now(),
      }),
    );
  const news = await stream.until(({ event }) => event === "notification");
  expect(news.map(({ data }) => (JSON.parse(data) as { tittle: string }).tittle)).toEqual(["Untuknya"]);
  stream.close();
});

async function from(site: string, path: string, init: RequestInit = {}, cookie = ""): Promise<Response> {
  return fetch(origin + path, { ...init, headers: { origin: site, cookie, ...(init.headers as object) } });
}
const allowed = (answer: Response) => [
  answer.headers.get("access-control-allow-origin"),
  answer.headers.get("access-control-allow-credentials"),
];

test("S131 a listed host may make calls with the user's cookies and read the responses", async () => {
  const cookie = `sid=${await makeSession(context, await makeUser(context))}`;
  const reading = await from(shopApp, "/v1/users", {}, cookie);
  expect([reading.status, ...allowed(reading)]).toEqual([200, shopApp, "true"]);
  expect(reading.headers.get("vary")).toContain("Origin");
  const asked = await from(shopApp, "/v1/users/notifications/read-all", {
    method: "OPTIONS",
    headers: { "access-control-request-method": "PUT", "access-control-request-headers": "content-type" },
  });
  expect([asked.status, ...allowed(asked)]).toEqual([204, shopApp, "true"]);
  expect(asked.headers.get("access-control-allow-methods")).toContain("PUT");
  const json = { "content-type": "application/json", "sec-fetch-site": "cross-site" };
  const writing = await from(
    shopApp,
    "/v1/users/notifications/read-all",
    { method: "PUT", headers: json, body: "{}" },
    cookie,
  );
  expect([writing.status, ...allowed(writing)]).toEqual([200, shopApp, "true"]);
  const refused = await from("https://admin.kawung.test", "/v1/users");
  expect([refused.status, ...allowed(refused)]).toEqual([401, "https://admin.kawung.test", "true"]);
});

test("S131 no other host is allowed, no origin is echoed, and no other host may read pages", async () => {
  const cookie = `sid=${await makeSession(context, await makeUser(context))}`;
  for (const site of [evil, "null", `${shopApp}.evil.test`, "http://app.kawung.test", `${shopApp}:444`, "*"]) {
    for (const method of ["GET", "OPTIONS"]) {
      const answer = await from(
        site,
        "/v1/users",
        { method, headers: { "access-control-request-method": "PUT" } },
        cookie,
      );
      expect(
        [...answer.headers.keys()].filter((name) => name.startsWith("access-control-")),
        site,
      ).toEqual([]);
    }
    const json = { "content-type": "application/json", "sec-fetch-site": "cross-site" };
    const writing = await from(
      site,
      "/v1/users/notifications/read-all",
      { method: "PUT", headers: json, body: "{}" },
      cookie,
    );
    expect(writing.status).toBe(403);
  }
  expect(allowed(await from(shopApp, "/halaman"))).toEqual([null, null]);
});

test("S131 a listed host is an exact https origin; anything else stops the start", () => {
  for (const wrong of ["*", "app.kawung.test", "http://app.kawung.test", "https://app.kawung.test/x", "null"])
    expect(() => readConfig({ CORS_ORIGINS: wrong })).toThrow(/CORS_ORIGINS/);
});
