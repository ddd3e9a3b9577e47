import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDemoSite, type DemoSite } from "./open-demo-site.ts";

/**
 * Every page, for each kind of user: no accessibility violation, nothing wider than the screen, no request to another
 * host.
 */
let site: DemoSite;
let axe: string;

beforeAll(async () => {
  site = await openDemoSite();
  axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
});
afterAll(() => site?.close());

type Finding = { id: string; nodes: { html: string }[] };

async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const findings = await page.evaluate(async () => {
    const { axe: engine } = window as unknown as {
      axe: { run(root: Document, options: object): Promise<{ violations: Finding[] }> };
    };
    return (
      await engine.run(document, {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
        // Do not collect what passed, and do not fetch stylesheets again.
        resultTypes: ["violations"],
        preload: false,
      })
    ).violations;
  });
  return findings.map(
    (one) =>
      `${one.id}: ${one.nodes
        .map((node) => node.html.slice(0, 160))
        .slice(0, 2)
        .join(" | ")}`,
  );
}

describe.each([
  { who: "visitor", width: 390, scheme: "light" },
  { who: "visitor", width: 1280, scheme: "dark" },
  { who: "buyer", width: 390, scheme: "dark" },
  { who: "buyer", width: 1280, scheme: "light" },
  { who: "seller", width: 390, scheme: "light" },
  { who: "seller", width: 1280, scheme: "dark" },
  { who: "operator", width: 390, scheme: "dark" },
  { who: "operator", width: 1280, scheme: "light" },
] as const)("$who at $width px, $scheme", ({ who, width, scheme }) => {
  test("no page has an accessibility violation, is wider than the screen, has a script error or requests another host", async () => {
    const session = await site.open(who, width, scheme);
    const page = await session.newPage();
    const found: Record<string, string[]> = {};
    let here = "";
    const note = (text: string) => (found[here] ??= []).push(text);
    page.on("request", (request) => {
      if (!request.url().startsWith(site.server.origin) && !request.url().startsWith("data:"))
        note(`asks ${request.url()}`);
    });
    page.on("pageerror", (error) => note(`script: ${error.message}`));
    for (const address of site.pages[who]) {
      here = address;
      const response = await page.goto(address, { waitUntil: "load" });
      if ((response?.status() ?? 0) >= 500) note(`answers ${response?.status()}`);
      await page.keyboard.press("Shift");
      await page.waitForFunction(() => document.documentElement.dataset.ready === "1");
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (over > 0) note(`is ${over} px too wide`);
      for (const barrier of await barriers(page)) note(barrier);
    }
    await session.close();
    expect(found).toEqual({});
  });
});

/** Second names for one thing, and functions that do not exist yet. */
const unwanted =
  /\btransaksi\b|keluhan|hutang|Dikomplain|[Aa]jukan komplain|[Bb]alas(?: chat| ±)|Bila tidak, pesanan/gi;

test("an order has one name on every page, and no page promises a function that does not exist", async () => {
  const found: Record<string, string[]> = {};
  for (const who of ["visitor", "buyer", "seller", "operator"] as const) {
    const session = await site.open(who, 1280, "light");
    for (const address of site.pages[who]) {
      const html = await (await session.request.get(address)).text();
      const read = html.replace(/<(script|style)\b.*?<\/\1>/gs, " ").replace(/<[^>]*>/g, " ");
      const words = [...new Set(read.match(unwanted))];
      if (words.length > 0) found[`${who} ${address}`] = words;
    }
    await session.close();
  }
  expect(found).toEqual({});
});
