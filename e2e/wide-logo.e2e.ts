import type { Browser } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { logoSetting } from "../src/lib/look/look.ts";
import { lookDeclarations } from "../src/lib/look/setting-declarations.ts";
import { applySettings } from "../src/lib/settings/setting.ts";
import { settingRoutes } from "../src/settings/routes.ts";
import { openBrowser } from "../test/browser.ts";
import { makeCatalogApi } from "../test/make/catalog.ts";
import { makeContext } from "../test/make/context.ts";
import { makeUser } from "../test/make/rows.ts";
import { enter } from "./make-people.ts";
import { startHostedServer, type HostedServer } from "./start-server.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let browser: Browser;
let server: HostedServer;

beforeAll(async () => {
  context = await makeContext();
  const api = await makeCatalogApi(context, [(app, parts) => settingRoutes(app, parts, lookDeclarations)]);
  const operator = await api.as(await makeUser(context, { type: "operator" }));
  const form = new FormData();
  form.append("transparent", "1");
  const wide = sharp({ create: { width: 1200, height: 200, channels: 4, background: "#b3411f" } }).png();
  form.append("picture", new Blob([new Uint8Array(await wide.toBuffer())]), "logo.png");
  const { key: picture, ...size } = (await operator("POST", "/v1/media/pictures", form)).body.data as { key: string };
  const { width, height, color } = size as unknown as Record<string, unknown>;
  const value = { light: { picture, width, height, color }, dark: null, hasName: true };
  const stored = await operator("PUT", `/v1/operator/settings/${logoSetting.key}`, { value, version: 0 });
  expect(stored.status).toBe(200);
  await api.close();
  applySettings({}, new Set());
  [server, browser] = await Promise.all([startHostedServer(context.databaseUrl, { DEMO: "0" }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await context?.close();
});

test.each([320, 390])("a wide logo leaves the header its buttons, in a window of %i pixels", async (width) => {
  for (const person of ["visitor", "buyer"]) {
    const window = await browser.newContext({ baseURL: server.origin, viewport: { width, height: 844 } });
    if (person === "buyer") await enter(window, context, server.origin, await makeUser(context));
    const page = await window.newPage();
    for (const path of ["/", person === "buyer" ? "/checkout" : "/login"]) {
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${person} ${path}`).toBe(width);
    }
    await page.goto("/");
    const boxes = await page.locator("header a:visible, header button:visible").evaluateAll((all) =>
      all.map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    );
    const overlapping = boxes.filter((one, at) =>
      boxes.some(
        (other, position) =>
          position < at &&
          one.left < other.right - 1 &&
          other.left < one.right - 1 &&
          one.top < other.bottom - 1 &&
          other.top < one.bottom - 1,
      ),
    );
    expect(boxes.length).toBeGreaterThan(3);
    expect(overlapping, person).toEqual([]);
    await window.close();
  }
});
