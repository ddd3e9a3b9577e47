import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { proveChain } from "#audit-log/prove-chain.ts";
import { sql } from "#lib/database.ts";
import { openContext } from "#lib/open-context.ts";
import { declareSetting, type Declaration } from "#lib/settings/declaration.ts";
import { inputText, readDraft, type Field } from "#lib/settings/field.ts";
import { schemaOf } from "#lib/settings/field-schema.ts";
import { applySettings, settingOf, type Setting } from "#lib/settings/setting.ts";
import { hour, minute } from "#lib/time.ts";
import { makeShopApi, type Client } from "../../test/make/checkout.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeUser } from "../../test/make/rows.ts";
import { followSettings, purgeAtMoments, readSettings } from "./refresh-settings.ts";
import { settingRoutes } from "./routes.ts";
import { maxSettingDelay, settingPollInterval } from "./rules.ts";

const slogan: Setting<string> = { key: "test.slogan", defaultValue: "Dari tangan pertama" };
const answer: Setting<number> = { key: "test.answer_duration", defaultValue: 24 * hour };
const hours: Setting<{ opens: string; closes: string }> = {
  key: "test.hours",
  defaultValue: { opens: "09:00", closes: "20:00" },
};
const limit: Setting<number> = { key: "test.limit", defaultValue: 50_000 };
const token: Setting<string> = { key: "test.token", defaultValue: "" };
const offers: Setting<{ title: string; until: string | null }[]> = { key: "test.offers", defaultValue: [] };

const declarations: readonly Declaration[] = [
  declareSetting({
    setting: slogan,
    group: "brand",
    label: "Semboyan",
    help: "Di atas semua halaman.",
    field: { kind: "text", min: 3, max: 40 },
    isPublic: true,
  }),
  declareSetting({
    setting: answer,
    group: "orders",
    label: "Waktu menjawab",
    help: "Berapa lama penjual boleh menjawab.",
    field: { kind: "duration", unit: "hours", min: 1, max: 72 },
    tags: ["orders"],
  }),
  declareSetting({
    setting: token,
    group: "security",
    label: "Kunci penyedia",
    help: "Kunci dari penyedia.",
    field: { kind: "text", min: 8, max: 100 },
    isSecret: true,
  }),
  declareSetting({
    setting: hours,
    group: "brand",
    label: "Jam",
    help: "Jam layanan.",
    field: {
      kind: "record",
      fields: {
        opens: { label: "Buka", field: { kind: "time" } },
        closes: { label: "Tutup", field: { kind: "time" } },
      },
    },
    check: ({ opens, closes }) => (opens < closes ? null : { path: ["closes"], message: "Tutup setelah buka." }),
    remark: ({ closes }) => (closes > "22:00" ? "Larut malam." : null),
  }),
  declareSetting({
    setting: limit,
    group: "orders",
    label: "Batas",
    help: "Batas pembelian.",
    field: { kind: "rupiah", min: 10_000, max: 20_000_000 },
  }),
  declareSetting({
    setting: offers,
    group: "pages",
    label: "Penawaran",
    help: "Di beranda.",
    field: {
      kind: "list",
      max: 3,
      item: "Penawaran",
      fields: {
        title: { label: "Judul", field: { kind: "text", min: 3, max: 40 } },
        until: { label: "Sampai", field: { kind: "moment" } },
      },
    },
  }),
];

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let operator: Client;
let other: Client;
beforeAll(async () => {
  context = await makeContext();
  api = await makeShopApi(context, [(app, parts) => settingRoutes(app, parts, declarations)]);
  operator = await api.as(await makeUser(context, { type: "operator", name: "Ratna Pengelola" }));
  other = await api.as(await makeUser(context, { type: "operator" }));
});
afterEach(() => applySettings({}, new Set()));
afterAll(async () => {
  await api.close();
  await context.close();
});

type One = {
  value: unknown;
  version: number;
  texts: { label: string; text: string }[];
  is_changed: boolean;
  is_unfit: boolean;
  remark: string | null;
  changed_by: string | null;
  history: { version: number; by: string; changes: { before: string; after: string }[]; is_restorable: boolean }[];
};
const read = async (key: string) =>
  (await operator("GET", `/v1/operator/settings/${key}`)).body.result as unknown as One;
const change = async (key: string, value: unknown, version?: number) =>
  operator("PUT", `/v1/operator/settings/${key}`, { value, version: version ?? (await read(key)).version });

describe("a setting", () => {
  test("has its default until an operator changes it, and then who, when, why and the former value are shown", async () => {
    expect(settingOf(slogan)).toBe("Dari tangan pertama");
    expect(await read("test.slogan")).toMatchObject({ version: 0, is_changed: false, changed_by: null, history: [] });
    const note = "Disepakati dengan perajin";
    const first = { value: "  Langsung dari perajin ", version: 0, note };
    expect((await operator("PUT", "/v1/operator/settings/test.slogan", first)).status).toBe(200);
    expect(settingOf(slogan)).toBe("Langsung dari perajin");
    const { version, changed_by: by, history } = await read("test.slogan");
    expect([version, by]).toEqual([1, "Ratna Pengelola"]);
    expect(history).toMatchObject([
      {
        version: 1,
        by: "Ratna Pengelola",
        note,
        changes: [{ before: "Dari tangan pertama", after: "Langsung dari perajin" }],
      },
    ]);
  });

  test("that two operators edit at once is not overwritten: the second one is refused", async () => {
    const { version } = await read("test.slogan");
    expect((await change("test.slogan", "Yang pertama", version)).status).toBe(200);
    const second = await other("PUT", "/v1/operator/settings/test.slogan", { value: "Yang kedua", version });
    expect([second.status, second.body.code]).toEqual([409, "settings.changed_meanwhile"]);
    expect((second.body as unknown as One).version).toBe(version + 1);
    expect((await read("test.slogan")).value).toBe("Yang pertama");
    const races = await Promise.all(
      [operator, other, operator, other].map((who, n) =>
        who("PUT", "/v1/operator/settings/test.answer_duration", { value: (n + 2) * hour, version: 0 }),
      ),
    );
    expect(races.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test("can be brought back to a former value and to its default, which is a change like any other", async () => {
    const before = await read("test.slogan");
    const restore = (to: number, version: number) =>
      operator("POST", "/v1/operator/settings/test.slogan/restore", { to, version });
    expect((await restore(1, before.version)).status).toBe(200);
    expect(await read("test.slogan")).toMatchObject({ value: "Langsung dari perajin", version: before.version + 1 });
    expect((await restore(0, before.version + 1)).status).toBe(200);
    const now = await read("test.slogan");
    expect([now.value, now.is_changed, settingOf(slogan)]).toEqual([
      "Dari tangan pertama",
      false,
      "Dari tangan pertama",
    ]);
    expect(now.history[0]?.is_restorable).toBe(false);
    expect((await restore(99, now.version)).status).toBe(404);
    expect((await restore(1, 0)).status).toBe(409);
  });

  test("leaves an entry in the audit log with each change, and none without a change", async () => {
    const entries = async () =>
      (
        await context.db.row<{ n: number }>(
          sql`select count(*)::int as n from audit_entries where action = 'settings.changed'`,
        )
      )?.n ?? 0;
    const before = await entries();
    await change("test.slogan", "Semboyan baru");
    await change("test.slogan", "Semboyan baru");
    await change("test.slogan", "x");
    expect(await entries()).toBe(before + 1);
    const last = await context.db.row(
      sql`select before, after, subject_id from audit_entries order by id desc limit 1`,
    );
    expect(last).toEqual({
      before: { value: "Dari tangan pertama" },
      after: { value: "Semboyan baru" },
      subject_id: "test.slogan",
    });
    expect(await proveChain(context.db)).toMatchObject({ broken: null });
  });

  test("is refused with the field's name when it does not fit, and a preview changes nothing", async () => {
    const { version } = await read("test.answer_duration");
    for (const value of ["abc", 90 * minute, 0, 73 * hour, null, { a: 1 }, 1.5, -hour]) {
      const refused = await change("test.answer_duration", value);
      expect([refused.status, Object.keys(refused.body.data)], JSON.stringify(value)).toEqual([422, ["value"]]);
    }
    const rows = await change("test.offers", [
      { title: "ab", until: "besok" },
      { title: "Rempah", until: null, more: 1 },
    ]);
    expect(Object.keys(rows.body.data).sort()).toEqual(["value.0.title", "value.0.until", "value.1.more"]);
    const preview = await operator("POST", "/v1/operator/settings/test.answer_duration/preview", { value: 6 * hour });
    expect(preview.body.result).toMatchObject({ changes: [{ label: "", after: "6 jam" }] });
    expect((await read("test.answer_duration")).version).toBe(version);
    expect((await operator("GET", "/v1/operator/settings/test.unknown")).status).toBe(404);
  });

  test("names a wrong amount's bound in rupiah, and complains about a pair of values at the one to change", async () => {
    const field = { kind: "rupiah", min: 10_000, max: 20_000_000 } as const;
    const typed = (text: string) => {
      const form = new FormData();
      form.set("value", text);
      return readDraft(field, form);
    };
    const sentence = async (text: string) =>
      ((await change("test.limit", typed(text))).body.data as unknown as { value: string[] }).value;
    expect(await sentence("0")).toEqual(["Paling sedikit Rp10.000."]);
    expect(await sentence("-5")).toEqual(["Paling sedikit Rp10.000."]);
    expect(await sentence("99999999999999999999")).toEqual(["Paling banyak Rp20.000.000."]);
    expect(await sentence("banyak")).toEqual(["Tulis angka."]);
    // The field shows an amount as people write it, and takes it so.
    expect([inputText(field, 5_000_000), typed(inputText(field, 5_000_000))]).toEqual(["5.000.000", 5_000_000]);
    expect(inputText(field, "lima")).toBe("lima");
    const late = await change("test.hours", { opens: "20:00", closes: "08:00" });
    expect(late.body.data).toEqual({ "value.closes": ["Tutup setelah buka."] });
    expect((await change("test.hours", { opens: "20:00", closes: "23:30" })).status).toBe(200);
    expect((await read("test.hours")).remark).toBe("Larut malam.");
    const preview = async (closes: string) =>
      (await operator("POST", "/v1/operator/settings/test.hours/preview", { value: { opens: "20:00", closes } })).body;
    expect((await preview("23:45")).result).toMatchObject({ remark: "Larut malam." });
    expect((await preview("21:00")).result).toMatchObject({ remark: null });
  });

  test("of an older version that does not fit any more falls back to its default, and the operator reads it", async () => {
    await context.db.run(sql`
      insert into settings (key, version, value, changed_at) values ('test.offers', 7, '[{"name": "lama"}]', now())`);
    expect(await read("test.offers")).toMatchObject({ value: [], is_unfit: true, is_changed: true, version: 7 });
    expect((await change("test.offers", [{ title: "Rempah pilihan", until: null }])).status).toBe(200);
    expect(await read("test.offers")).toMatchObject({ is_unfit: false, version: 8 });
  });
});

test("a secret is encrypted in the database, is never sent back, and leaves no trace in history or audit log", async () => {
  expect((await change("test.token", "kunci-sangat-rahasia")).status).toBe(200);
  expect(settingOf(token)).toBe("kunci-sangat-rahasia");
  expect((await change("test.token", "kunci-yang-berikut")).status).toBe(200);
  const seen = [
    (await operator("GET", "/v1/operator/settings")).body,
    (await operator("GET", "/v1/operator/settings/test.token")).body,
    (await operator("POST", "/v1/operator/settings/test.token/preview", { value: "kunci-yang-lain" })).body,
    await context.db.rows(sql`select to_jsonb(s) from settings s`),
    await context.db.rows(sql`select to_jsonb(c) from setting_changes c`),
    await context.db.rows(sql`select to_jsonb(e) from audit_entries e`),
  ];
  expect(JSON.stringify(seen)).not.toMatch(/kunci-(sangat|yang)/);
  const stored = await context.db.row<{ sealed: Buffer }>(sql`select sealed from settings where key = 'test.token'`);
  expect(stored?.sealed.toString("latin1")).not.toContain("rahasia");
  expect((await operator("POST", "/v1/operator/settings/test.token/restore", { to: 1, version: 2 })).status).toBe(404);
  const foreign = await readSettings({ db: context.db, secret: Buffer.alloc(32) }, declarations);
  expect([...foreign.unfit]).toEqual(["test.token"]);
});

test("a change is in effect in another process within its limit, also when the message about it is lost", async () => {
  const config = { ...context.config };
  const second = await openContext(config, context.databaseUrl, () => async () => null);
  // The second process has no connection to messages, so it can only notice the change by asking.
  const known: string[] = [];
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const stop = await followSettings(second, declarations, async () => {
    const { values } = await readSettings(second, declarations);
    known.push(String(values.get("test.slogan")));
  });
  try {
    await change("test.slogan", "Terdengar di mana-mana");
    expect(known).not.toContain("Terdengar di mana-mana");
    expect(settingPollInterval).toBeLessThan(maxSettingDelay);
    vi.advanceTimersByTime(settingPollInterval);
    await expect.poll(() => known.at(-1), { interval: 20 }).toBe("Terdengar di mana-mana");
  } finally {
    stop();
    vi.useRealTimers();
    await second.realtime.close();
    await second.db.close();
  }
});

test("a change purges the cached pages that show the setting, and no others", async () => {
  const store = (key: string, tags: string[]) =>
    context.pages.set(key, {
      plain: Buffer.from(key),
      etag: key,
      status: 200,
      tags: ["all", ...tags],
      expires: Date.now() + 60_000,
    });
  const cached = () => ["/orders", "/other"].filter((key) => context.pages.get(key));
  store("/orders", ["orders"]);
  store("/other", []);
  await change("test.answer_duration", 30 * hour);
  expect(cached()).toEqual(["/other"]);
  store("/orders", ["orders"]);
  await change("test.slogan", "Untuk semua halaman");
  expect(cached()).toEqual([]);
});

describe("a form", () => {
  test("sends each value as it was shown", () => {
    const fields: [Field, fc.Arbitrary<unknown>][] = [
      [{ kind: "number", min: -5, max: 500 }, fc.integer({ min: -5, max: 500 })],
      [{ kind: "rupiah", min: 0, max: 10 ** 12 }, fc.integer({ min: 0, max: 10 ** 12 })],
      [{ kind: "duration", unit: "minutes", min: 1, max: 90 }, fc.integer({ min: 1, max: 90 }).map((n) => n * minute)],
      [{ kind: "choice", options: [{ value: "a", label: "A" }] }, fc.constant("a")],
      [{ kind: "moment" }, fc.option(fc.integer({ min: 0, max: 3e7 }).map((n) => new Date(n * minute).toISOString()))],
    ];
    for (const [field, values] of fields)
      fc.assert(
        fc.property(values, (value) => {
          const form = new FormData();
          form.set("value", inputText(field, value));
          const draft = readDraft(field, form);
          expect(draft).toEqual(value);
          expect(schemaOf(field).safeParse(draft).success).toBe(true);
        }),
      );
  });

  test("of a list leaves out empty and removed rows, and orders the others", () => {
    const field = declarations.at(-1)?.field;
    if (!field) throw new Error("no field");
    const form = new FormData();
    for (const [name, value] of Object.entries({
      "value.0.title": "Satu",
      "value.0.position": "3",
      "value.1.title": "Dua",
      "value.1.remove": "1",
      "value.2.title": "Tiga",
      "value.2.position": "1",
      "value.2.until": "2026-11-22T19:00",
      "value.3.title": "",
      "value.9.title": "Di luar batas",
    }))
      form.set(name, value);
    expect(readDraft(field, form)).toEqual([
      { title: "Tiga", until: "2026-11-22T12:00:00.000Z" },
      { title: "Satu", until: null },
    ]);
  });
});

test("the pages that show a moment of a setting are purged when it passes", async () => {
  expect((await change("test.offers", [{ title: "Rempah", until: "2026-12-01T05:00:00.000Z" }])).status).toBe(200);
  const at = Date.parse("2026-12-01T05:00:00.000Z");
  const purged: string[][] = [];
  const pages = { ...context.pages, purgeLocally: (tags: readonly string[]) => void purged.push([...tags]) };
  const shown = declarations.map((one) => (one.setting.key === "test.offers" ? { ...one, tags: ["offers"] } : one));
  purgeAtMoments({ pages }, shown, at - 3_000, at - 1_000);
  purgeAtMoments({ pages }, shown, at, at + 1_000);
  expect(purged).toEqual([]);
  purgeAtMoments({ pages }, shown, at - 1_000, at);
  expect(purged).toEqual([["offers"]]);
});
