import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterContextProvider, RouterProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callContext } from "#lib/api-client.ts";
import { sql } from "#lib/database.ts";
import { declareSetting } from "#lib/settings/declaration.ts";
import { settingRoutes } from "#settings/routes.ts";
import { makeShopApi, type Client } from "../../../../test/make/checkout.ts";
import { makeContext } from "../../../../test/make/context.ts";
import { makeUser } from "../../../../test/make/rows.ts";
import { action } from "../../pages/settings.tsx";
import { SettingForm, type OpenSetting, type SettingAnswer } from "./setting-form.tsx";

const declarations = [
  declareSetting({
    setting: { key: "test.slogan", defaultValue: "Dari tangan pertama" },
    group: "brand",
    label: "Semboyan",
    help: "Di atas semua halaman.",
    field: { kind: "text", min: 3, max: 40 },
  }),
  declareSetting({
    setting: { key: "test.banners", defaultValue: [] as { title: string }[] },
    group: "pages",
    label: "Spanduk",
    help: "Di beranda.",
    field: {
      kind: "list",
      max: 3,
      item: "Spanduk",
      fields: { title: { label: "Judul", field: { kind: "text", min: 3, max: 40 } } },
    },
  }),
];

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let operator: Client;
beforeAll(async () => {
  context = await makeContext();
  api = await makeShopApi(context, [(app, parts) => settingRoutes(app, parts, declarations)]);
  operator = await api.as(await makeUser(context, { type: "operator" }));
});
afterAll(async () => {
  await api.close();
  await context.close();
});

/** Sends the form of a setting, as the page does. */
async function send(key: string, fields: Record<string, string>) {
  const page = new RouterContextProvider();
  page.set(callContext, (method, url, options) => operator(method as "GET", url, options?.body as object | undefined));
  const body = new URLSearchParams(fields);
  const request = new Request(`https://kawung.test/operator/settings?key=${key}`, { method: "POST", body });
  return action({ request, context: page, params: {} } as never);
}

const entries = async () => (await context.db.row<{ n: number }>(sql`select count(*)::int as n from audit_entries`))?.n;

test.each([
  ["with a reason alone", "test.slogan", { value: "Dari tangan pertama" }],
  ["with an empty row of a list", "test.banners", { "value.0.title": "", "value.1.title": "" }],
])(
  "a setting that is saved unchanged, %s, says that nothing changed, and keeps the reason",
  async (_how, key, value) => {
    const before = await entries();
    const answer = (await send(key, {
      intent: "save",
      version: "0",
      note: "Hanya mencoba",
      ...value,
    })) as SettingAnswer;
    expect(answer).toMatchObject({ preview: [], note: "Hanya mencoba", version: 0 });
    expect(await entries()).toBe(before);

    const setting = (await operator("GET", `/v1/operator/settings/${key}`)).body.result as unknown as OpenSetting;
    const element = <SettingForm setting={setting} answer={answer} saved={null} />;
    const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
    expect(html).toContain("Tidak ada yang berubah");
    expect(html).toContain("Alasan tanpa perubahan tidak dicatat.");
    expect(html).not.toContain("Pengaturan disimpan.");
  },
);

test("a setting that is saved with another value says so, and a former value that is in effect already changes nothing", async () => {
  const saved = (await send("test.slogan", { intent: "save", version: "0", value: "Langsung" })) as Response;
  expect(saved.headers.get("location")).toContain("saved=1");
  expect(await send("test.slogan", { intent: "restore 1", version: "1" })).toMatchObject({ preview: [], version: 1 });
  const restored = (await send("test.slogan", { intent: "restore 0", version: "1" })) as Response;
  expect(restored.headers.get("location")).toContain("restored=1");
});

test("the API says whether a setting changed", async () => {
  const { version } = (await operator("GET", "/v1/operator/settings/test.slogan")).body
    .result as unknown as OpenSetting;
  const put = (value: string, at: number) =>
    operator("PUT", "/v1/operator/settings/test.slogan", { value, version: at });
  expect((await put("Tangan kedua", version)).body.message).toBe("Pengaturan disimpan.");
  expect((await put("Tangan kedua", version + 1)).body.message).toBe("Tidak ada yang berubah.");
});
