import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";

/** Windows (browser contexts) of a site that are used one after another. */
export type Windows = {
  /**
   * An empty page in a window without cookies and stored data. To close the window (`page.context().close()`) empties
   * it for the next caller with the same options.
   */
  open(options: BrowserContextOptions): Promise<Page>;
  /** Closes those that are still open. The empty ones wait for the next site. */
  close(): Promise<void>;
};

type Idle = { key: string; page: Page; lend: (to: Site) => Promise<Page>; remove: () => Promise<void> };

/** A site, and how the windows that it has open are closed. */
type Site = { id: symbol; closers: Set<() => Promise<void>> };

/** Each empty window is a process of the browser. */
const maxIdle = 6;

const idle: Idle[] = [];

/** What these methods set cannot be taken back, so that such a window is used once. */
const lasting = {
  clock: ["install", "pauseAt", "setFixedTime", "setSystemTime"],
  window: ["addInitScript", "exposeBinding", "exposeFunction", "grantPermissions", "newCDPSession", "routeWebSocket"],
  page: ["addInitScript", "close", "emulateMedia", "exposeBinding", "exposeFunction", "routeWebSocket"],
} as const;

const events = ["console", "dialog", "download", "framenavigated", "load", "pageerror", "popup"] as const;
const traffic = ["request", "requestfailed", "requestfinished", "response", "websocket"] as const;

/**
 * Keeps the windows that tests have closed, and lends them again for the same options, also to the next site if it has
 * the same origin.
 *
 * Design note. The first page of a new window costs twice the processor's time of a further page in it, because the
 * browser starts a process, fetches and compiles all scripts and decodes all pictures again. So a closed window keeps
 * one page, which loses its content, its history and its listeners, and the window loses its cookies and its stored
 * data. The cache of files, which a visitor's second visit has too, stays until another site has the window: a file
 * that looks at a first visit takes new windows.
 */
export function reuseWindows(browser: Browser, origin: string): Windows {
  const site: Site = { id: Symbol(origin), closers: new Set() };
  return {
    async open(options) {
      const key = JSON.stringify(options);
      for (;;) {
        const at = idle.findLastIndex((one) => one.key === key);
        if (at === -1) return make({ browser, origin, options, key }, site);
        const [found] = idle.splice(at, 1);
        // Who closes the browser closes these windows too.
        if (found && !found.page.isClosed()) return found.lend(site);
      }
    },
    async close() {
      await Promise.all([...site.closers].map((close) => close()));
    },
  };
}

async function make(
  { browser, origin, options, key }: { browser: Browser; origin: string; options: BrowserContextOptions; key: string },
  first: Site,
): Promise<Page> {
  const window = await browser.newContext(options);
  const page = await window.newPage();
  const tools = await window.newCDPSession(page);
  const remove = window.close.bind(window);
  let isReusable = true;
  const spoil = () => (isReusable = false);
  watch(window, lasting.window, spoil);
  watch(window.clock, lasting.clock, spoil);
  if (page.clock !== window.clock) watch(page.clock, lasting.clock, spoil);
  watch(page, lasting.page, spoil);
  let last = first.id;

  async function lend(to: Site): Promise<Page> {
    if (last !== to.id) await tools.send("Network.clearBrowserCache");
    last = to.id;
    to.closers.add(giveBack);
    window.close = giveBack;
    return page;

    async function giveBack(): Promise<void> {
      // To close it twice does nothing.
      window.close = async () => {};
      to.closers.delete(giveBack);
      if (!isReusable || page.isClosed()) return remove();
      try {
        await empty(window, page, tools, origin);
        if (options.viewport) await page.setViewportSize(options.viewport);
      } catch {
        // Its server has ended, or the page has crashed.
        return remove();
      }
      idle.push({ key, page, lend, remove });
      if (idle.length > maxIdle) await idle.shift()?.remove();
    }
  }
  return lend(first);
}

/** Calls `spoil` when one of these methods is called. */
function watch(of: object, names: readonly string[], spoil: () => void): void {
  for (const name of names) {
    const method = (Reflect.get(of, name) as (...values: unknown[]) => unknown).bind(of);
    Reflect.set(of, name, (...values: unknown[]) => {
      spoil();
      return method(...values);
    });
  }
}

async function empty(window: BrowserContext, page: Page, tools: CDPSession, origin: string): Promise<void> {
  for (const event of [...events, ...traffic]) page.removeAllListeners(event);
  const others = window.pages().filter((one) => one !== page);
  await Promise.all(others.map((one) => one.close()));
  await Promise.all([window.unrouteAll({ behavior: "ignoreErrors" }), page.unrouteAll({ behavior: "ignoreErrors" })]);
  await window.setOffline(false);
  // Only a page of the site may empty what a tab stores.
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(() => sessionStorage.clear());
  // The page goes there by itself: where the browser goes, it starts another process, which compiles all scripts again.
  await Promise.all([page.waitForURL("about:blank"), page.evaluate(() => location.replace("about:blank"))]);
  // No element of the next page is below the mouse.
  await page.mouse.move(-10, -10);
  await window.clearCookies();
  await tools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await tools.send("Page.resetNavigationHistory");
}
