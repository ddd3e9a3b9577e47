import type { Browser, BrowserContextOptions, Page, Request } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { sql } from "../src/lib/database.ts";
import { openBrowser } from "../test/browser.ts";
import { makeContext } from "../test/make/context.ts";
import { fillMarket } from "../test/spec/make-market.ts";
import { enter } from "./make-people.ts";
import { reuseWindows } from "./reuse-windows.ts";
import { startHostedServer, type HostedServer } from "./start-server.ts";

/** A small marketplace, its server process, and one browser. */
export type Site = {
  context: Awaited<ReturnType<typeof makeContext>>;
  server: HostedServer;
  browser: Browser;
  /** A page in its own browser context, with or without a logged-in user; closed at the end of the test. */
  window(who?: { userId?: string; path?: string } & BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
};

/**
 * The next test uses the windows that a test has closed, which is faster (reuse-windows.ts); with `freshWindows` each
 * test has new ones, whose first page is a first visit. `settings` are those of the server's environment, such as the
 * address of a courier platform.
 */
export async function openSite({
  freshWindows = false,
  settings = {},
}: { freshWindows?: boolean; settings?: Record<string, string> } = {}): Promise<Site> {
  const context = await makeContext(settings);
  await fillMarket(context);
  const [server, browser] = await Promise.all([
    startHostedServer(context.databaseUrl, { NODE_ENV: "test", LIMIT_FACTOR: "1000", ...settings }),
    openBrowser(),
  ]);
  const windows = freshWindows ? undefined : reuseWindows(browser, server.origin);
  return {
    context,
    server,
    browser,
    async window({ userId, path, ...given } = {}) {
      const options: BrowserContextOptions = {
        baseURL: server.origin,
        viewport: { width: 1280, height: 900 },
        locale: "id-ID",
        timezoneId: "Asia/Jakarta",
        ...given,
      };
      const page = await (windows?.open(options) ?? browser.newContext(options).then((fresh) => fresh.newPage()));
      const own = page.context();
      closeAfterTest(() => own.close());
      own.setDefaultTimeout(20_000);
      if (userId !== undefined) {
        await enter(own, context, server.origin, userId);
      }
      if (path !== undefined) await visit(page, path);
      return page;
    },
    async close() {
      await (windows ?? browser).close();
      await server.close();
      await context.close();
    },
  };
}

/** A window that a hook opens is for all tests of its file, and closed with the site. */
function closeAfterTest(close: () => Promise<void>): void {
  try {
    onTestFinished(close);
  } catch {
    // No test runs.
  }
}

/** Opens a path and waits until the page's scripts run. Pass `scripts` false when they are turned off. */
export async function visit(page: Page, path: string, scripts = true): Promise<void> {
  await page.goto(path);
  if (!scripts) return;
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
}

/**
 * Waits until the page's address fits. After a press on a page whose script has not started yet, `waitForURL` can fail:
 * the script may start before the answer and send the form again, which interrupts the first navigation.
 */
export async function arrive(page: Page, fits: (url: URL) => boolean): Promise<void> {
  await expect.poll(() => fits(new URL(page.url())), { message: page.url() }).toBe(true);
}

/** Records the calls that the page makes from now on, as `GET /v1/users`. */
export function recordCalls(page: Page): { method: string; url: URL; line: string }[] {
  const calls: { method: string; url: URL; line: string }[] = [];
  page.on("request", (request: Request) => {
    if (!["fetch", "xhr", "eventsource"].includes(request.resourceType())) return;
    const url = new URL(request.url());
    calls.push({ method: request.method(), url, line: `${request.method()} ${url.pathname}${url.search}` });
  });
  return calls;
}

/** Resolves when all calls that the page has started are recorded, because the browser reports them in order. */
export async function callsAreIn(page: Page): Promise<void> {
  const mark = page.waitForRequest((request) => request.url().endsWith("/robots.txt"));
  await page.evaluate(() => fetch("/robots.txt").then(() => undefined));
  await mark;
}

/** The id of the shop and of its owner. */
export async function shopOf(site: Site, name: string): Promise<{ shopId: string; ownerId: string }> {
  const row = await site.context.db.row<{ shopId: string; ownerId: string }>(
    sql`select id as "shopId", owner_id as "ownerId" from shops where name = ${name}`,
  );
  if (!row) throw new Error(`no shop ${name}`);
  return row;
}

// Words of English sentences and buttons that no Indonesian text contains.
const english =
  /\b(the|and|of|your|you|please|with|not|for|from|this|that|are|is|was|have|has|will|submit|loading|close|search|login|logout|sign (in|up|out)|register|cart|orders?|shipping|payment|seller|buyer|price|home|next|previous|back|save|delete|cancel|edit|error|page|required|invalid|welcome|settings|notifications?|reviews?|rating|category|categories|products?|help|about|profile)\b/giu;
// English words that docs/requirements.md prescribes, and "pre-order", the usual word in Indonesia.
const wanted = /\bProfile\b|Berhasil Login|Email atau Password salah!|pre-order/gi;

/** The English words in the page's title, text and labels. Throws when the page is not marked as Indonesian. */
export async function englishOn(page: Page): Promise<string[]> {
  const { language, words } = await page.evaluate(() => {
    const said = [document.title, document.body.innerText];
    for (const element of document.body.querySelectorAll("[aria-label],[placeholder],[title],[alt]")) {
      for (const name of ["aria-label", "placeholder", "title", "alt"]) said.push(element.getAttribute(name) ?? "");
    }
    return { language: document.documentElement.lang, words: said.join("\n") };
  });
  if (language !== "id") throw new Error(`${page.url()} is marked as "${language}"`);
  if (words.length < 100) throw new Error(`${page.url()} says nothing`);
  return [...(words.replace(wanted, "").match(english) ?? [])];
}
