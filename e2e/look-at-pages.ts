import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { walk } from "./keyboard-walk.ts";
import { openDemoSite, type DemoSite, type Who } from "./open-demo-site.ts";
import { refuseForms } from "./refuse-forms.ts";

type Look = { width: 390 | 800 | 1280; scheme: "light" | "dark" };

/** How everyone sees a refusal. */
const phone: Look = { width: 390, scheme: "light" };

/** How each kind of user sees the pages. */
const looks: Record<Who, { narrow: Look; wide: Look }> = {
  visitor: { narrow: { width: 390, scheme: "light" }, wide: { width: 1280, scheme: "dark" } },
  buyer: { narrow: { width: 390, scheme: "dark" }, wide: { width: 1280, scheme: "light" } },
  seller: { narrow: { width: 390, scheme: "light" }, wide: { width: 1280, scheme: "dark" } },
  operator: { narrow: { width: 390, scheme: "dark" }, wide: { width: 1280, scheme: "light" } },
};

// On these pages the Tab key walks at both widths, because their layouts differ most; on others at one.
const walkedTwice = /^\/(cart|checkout|product\/.*|product\?category.*|profile\?page=addresses&edit=new)$/;

const printed: Record<Who, RegExp> = {
  visitor: /^\/(product\/.*|product\?category.*|merchant\/.*|guide|faqBuyer|halaman-yang-tidak-ada)$/,
  buyer: /^\/(cart|checkout|payment\/.*|profile\?page=(transactions|showTransaction.*))$/,
  seller: /^\/manageMerchant\?page=(orders|showTransaction.*|balance)$/,
  operator: /^\/operator(\?page=ledger)?$/,
};

const helped: Record<Who, RegExp> = {
  visitor: /^\/(|product\?category.*|merchant\/.*|guide)$/,
  buyer: /^\/(cart|profile|profile\?page=(addresses&edit=new|transactions|showTransaction.*))$/,
  seller: /^\/manageMerchant\?page=(orders|product|settings)$/,
  // The console has no help link.
  operator: /^\/manageMerchant$/,
};

/** Words that no page says: second names for one thing, and functions that do not exist. */
const unwanted = /\btransaksi\b|keluhan|hutang|[Aa]jukan komplain|[Bb]alas(?: chat| ±)|Bila tidak, pesanan/gi;

/** What was found on the pages of one kind of user. */
type Findings = {
  /** The faults of each page. */
  faults: Record<string, string[]>;
  /** On how many pages the print, and the controls under the help link, were checked. */
  checked: { printed: number; helped: number };
  /** How many kinds of forms were refused, and those whose refusal is not shown as it should be. */
  refused: number;
  refusals: string[];
};

/**
 * The tests of every page of one kind of user: `every-page-<who>.e2e.ts` has them, a file for each kind, so that
 * several processes share them. A page is opened once and looked at in both widths and themes, because opening it costs
 * more than most checks. `expected` says on how many pages the checks of print and of the help link have to be.
 */
export function testEveryPage(who: Who, expected: Findings["checked"]): void {
  let site: DemoSite;
  let axe: string;
  let looking: Promise<Findings> | undefined;

  beforeAll(async () => {
    site = await openDemoSite();
    axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  });
  afterAll(() => site?.close());

  /** Opens all pages once for both tests. After a finding the next caller opens them again. */
  async function findings(): Promise<Findings> {
    looking ??= lookAtPages(site, who, axe);
    try {
      const found = await looking;
      if (Object.keys(found.faults).length + found.refusals.length > 0) looking = undefined;
      return found;
    } catch (error) {
      looking = undefined;
      throw error;
    }
  }

  test(`no page of a ${who} has a barrier, is wider than the screen, fails, prints menus or hides a control from Tab or behind the help link`, async () => {
    const { faults, checked } = await findings();
    expect(faults).toEqual({});
    expect(checked).toEqual(expected);
  }, 900_000);

  test(`a refusal of the server is shown, on every page of a ${who}, is in sight and has the focus`, async () => {
    const { refusals, refused } = await findings();
    expect(refusals).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  }, 900_000);
}

async function lookAtPages(site: DemoSite, who: Who, axe: string): Promise<Findings> {
  const { narrow, wide } = looks[who];
  const session = await site.open(who, narrow.width);
  const page = await session.newPage();
  // From here on there is a place where the chosen theme is stored.
  await page.goto("/robots.txt");
  const faults: Findings["faults"] = {};
  const refusals: string[] = [];
  const tried = new Set<string>();
  const checked = { printed: 0, helped: 0 };
  let here = "";
  const note = (text: string) => (faults[here] ??= []).push(text);
  page.on("request", (request) => {
    if (!request.url().startsWith(site.server.origin) && !request.url().startsWith("data:"))
      note(`asks ${request.url()}`);
  });
  page.on("pageerror", (error) => note(`script: ${error.message}`));

  async function open(path: string, look: Look): Promise<string> {
    await page.setViewportSize({ width: look.width, height: 844 });
    await page.evaluate((theme) => localStorage.setItem("theme", theme), look.scheme);
    const response = await page.goto(path, { waitUntil: "load" });
    if ((response?.status() ?? 0) >= 500) note(`answers ${response?.status()}`);
    await page.keyboard.press("Shift");
    await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
    // The first key starts the page's scripts, the second one those of the other pages.
    await page.keyboard.press("Shift");
    await page.locator("body > [role=status]").waitFor({ state: "attached" });
    return (await response?.text()) ?? "";
  }
  async function checkLook({ width, scheme }: Look): Promise<void> {
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) note(`at ${width} px: is ${over} px too wide`);
    for (const barrier of await barriers(page)) note(`at ${width} px, ${scheme}: ${barrier}`);
  }
  async function checkWalk({ width }: Look): Promise<void> {
    const walked = await walk(page);
    for (const fault of walked.faults) note(`at ${width} px, Tab: ${fault}`);
    if (walked.path.length <= 2) note(`at ${width} px: Tab finds ${walked.path.length} controls`);
  }

  for (const [at, path] of site.pages[who].entries()) {
    here = path;
    const [first, second] = at % 2 === 0 ? [wide, narrow] : [narrow, wide];
    const html = await open(path, first);
    const read = html.replace(/<(script|style)\b.*?<\/\1>/gs, " ").replace(/<[^>]*>/g, " ");
    for (const words of new Set(read.match(unwanted))) note(`says ${words}`);
    const titles = html.match(/<h1[ >]/g)?.length ?? 0;
    if (titles !== 1) note(`has ${titles} titles`);
    await page.evaluate(axe);
    await checkLook(first);
    await show(page, second);
    await checkLook(second);
    if (printed[who].test(path)) {
      checked.printed += 1;
      await show(page, { width: 800, scheme: wide.scheme }, "print");
      for (const fault of await printFaults(page)) note(`printed: ${fault}`);
      await show(page, second);
    }
    await checkWalk(second);
    if (helped[who].test(path)) {
      checked.helped += 1;
      await show(page, narrow);
      for (const control of await controlsUnderHelp(page)) note(`under the help link: ${control}`);
    }
    if (walkedTwice.test(path)) {
      await open(path, first);
      await checkWalk(first);
    }
    if (!/<main.*method="post"/s.test(html)) continue;
    await show(page, phone);
    const reopen = async () => {
      await open(path, phone);
    };
    for (const fault of await refuseForms(page, tried, reopen)) refusals.push(`${path} ${fault}`);
  }
  await session.close();
  return { faults, checked, refused: tried.size, refusals };
}

/** Shows the open page in another width and theme. */
async function show(page: Page, { width, scheme }: Look, media: "screen" | "print" = "screen"): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  // Only for print: while something is emulated, to leave a page is slow (test/browser.ts).
  await page.emulateMedia({ media: media === "print" ? media : null });
  await page.evaluate(async (theme) => {
    // Without transitions, so that no colour is on its way to another one.
    const still = new CSSStyleSheet();
    still.replaceSync("*,::before,::after{transition:none!important}");
    document.adoptedStyleSheets = [still];
    // The page chooses its theme when it opens.
    if (theme === "dark") document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(done));
  }, scheme);
}

type Finding = { id: string; nodes: { element?: Element }[] };

/** Violations of accessibility that axe finds. Its script is in the page already. */
export function barriers(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe: engine } = window as unknown as {
      axe: {
        configure(options: object): void;
        run(root: Document, options: object): Promise<{ violations: Finding[] }>;
      };
    };
    // Without the text and the selector of each element that axe looks at.
    engine.configure({ noHtml: true });
    const { violations } = await engine.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      // Do not collect what passed, and do not fetch stylesheets again.
      resultTypes: ["violations"],
      preload: false,
      selectors: false,
      elementRef: true,
    });
    return violations.map(({ id, nodes }) => {
      const texts = nodes.slice(0, 2).map(({ element }) => element?.outerHTML.slice(0, 160));
      return `${id}: ${texts.join(" | ")}`;
    });
  });
}

/** A printed page shows its content in dark ink, without header, menus, footer, bars and buttons. */
function printFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = (one: Element) => one.checkVisibility() && one.getBoundingClientRect().height > 1;
    const frame =
      "#root > :not(main), nav, button, [role=button], [data-chat-link], [data-bottom-nav], fieldset [name=theme]";
    const seen = [...document.querySelectorAll(frame)].filter(shown);
    const words = document.querySelector("main")?.innerText.trim().length ?? 0;
    const ink = getComputedStyle(document.body).color.match(/\d+/g)?.map(Number) ?? [];
    return [
      ...seen.map((one) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 40)}`),
      ...(words < 20 ? ["says nothing"] : []),
      ...(ink.some((part) => part > 100) ? [`is written in ${ink.join(" ")}`] : []),
    ];
  });
}

/** The controls that the link for help covers at some scroll position. */
async function controlsUnderHelp(page: Page): Promise<string[]> {
  await page.waitForFunction(() => document.querySelector("[data-chat-link]"));
  return page.evaluate(async () => {
    const chat = document.querySelector<HTMLElement>("[data-chat-link]");
    if (!chat) return ["there is no link for help"];
    if (getComputedStyle(chat).position === "static") return [];
    const box = chat.getBoundingClientRect();
    const wrong: string[] = [];
    const usable = "main :is(a, button, input, select, textarea, summary)";
    for (const one of document.querySelectorAll<HTMLElement>(usable)) {
      const { left, right, top, height, width } = one.getBoundingClientRect();
      if (width === 0 || right < box.left || left > box.right || !one.checkVisibility()) continue;
      scrollBy({ top: top + height / 2 - (box.top + box.height / 2), behavior: "instant" });
      await new Promise((done) => requestAnimationFrame(done));
      one.focus({ preventScroll: true });
      if (getComputedStyle(chat).opacity === "0") continue;
      const now = one.getBoundingClientRect();
      const wide = Math.min(box.right, now.right) - Math.max(box.left, now.left);
      const tall = Math.min(box.bottom, now.bottom) - Math.max(box.top, now.top);
      if (wide > 0 && tall > 0 && wide * tall > now.width * now.height * 0.1)
        wrong.push(one.textContent?.trim().slice(0, 40) || one.outerHTML.slice(0, 80));
    }
    return wrong;
  });
}
