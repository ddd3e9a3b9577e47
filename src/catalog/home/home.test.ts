import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { colourSetting } from "#lib/look/look.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { checkValue } from "#lib/settings/declaration.ts";
import { settingRoutes } from "#settings/routes.ts";
import { purgeAtMoments } from "#settings/refresh-settings.ts";
import { makeCatalogApi, makeMarket, newProduct, type CatalogClient } from "../../../test/make/catalog.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { homeDeclarations } from "./setting-declarations.ts";
import type { Home } from "./contract.ts";
import { homeRoutes } from "./routes.ts";
import { bannersSetting, heroSetting, chosenSlugs, isShownAt, listingQueryOf, sectionsSetting } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeCatalogApi>>;
let visitor: CatalogClient;
let operator: CatalogClient;
beforeAll(async () => {
  context = await makeContext();
  await makeMarket(context, [
    newProduct("teh", "Teh Uji"),
    newProduct("kopi", "Kopi Uji"),
    newProduct("gula", "Gula Uji"),
  ]);
  api = await makeCatalogApi(context, [homeRoutes, (app, parts) => settingRoutes(app, parts, homeDeclarations)]);
  visitor = await api.as(null);
  operator = await api.as(await makeUser(context, { type: "operator" }));
});
afterEach(() => applySettings({}, new Set()));
afterAll(async () => {
  await api.close();
  await context.close();
});

const row = { title: "", source: "", from: null, until: null };
const set = (key: string, value: unknown) => applySettings({ [key]: value }, new Set());
const homeAt = async (at: string) =>
  (await operator("GET", `/v1/operator/home?at=${encodeURIComponent(at)}`)).body.result as Home;
const declarationOf = (key: string) => {
  const found = homeDeclarations.find(({ setting }) => setting.key === key);
  if (!found) throw new Error(key);
  return found;
};

test("chosen products are shown in the operator's order, and those that are not sold are left out", async () => {
  set(sectionsSetting.key, [
    { ...row, kind: "products", title: "Minum sore", source: "gula\n/product/teh?o1=x, hilang" },
  ]);
  const { sections } = await homeAt("2026-12-01T00:00:00Z");
  expect(sections.map(({ title, products }) => [title, products.map(({ slug }) => slug)])).toEqual([
    ["Minum sore", ["gula", "teh"]],
  ]);
});

test("sections and banners are shown from their first to their last moment, which a preview shows before", async () => {
  const shape = { picture: "u00", width: 1200, height: 400, color: "#aabbcc" };
  const banner = { wide: shape, narrow: null, alt: "Pekan kopi", href: "/product", until: "2026-12-03T00:00:00.000Z" };
  set(bannersSetting.key, [{ ...banner, from: "2026-12-02T00:00:00.000Z" }]);
  const shown = async (at: string) => (await homeAt(at)).banners.length;
  expect(await shown("2026-12-01T23:59:59Z")).toBe(0);
  expect(await shown("2026-12-02T00:00:00Z")).toBe(1);
  expect(await shown("2026-12-02T23:59:59Z")).toBe(1);
  expect(await shown("2026-12-03T00:00:00Z")).toBe(0);
  const purged: string[][] = [];
  const pages = { ...context.pages, purgeLocally: (tags: readonly string[]) => void purged.push([...tags]) };
  const begins = Date.parse("2026-12-02T00:00:00Z");
  purgeAtMoments({ pages }, homeDeclarations, begins - 1_000, begins);
  expect(purged).toEqual([["home"]]);
});

test("what an operator changes is on the home page at once, and only the pages that show it are purged", async () => {
  await visitor("GET", "/v1/home");
  const store = (key: string, tags: string[]) =>
    context.pages.set(key, {
      plain: Buffer.from(key),
      etag: key,
      status: 200,
      tags: ["all", ...tags],
      expires: Date.now() + 60_000,
    });
  store("/", ["home"]);
  store("/other", []);
  const value = [{ ...row, kind: "newest", title: "Baru datang" }];
  const changed = await operator("PUT", `/v1/operator/settings/${sectionsSetting.key}`, { value, version: 0 });
  expect(changed.status).toBe(200);
  expect(["/", "/other"].filter((key) => context.pages.get(key))).toEqual(["/other"]);
  const { sections } = (await visitor("GET", "/v1/home")).body.result as Home;
  expect(sections.map(({ title, products }) => [title, products.length])).toEqual([["Baru datang", 3]]);
});

test("the built-in picture, whose ground is the default main colour, is shown on that colour alone", async () => {
  const shown = async () => (await homeAt("2026-12-01T00:00:00Z")).hero.hasPicture;
  const remark = async () =>
    ((await operator("GET", `/v1/operator/settings/${heroSetting.key}`)).body.result as { remark: string | null })
      .remark;
  expect([await shown(), await remark()]).toEqual([true, null]);
  set(colourSetting.key, "#1f6f43");
  expect([await shown(), await remark()]).toEqual([false, expect.stringContaining("tanpa gambar")]);
  const picture = { picture: "u00", width: 800, height: 600, color: "#1f6f43" };
  applySettings(
    { [colourSetting.key]: "#1f6f43", [heroSetting.key]: { ...heroSetting.defaultValue, picture } },
    new Set(),
  );
  expect(await shown()).toBe(true);
});

test("a visitor cannot see the home page of another moment", async () => {
  expect((await visitor("GET", "/v1/operator/home")).status).toBe(401);
});

describe("a section's source", () => {
  const complaintAbout = (kind: string, source: string) => {
    const checked = checkValue(declarationOf(sectionsSetting.key), [{ ...row, kind, source }]);
    return "issues" in checked ? checked.issues.map(({ path }) => path.join(".")) : [];
  };

  test("is the address of a listing or of products, and nothing else", () => {
    expect(complaintAbout("collection", "/product?regional=1&sort=newest")).toEqual([]);
    expect(complaintAbout("category", "teh")).toEqual([]);
    expect(complaintAbout("products", "https://pasar.example/product/teh")).toEqual([]);
    for (const [kind, source] of [
      ["collection", ""],
      ["collection", "/cart"],
      ["collection", "javascript:alert(1)"],
      ["category", "/product?sort=sold"],
      ["products", ""],
      ["products", "<b>teh</b>"],
      ["products", Array.from({ length: 13 }, (_, at) => `teh-${at}`).join("\n")],
      ["newest", "teh"],
    ] as const)
      expect(complaintAbout(kind, source), `${kind} ${source}`).toEqual(["0.source"]);
  });

  test("may be long and strange without taking long", () => {
    const strange = `${"/product/".repeat(200)}teh`;
    expect(chosenSlugs(strange)).toBeNull();
    expect(listingQueryOf(`/product?${"a".repeat(3_000)}`)).toBeNull();
  });
});

test("a schedule without moments is always", () => {
  expect(isShownAt({ from: null, until: null }, new Date(0))).toBe(true);
  const late = {
    from: "2026-12-02T00:00:00.000Z",
    until: "2026-12-01T00:00:00.000Z",
    kind: "newest",
    title: "",
    source: "",
  };
  const checked = checkValue(declarationOf(sectionsSetting.key), [late]);
  expect("issues" in checked && checked.issues[0]?.path).toEqual([0, "until"]);
});
