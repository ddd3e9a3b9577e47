import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { accountRoutes } from "#accounts/routes.ts";
import { announcedTexts, consentPurposes, textVersionOf, textVersionsSetting } from "#accounts/consents/rules.ts";
import { sql } from "#lib/database.ts";
import { applySettings, settingOf } from "#lib/settings/setting.ts";
import { addDuration, day, jakartaDay } from "#lib/time.ts";
import { makeShopApi, type Client } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { runQueued } from "../../../test/run-all-jobs.ts";
import { settingDeclarations } from "../../setting-declarations.ts";
import { listSitemapPages } from "../../web/sitemap-queries.ts";
import { site } from "../settings.ts";
import { maxPageLinks, pageLinksSetting } from "./rules.ts";
import { informationRoutes } from "./routes.ts";
import type { WrittenVersion } from "./contract.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let operator: Client;
let anyone: Client;
let buyerId: string;
let purged: string[];
beforeAll(async () => {
  context = await makeContext();
  const purge = context.pages.purge.bind(context.pages);
  context.pages.purge = (tags) => {
    purged.push(...tags);
    purge(tags);
  };
  api = await makeShopApi(context, [accountRoutes, (app, parts) => informationRoutes(app, parts, settingDeclarations)]);
  operator = await api.as(await makeUser(context, { type: "operator", name: "Ratna Pengelola" }));
  anyone = await api.as(null);
  buyerId = await makeUser(context);
});
beforeEach(async () => {
  purged = [];
  await context.db.run(sql`delete from information_page_versions`);
  await context.db.run(sql`delete from information_pages`);
  await context.db.run(sql`delete from notifications`);
});
afterEach(() => applySettings({}, new Set()));
afterAll(async () => {
  await api.close();
  await context.close();
});

const text = (more: object = {}) => ({
  title: "Cara kirim",
  summary: "Bagaimana barang sampai kepada Anda.",
  body: "Barang dari {merek} dikirim penjual.",
  footer: null,
  ...more,
});
const inDays = (days: number) => jakartaDay(addDuration(context.clock.now(), days * day));
const save = (slug: string, version = 0, more: object = {}) =>
  operator("PUT", `/v1/operator/pages/${slug}`, { ...text(more), version });
const publish = (slug: string, version: number, more: object = {}) =>
  operator("POST", `/v1/operator/pages/${slug}/publish`, { version, ...more });
const withdraw = (slug: string, version: number) =>
  operator("POST", `/v1/operator/pages/${slug}/withdraw`, { version });
const read = (slug: string) => anyone("GET", `/v1/information/${slug}`);
const links = () => settingOf(pageLinksSetting).map(({ title }) => title);

const versions = async (slug: string) =>
  ((await operator("GET", `/v1/operator/pages/${slug}`)).body.result as unknown as { versions: WrittenVersion[] })
    .versions;
type Place = { version: string | null; current: object | null; announced: { from: string } | null };
const place = async (name: string) =>
  (await anyone("GET", `/v1/information-texts/${name}`)).body.result as unknown as Place;

test("a draft is read by nobody; a published page is read with its variables filled, and its cached page is purged", async () => {
  expect((await save("cara-kirim")).status).toBe(200);
  expect((await read("cara-kirim")).status).toBe(404);
  expect(purged).toEqual([]);
  expect((await publish("cara-kirim", 1)).status).toBe(200);
  expect(purged).toEqual(["information:cara-kirim"]);
  expect((await read("cara-kirim")).body.result).toMatchObject({
    title: "Cara kirim",
    blocks: [{ kind: "text", items: [[{ text: "Barang dari Kawung dikirim penjual." }]] }],
  });
  expect(await listSitemapPages(context.db, context.clock.now())).toEqual(["cara-kirim"]);
});

test("a later draft changes nothing for readers until it is published, and a former text comes back as a draft", async () => {
  await save("cara-kirim");
  await publish("cara-kirim", 1);
  await save("cara-kirim", 1, { body: "Teks kedua." });
  expect(JSON.stringify((await read("cara-kirim")).body)).not.toContain("kedua");
  await publish("cara-kirim", 2);
  expect(JSON.stringify((await read("cara-kirim")).body)).toContain("kedua");
  expect((await operator("POST", "/v1/operator/pages/cara-kirim/restore", { to: 1, version: 2 })).status).toBe(200);
  await publish("cara-kirim", 3);
  expect(JSON.stringify((await read("cara-kirim")).body)).toContain("dikirim penjual");
  expect((await versions("cara-kirim")).map(({ version, published_by: by }) => [version, by])).toEqual([
    [3, "Ratna Pengelola"],
    [2, "Ratna Pengelola"],
    [1, "Ratna Pengelola"],
  ]);
});

const write = (slug: string, version: number, more: object = {}) => publish(slug, version, { ...text(), ...more });

test("a text that is published before it was saved becomes a version with its publication or not at all", async () => {
  await save("cara-kirim");
  expect((await write("cara-kirim", 1, { body: "Ongkir {tidak_ada}." })).status).toBe(422);
  expect((await write("cara-kirim", 0, { body: "Teks kedua." })).body.code).toBe("pages.taken");
  expect((await write("cara-kirim", 1, { body: "Teks kedua." })).body).toMatchObject({ data: { version: 2 } });
  expect(JSON.stringify((await read("cara-kirim")).body)).toContain("Teks kedua.");
  const early = { title: "", body: "Ketentuan.", valid_from: inDays(1) };
  expect((await write("terms", 0, early)).body.code).toBe("pages.notice_too_short");
  expect(await context.db.rows(sql`select 1 from information_page_versions where slug = 'terms'`)).toEqual([]);
  expect((await write("halaman-baru", 0)).body).toMatchObject({ data: { version: 1 } });
  expect((await read("halaman-baru")).status).toBe(200);
});

test("a text that an operator sends again, because the answer was lost, is the version that it became", async () => {
  const other = await api.as(await makeUser(context, { type: "operator" }));
  await save("cara-kirim");
  expect((await save("cara-kirim")).body).toMatchObject({ data: { version: 1 } });
  for (let sent = 0; sent < 2; sent += 1)
    expect((await write("cara-kirim", 1, { body: "Teks kedua." })).body).toMatchObject({ data: { version: 2 } });
  expect((await save("cara-kirim", 1, { body: "Teks ketiga." })).body.code).toBe("pages.changed_meanwhile");
  const again = await other("POST", "/v1/operator/pages/cara-kirim/publish", {
    ...text({ body: "Teks kedua." }),
    version: 1,
  });
  expect(again.body.code).toBe("pages.changed_meanwhile");
  const day = { title: "", body: "Ketentuan.", valid_from: inDays(40) };
  for (let sent = 0; sent < 2; sent += 1)
    expect((await write("terms", 0, day)).body).toMatchObject({ data: { version: 1 } });
  expect((await write("terms", 0, { ...day, valid_from: inDays(41) })).body.code).toBe("pages.nothing_new");
  expect((await versions("cara-kirim")).map(({ version }) => version)).toEqual([2, 1]);
  const entries = await context.db.rows<{ action: string }>(
    sql`select action from audit_entries where subject_id = 'terms' and action like 'site.page%' order by id`,
  );
  expect(entries.map(({ action }) => action)).toEqual(["site.page_saved", "site.page_published"]);
});

test("a text that is published twice at once becomes one version, and of two operators only one publishes", async () => {
  const other = await api.as(await makeUser(context, { type: "operator" }));
  await save("cara-kirim");
  const both = await Promise.all([1, 2].map(() => write("cara-kirim", 1, { body: "Teks kedua." })));
  expect(both.map(({ body }) => body)).toMatchObject([{ data: { version: 2 } }, { data: { version: 2 } }]);
  const [mine, theirs] = await Promise.all([
    write("cara-kirim", 2, { body: "Teks ketiga." }),
    other("POST", "/v1/operator/pages/cara-kirim/publish", { ...text({ body: "Teks lain." }), version: 2 }),
  ]);
  expect([mine.status, theirs.status].toSorted()).toEqual([200, 409]);
  expect((await versions("cara-kirim")).map(({ version }) => version)).toEqual([3, 2, 1]);
});

test("a withdrawn page is missing for everyone and leaves the footer, and can be published again", async () => {
  await save("cara-kirim", 0, { footer: "help" });
  expect(links()).toEqual([]);
  await publish("cara-kirim", 1);
  expect(links()).toEqual(["Cara kirim"]);
  expect((await publish("cara-kirim", 1)).body.code).toBe("pages.nothing_new");
  await withdraw("cara-kirim", 1);
  expect([(await read("cara-kirim")).status, links()]).toEqual([404, []]);
  expect((await withdraw("cara-kirim", 1)).body.code).toBe("pages.not_shown");
  await publish("cara-kirim", 1);
  expect([(await read("cara-kirim")).status, links()]).toEqual([200, ["Cara kirim"]]);
});

test("the footer has a limit of links, and the page that would pass it is not published", async () => {
  for (let at = 0; at <= maxPageLinks; at += 1) await save(`halaman-${at}`, 0, { footer: "about" });
  for (let at = 0; at < maxPageLinks; at += 1) expect((await publish(`halaman-${at}`, 1)).status).toBe(200);
  expect((await publish(`halaman-${maxPageLinks}`, 1)).body.code).toBe("pages.too_many_links");
  expect((await read(`halaman-${maxPageLinks}`)).status).toBe(404);
});

test("two operators on one page do not overwrite each other, and an address is given once", async () => {
  const other = await api.as(await makeUser(context, { type: "operator" }));
  const theirs = (version: number) => other("PUT", "/v1/operator/pages/cara-kirim", { ...text(), version });
  await save("cara-kirim");
  expect((await theirs(0)).body.code).toBe("pages.taken");
  await theirs(1);
  expect((await save("cara-kirim", 1)).body).toMatchObject({ code: "pages.changed_meanwhile" });
  expect((await publish("cara-kirim", 1)).body.code).toBe("pages.changed_meanwhile");
  expect((await withdraw("cara-kirim", 1)).body.code).toBe("pages.changed_meanwhile");
});

test("the form of a new page lists the same variables as that of an existing one", async () => {
  await save("cara-kirim");
  const one = (await operator("GET", "/v1/operator/pages/cara-kirim")).body.result as unknown as {
    variables: object[];
  };
  const { status, body } = await operator("GET", "/v1/operator/page-variables");
  expect([status, body.result]).toEqual([200, one.variables]);
  expect(body.result).toContainEqual({ name: "merek", about: "nama pasar", value: site.name });
});

test("wrong addresses, texts with unknown variables and links elsewhere are refused at their field", async () => {
  for (const slug of ["Cara-Kirim", "-a", "a--b", "a", "x".repeat(61)])
    expect((await save(slug)).body, slug).toMatchObject({
      code: "request.invalid",
      data: { slug: [expect.any(String)] },
    });
  expect((await save("a-b", 0, { body: "{telpon}" })).body.data).toMatchObject({
    body: [expect.stringContaining("{telpon}")],
  });
  expect((await save("a-b", 0, { title: "{telepon}" })).body.data).toMatchObject({
    title: [expect.stringContaining("{telepon}")],
  });
  expect((await save("a-b", 0, { body: "[x](javascript:1)" })).body.data).toMatchObject({ body: [expect.any(String)] });
  expect((await save("a-b", 0, { title: "" })).body.data).toMatchObject({ title: [expect.any(String)] });
  expect((await save("a-b", 0, { body: "x".repeat(30_001) })).body.data).toMatchObject({ body: [expect.any(String)] });
  expect((await read("Tidak ada")).status).toBe(404);
  expect((await publish("tidak-ada", 1)).status).toBe(404);
});

test("a text of a built-in page is shown there and is no page of its own", async () => {
  await save("about");
  await publish("about", 1);
  expect((await place("about")).current).toMatchObject({ blocks: [{ kind: "text" }] });
  expect((await read("about")).status).toBe(404);
  expect(await place("contact")).toEqual({ version: null, current: null, announced: null });
});

test("clauses of the terms begin on a day that leaves the notice; until then they are announced to every user", async () => {
  await save("terms", 0, { body: "Dilarang menjual tiket." });
  expect((await publish("terms", 1)).body.data).toMatchObject({ valid_from: [expect.any(String)] });
  expect((await publish("terms", 1, { valid_from: inDays(5) })).body.code).toBe("pages.notice_too_short");
  expect((await publish("terms", 1, { valid_from: inDays(-1) })).body.code).toBe("pages.notice_too_short");
  expect((await publish("terms", 1, { valid_from: inDays(500) })).body.code).toBe("request.invalid");
  expect((await publish("terms", 1, { valid_from: inDays(40) })).status).toBe(200);
  const { current, announced, version } = await place("terms");
  expect([current, jakartaDay(new Date(announced?.from ?? 0)), version]).toEqual([
    null,
    inDays(40),
    consentPurposes.terms.version,
  ]);
  expect(announcedTexts(context.clock.now())).toMatchObject([{ purpose: "terms", version: inDays(40) }]);
  await runQueued(context);
  const told = await context.db.rows(sql`
    select title, opens from notifications where user_id = ${buyerId} and title like 'Syarat dan ketentuan berubah%'`);
  expect(told).toMatchObject([{ opens: "/termCondition" }]);
});

test("announced clauses can be withdrawn and announced again; those that have begun are only replaced", async () => {
  await save("terms");
  await publish("terms", 1, { valid_from: inDays(40) });
  await save("terms", 1);
  expect((await publish("terms", 2, { valid_from: inDays(50) })).body.code).toBe("pages.announced_already");
  await withdraw("terms", 2);
  expect([(await place("terms")).announced, announcedTexts(context.clock.now())]).toEqual([null, []]);
  await publish("terms", 2, { valid_from: inDays(50) });
  await context.db.run(sql`
    update information_page_versions set effective_at = ${addDuration(context.clock.now(), -day)} where effective_at is not null`);
  expect((await withdraw("terms", 2)).body.code).toBe("pages.in_force");
  expect((await place("terms")).current).not.toBeNull();
});

test("an announcement that was withdrawn says when, by whom and for which day, until it is announced again", async () => {
  await save("privacy");
  await publish("privacy", 1, { valid_from: inDays(45) });
  await withdraw("privacy", 1);
  const newest = async () => (await versions("privacy"))[0];
  const withdrawn = await newest();
  expect(withdrawn?.announcement_withdrawn?.day).toBe(new Date(`${inDays(45)}T00:00:00+07:00`).toISOString());
  expect([withdrawn?.published_at, withdrawn?.withdrawn_by]).toEqual([null, withdrawn?.saved_by]);
  await publish("privacy", 1, { valid_from: inDays(50) });
  expect(await newest()).toMatchObject({ announcement_withdrawn: null, withdrawn_by: null });
});

test("every user is notified of each withdrawal of announced clauses, also of the same version", async () => {
  // What other tests queued finds no text any more.
  await runQueued(context);
  await save("terms");
  for (let round = 1; round <= 2; round += 1) {
    await publish("terms", 1, { valid_from: inDays(40) });
    await runQueued(context);
    await withdraw("terms", 1);
    await runQueued(context);
    const told = await context.db.rows<{ title: string }>(sql`
      select title from notifications where user_id = ${buyerId} and opens = '/termCondition'`);
    expect(told.filter(({ title }) => title.includes("dibatalkan"))).toHaveLength(round);
    expect(told).toHaveLength(2 * round);
  }
});

test("a consent names the clauses that are in effect at its moment", () => {
  const from = new Date("2027-01-01T00:00:00+07:00");
  const version = { purpose: "terms", version: "2027-01-01", from: from.toISOString() };
  applySettings({ [textVersionsSetting.key]: [version] }, new Set());
  expect(textVersionOf("terms", addDuration(from, -1))).toBe(consentPurposes.terms.version);
  expect(textVersionOf("terms", from)).toBe("2027-01-01");
  expect(textVersionOf("privacy", from)).toBe(consentPurposes.privacy.version);
});
