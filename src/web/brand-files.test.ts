import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { iconSetting, logoSetting, colourSetting } from "#lib/look/look.ts";
import { lookDeclarations } from "#lib/look/setting-declarations.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { renderMail } from "#messages/mail-layout.ts";
import { drawPdf } from "#papers/pdf/draw-pdf.ts";
import { settingRoutes } from "#settings/routes.ts";
import { makeCatalogApi, type CatalogClient } from "../../test/make/catalog.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeUser } from "../../test/make/rows.ts";
import { brandFileRoutes, brandStyleTag, iconTags } from "./brand-files.ts";
import { webManifestRoutes } from "./manifest.ts";
import { makeTemplateText } from "../../test/make/template-text.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeCatalogApi>>;
let operator: CatalogClient;
let operatorId: string;
beforeAll(async () => {
  context = await makeContext();
  api = await makeCatalogApi(context, [
    brandFileRoutes,
    webManifestRoutes,
    (app, parts) => settingRoutes(app, parts, lookDeclarations),
  ]);
  operatorId = await makeUser(context, { type: "operator" });
  operator = await api.as(operatorId);
});
afterEach(() => applySettings({}, new Set()));
afterAll(async () => {
  await api.close();
  await context.close();
});

async function upload(width: number, height: number, alpha = 0) {
  const form = new FormData();
  form.append("transparent", "1");
  const background = { r: 179, g: 65, b: 31, alpha };
  const png = await sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
  form.append("picture", new Blob([new Uint8Array(png)]), "logo.png");
  const { status, body } = await operator("POST", "/v1/media/pictures", form);
  expect(status).toBe(200);
  const { key: picture, ...rest } = body.data as unknown as Record<string, unknown>;
  return { picture, width: rest.width, height: rest.height, color: rest.color };
}
const change = async (key: string, value: unknown) => {
  const { result } = (await operator("GET", `/v1/operator/settings/${key}`)).body as unknown as {
    result: { version: number };
  };
  return operator("PUT", `/v1/operator/settings/${key}`, { value, version: result.version });
};
const get = (url: string) => api.app.inject({ url });
const hrefIn = (tag: string) => /href="([^"]+)"/.exec(tag)?.[1] ?? "";

test("pages have a stylesheet for the look only when an operator chose one, at an address that changes with it", async () => {
  expect(brandStyleTag()).toBe("");
  expect((await change(colourSetting.key, "#008744")).status).toBe(200);
  const href = hrefIn(brandStyleTag());
  const sent = await get(href);
  expect(sent.headers["cache-control"]).toContain("immutable");
  expect(sent.body).toContain("--brand:#");
  expect((await get("/manifest.webmanifest")).json()).toMatchObject({ theme_color: expect.stringMatching(/^#00/) });
  expect((await change(colourSetting.key, "#b3411f")).status).toBe(200);
  expect(hrefIn(brandStyleTag())).not.toBe(href);
  expect((await get(href)).headers["cache-control"]).toBe("no-cache");
  const { html } = await renderMail(
    { to: "a@b.id", subject: "Uji", title: makeTemplateText("Uji"), paragraphs: ["Uji"], dedupeKey: "x" },
    "https://pasar.example",
  );
  expect(html).toContain("#b3411f");
});

test("a colour that cannot be read is refused with a sentence", async () => {
  const refused = await change(colourSetting.key, "#ffee00");
  expect([refused.status, refused.body.data]).toEqual([422, { value: [expect.stringContaining("terlalu terang")] }]);
});

test("a logo keeps its transparent parts, is shown on pages, in mails and on papers, and has its size checked", async () => {
  const light = await upload(400, 100);
  expect((await change(logoSetting.key, { light, dark: null, hasName: false })).status).toBe(200);
  expect((await get(hrefIn(brandStyleTag()))).body).toContain(`/img/${String(light.picture)}-400.webp`);
  const file = await get(`/brand/${String(light.picture)}-400.png`);
  expect((await sharp(file.rawPayload).stats()).isOpaque).toBe(false);
  const { html } = await renderMail(
    { to: "a@b.id", subject: "Uji", title: makeTemplateText("Uji"), paragraphs: ["Uji"], dedupeKey: "x" },
    "https://pasar.example",
  );
  expect(html).toContain(`https://pasar.example/brand/${String(light.picture)}-400.png`);
  const paper = {
    title: "Invoice",
    number: "INV/1",
    about: "",
    parties: [],
    facts: [],
    head: { text: "Barang", quantity: "", price: "", amount: "Jumlah" },
    rows: [],
    sums: [],
    notes: [],
  };
  const chunks: Buffer[] = [];
  for await (const chunk of await drawPdf(paper as never, operatorId, context.config)) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString("latin1")).toContain("/Subtype /Image");

  const small = await upload(200, 40);
  const refused = await change(logoSetting.key, { light: small, dark: null, hasName: true });
  expect(refused.body.data).toEqual({ "value.light": ["Tinggi gambar paling sedikit 72 piksel."] });
  const invented = await change(logoSetting.key, {
    light: { ...light, picture: "karangan" },
    dark: null,
    hasName: true,
  });
  expect(Object.keys(invented.body.data)).toEqual(["value.light"]);
});

test("without a chosen icon, the one of tabs stands in the page and is the file of the same drawing", async () => {
  const [, type, drawing] = /rel="icon" href="data:([^,"]+),([^"]+)"/.exec(iconTags()) ?? [];
  expect(type).toBe("image/svg+xml");
  const file = await readFile(new URL("../../public/favicon.svg", import.meta.url), "utf8");
  expect(decodeURIComponent(drawing ?? "").replaceAll("'", '"')).toBe(file.trim());
  expect((await sharp(Buffer.from(decodeURIComponent(drawing ?? ""))).metadata()).format).toBe("svg");
});

test("an icon is served in the sizes of tabs and home screens, and no other picture as PNG", async () => {
  const address = async () => (await get("/favicon.ico")).headers.location;
  expect(await address()).toBe("/favicon.svg");
  const icon = await upload(600, 600, 1);
  expect((await change(iconSetting.key, icon)).status).toBe(200);
  expect(await address()).toBe(`/brand/${String(icon.picture)}-32.png`);
  expect(iconTags()).toContain(`/brand/${String(icon.picture)}-32.png`);
  for (const size of [32, 180, 192, 512]) {
    const { rawPayload } = await get(`/brand/${String(icon.picture)}-${size}.png`);
    expect((await sharp(rawPayload).metadata()).width).toBe(size);
  }
  for (const file of [`${String(icon.picture)}-300.png`, "u00-32.png", "..%2f..%2fsecret", "look-zz.css"])
    expect((await get(`/brand/${file}`)).statusCode).toBe(404);
});
