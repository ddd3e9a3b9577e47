import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";

/** Windows (browser contexts) of a site that are used one after another. */
export type Windows = {
  /**
   * An empty page in a window without cookies and stored data. To close the window (`page.context().close()`) empties
   * it for the next caller with the same options.
   */
  open(options: BrowserContextOptions): Promise<Page>;
  /** Closes all of them. */
  close(): Promise<void>;
};

/** What these methods set cannot be taken back, so that such a window is used once. */
const lasting = {
  clock: ["install", "pauseAt", "setFixedTime", "setSystemTime"],
  window: ["addInitScript", "exposeBinding", "exposeFunction", "grantPermissions", "newCDPSession", "routeWebSocket"],
  page: ["addInitScript", "close", "emulateMedia", "exposeBinding", "exposeFunction", "routeWebSocket"],
} as const;

const events = ["console", "dialog", "download", "framenavigated", "load", "pageerror", "popup"] as const;
const traffic = ["request", "requestfailed", "requestfinished", "response", "websocket"] as const;

/**
 * Keeps the windows of this origin that tests have closed, and lends them again for the same options.
 *
 * Design note. The first page of a new window costs twice the processor's time of a further page in it, because the
 * browser starts a process, fetches and compiles all scripts and decodes all pictures again. So a closed window keeps
 * one page, which loses its content, its history and its listeners, and the window loses its cookies and its stored
 * data. What stays is the cache of files, which a visitor's second visit has too: a file that looks at a first visit
 * takes new windows.
 */
export function reuseWindows(browser: Browser, origin: string): Windows {
  const idle = new Map<string, (() => Page)[]>();
  const closers = new Set<() => Promise<void>>();

  async function make(options: BrowserContextOptions, key: string): Promise<Page> {
    const window = await browser.newContext(options);
    const page = await window.newPage();
    const tools = await window.newCDPSession(page);
    const close = window.close.bind(window);
    const remove = async () => {
      closers.delete(remove);
      await close();
    };
    closers.add(remove);
    let isReusable = true;
    const spoil = () => (isReusable = false);
    watch(window, lasting.window, spoil);
    watch(window.clock, lasting.clock, spoil);
    if (page.clock !== window.clock) watch(page.clock, lasting.clock, spoil);
    watch(page, lasting.page, spoil);
    const lend = () => {
      window.close = async () => {
        // To close it twice does nothing.
        window.close = async () => {};
        if (!isReusable || page.isClosed()) return remove();
        try {
          await empty(window, page, tools, origin);
          if (options.viewport) await page.setViewportSize(options.viewport);
        } catch {
          // Its server has ended, or the page has crashed.
          return remove();
        }
        idle.set(key, [...(idle.get(key) ?? []), lend]);
      };
      return page;
    };
    return lend();
  }

  return {
    async open(options) {
      const key = JSON.stringify(options);
      return idle.get(key)?.pop()?.() ?? make(options, key);
    },
    async close() {
      await Promise.all([...closers].map((close) => close()));
    },
  };
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
