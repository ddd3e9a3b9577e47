import { existsSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeCatalogApi, makeMarket, newProduct, type CatalogClient } from "../../test/make/catalog.ts";
import { makeUser } from "../../test/make/rows.ts";
import { s3Settings, startS3 } from "../../test/doubles/s3.ts";
import { makeContext } from "../../test/make/context.ts";
import { workJobs } from "../../test/run-jobs.ts";
import { makePaidOrder } from "../../test/make/orders.ts";
import { readConfig } from "#lib/config.ts";
import { sql } from "#lib/database.ts";
import { checkStoreOwner, takeOverStore } from "#lib/files/store-owner.ts";
import { day, addDuration } from "#lib/time.ts";
import sharp from "sharp";
import { mediaJobs } from "./jobs.ts";
import { pictureReferences } from "./picture-references.ts";
import { documentColumns } from "./queries.ts";
import { removeUnnamedFiles } from "./remove-unnamed-files.ts";
import { storeSealedFile } from "./sealed-files.ts";
import { removeUnusedPictures } from "./remove-unused-pictures.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeCatalogApi>>;
let sellerId: string;
let seller: CatalogClient;
let now: Date;

beforeAll(async () => {
  context = await makeContext();
  ({ sellerId } = await makeMarket(context, [newProduct("teh", "Teh Uji")]));
  api = await makeCatalogApi(context);
  seller = await api.as(sellerId);
});
afterAll(async () => {
  await api.close();
  await context.close();
});
beforeEach(() => {
  now = context.clock.now();
});

/** Runs the job once a day; the first run only marks what is unused. */
async function runFor(days: number): Promise<void> {
  for (let at = 0; at <= days; at += 1) await removeUnusedPictures(context, addDuration(now, at * (day + 60_000)));
  await workJobs(context, mediaJobs);
}

async function send(): Promise<{ id: string; key: string }> {
  const form = new FormData();
  const picture = sharp({ create: { width: 60, height: 60, channels: 3, background: "#b3411f" } });
  form.append("picture", new Blob([new Uint8Array(await picture.png().toBuffer())]), "foto.png");
  const { status, body } = await seller("POST", "/v1/media/pictures", form);
  expect(status).toBe(200);
  return body.data;
}

async function stays({ id, key }: { id: string; key: string }): Promise<boolean> {
  const row = await context.db.row(sql`select from pictures where id = ${id}`);
  const hasFile = existsSync(join(context.config.dataDir, "masters", `${key}.webp`));
  expect(hasFile).toBe(row !== undefined);
  return hasFile;
}

const productInput = (pictureId: string) => ({
  name: "Gula Semut Aren",
  description: "Gula aren bubuk dari nira segar, tanpa campuran.",
  category: "camilan",
  condition: "new",
  weight_g: 250,
  variants: [{ options: [], price: 32_000, stock: 12 }],
  picture_ids: [pictureId],
});

test("an unused picture is removed with its files after a day; one that waits for its form stays that long", async () => {
  const picture = await send();
  await runFor(0);
  expect(await stays(picture)).toBe(true);
  await runFor(1);
  expect(await stays(picture)).toBe(false);
});

test("a picture that is used in the meantime stays, and again for a day when it becomes unused", async () => {
  const picture = await send();
  await runFor(0);
  expect((await seller("POST", "/v1/seller/products", productInput(picture.id))).status).toBe(200);
  await runFor(3);
  expect(await stays(picture)).toBe(true);
  await context.db.run(sql`update products set cover_picture_id = null where cover_picture_id = ${picture.id}`);
  await context.db.run(sql`delete from product_pictures where picture_id = ${picture.id}`);
  await runFor(0);
  expect(await stays(picture)).toBe(true);
  await runFor(1);
  expect(await stays(picture)).toBe(false);
});

test("pictures that came with the marketplace are never removed", async () => {
  await context.db.run(
    sql`insert into pictures (storage_key, width, height, color) values ('bawaan', 8, 8, '#aabbcc')`,
  );
  await runFor(3);
  expect(await context.db.row(sql`select from pictures where storage_key = 'bawaan'`)).toBeDefined();
});

test("every column that can refer to a picture is in the list, so that a new one cannot be forgotten", async () => {
  const keys = await context.db.rows<{ name: string }>(sql`
    select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'pictures'::regclass`);
  const texts = await context.db.rows<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY', 'uuid') and table_name <> 'pictures'
      and (column_name ~ '(picture|image|photo|foto|avatar|storage_key)'
        or column_name = 'value' and table_name in ('settings', 'setting_changes'))`);
  // The first marks a picture that goes with its row, the second names a review.
  const others = ["hidden_pictures.picture_id", "review_hidings.pictures_of"];
  const known = [...pictureReferences.map(({ column }) => column), ...others];
  expect([...new Set([...keys, ...texts].map(({ name }) => name))].toSorted()).toEqual(known.toSorted());
});

test.each(pictureReferences.map(({ column }) => column))("a picture that %s refers to stays", async (column) => {
  const picture = await send();
  await useAt(column, picture);
  await runFor(3);
  expect(await stays(picture)).toBe(true);
});

async function useAt(column: string, { id, key }: { id: string; key: string }): Promise<unknown> {
  const { db } = context;
  switch (column) {
    case "product_pictures.picture_id":
      return db.run(
        sql`insert into product_pictures (product_id, picture_id, position) select id, ${id}, 19 from products limit 1`,
      );
    case "products.cover_picture_id":
      return db.run(
        sql`update products set cover_picture_id = ${id} where id = (select id from products where cover_picture_id is null limit 1)`,
      );
    case "variants.picture_id":
      return db.run(sql`update variants set picture_id = ${id} where id = (select id from variants limit 1)`);
    case "review_pictures.picture_id":
      return db.run(sql`
        with review as (
          insert into reviews (order_line_id, product_id, shop_id, user_id, rating, created_at, updated_at)
          select l.id, l.product_id, l.shop_id, o.buyer_id, 5, ${now}, ${now} from order_lines l join orders o on o.id = l.order_id
          where o.id = ${(await makePaidOrder(context)).orderId} returning id)
        insert into review_pictures (review_id, position, picture_id) select id, 0, ${id} from review`);
    case "review_version_pictures.picture_id":
      return db.run(sql`
        with review as (
          insert into reviews (order_line_id, product_id, shop_id, user_id, rating, created_at, updated_at)
          select l.id, l.product_id, l.shop_id, o.buyer_id, 5, ${now}, ${now} from order_lines l join orders o on o.id = l.order_id
          where o.id = ${(await makePaidOrder(context)).orderId} returning id),
        version as (
          insert into review_versions (review_id, rating, text, replaced_at) select id, 1, '', ${now} from review returning id)
        insert into review_version_pictures (version_id, position, picture_id) select id, 0, ${id} from version`);
    case "shops.picture_id":
      return db.run(sql`update shops set picture_id = ${id} where owner_id = ${sellerId}`);
    case "settings.value":
      return db.run(sql`
        insert into settings (key, version, value, changed_at)
        values ('site.logo', 1, ${JSON.stringify({ light: { picture: key, width: 60 }, dark: null })}::jsonb, ${now})`);
    case "setting_changes.value":
      await db.run(sql`insert into settings (key, version, changed_at) values ('site.banners', 1, ${now})`);
      return db.run(sql`
        insert into setting_changes (key, version, value, is_secret, changed_at)
        values ('site.banners', 1, ${JSON.stringify([{ picture: { picture: key } }])}::jsonb, false, ${now})`);
    case "users.image_id":
      return db.run(sql`update users set image_id = ${id} where id = ${sellerId}`);
    case "order_lines.picture_key": {
      const { orderId } = await makePaidOrder(context);
      return db.run(sql`update order_lines set picture_key = ${key} where order_id = ${orderId}`);
    }
    case "removed_pictures.picture_key":
      return db.run(sql`
        insert into removed_pictures (product_id, picture_key, hash, bands, created_at)
        select id, ${key}, 1, '{1,256,512,768,1024,1280,1536,1792}', ${now} from products limit 1`);
    case "notifications.image_product":
      return db.run(sql`
        insert into notifications (user_id, type, user_type, title, description, image_product, dedupe_key, created_at)
        values (${await makeUser(context)}, 'order', 'buyer', 'Kabar', 'Kabar', ${`/img/${key}-200.webp`}, ${key}, ${now})`);
    default:
      throw new Error(`say how ${column} names a picture`);
  }
}

test("a hidden picture that nothing refers to is removed like any other", async () => {
  const picture = await send();
  await context.db.run(sql`insert into hidden_pictures (picture_id, hidden_at) values (${picture.id}, ${now})`);
  await runFor(3);
  expect(await stays(picture)).toBe(false);
});

test("the job skips the picture of a product that is being saved", async () => {
  const picture = await send();
  await runFor(0);
  await context.db.transaction(async (tx) => {
    await tx.row(sql`select from pictures where id = ${picture.id} for key share`);
    await runFor(2);
  });
  expect(await stays(picture)).toBe(true);
});

test("a product that is saved while its picture is removed either keeps the picture or is refused as having an unknown picture", async () => {
  for (let round = 0; round < 12; round += 1) {
    const picture = await send();
    await removeUnusedPictures(context, now);
    const [saved] = await Promise.all([
      seller("POST", "/v1/seller/products", productInput(picture.id)),
      removeUnusedPictures(context, addDuration(now, 2 * day)),
    ]);
    await workJobs(context, mediaJobs);
    if (saved.status === 200) expect(await stays(picture)).toBe(true);
    else {
      expect([saved.status, saved.body.code]).toEqual([422, "catalog.picture_unknown"]);
      expect(await stays(picture)).toBe(false);
    }
  }
});

test("a sealed document that no row names and an unfinished file are removed after a day; named ones stay", async () => {
  const folder = join(context.config.dataDir, "private");
  const make = async () => (await storeSealedFile(context, Buffer.from("%PDF-1.7 KTP"), async (file) => file)).key;
  const [named, forgotten, fresh] = [await make(), await make(), await make()];
  const shop = await context.db.row<{ id: string }>(sql`select id from shops limit 1`);
  const application = await context.db.row<{ id: string }>(sql`
    insert into seller_verifications (shop_id, status, kind, created_at) values (${shop?.id ?? ""}, 'draft', 'person', now())
    returning id`);
  await context.db.run(sql`
    insert into verification_documents (verification_id, kind, key, type, created_at)
    values (${application?.id ?? ""}, 'id_card', ${named}, 'application/pdf', now())`);
  writeFileSync(join(folder, "v1.mp4.part"), "film");
  writeFileSync(join(folder, "v2.mp4.part"), "film");
  const old = new Date(Date.now() - 25 * 3_600_000);
  for (const name of [`${named}.bin`, `${forgotten}.bin`, "v1.mp4.part"]) utimesSync(join(folder, name), old, old);
  await removeUnnamedFiles(context, new Date());
  const exists = (name: string) => existsSync(join(folder, name));
  expect([named, forgotten, fresh].map((key) => exists(`${key}.bin`))).toEqual([true, false, true]);
  expect([exists("v1.mp4.part"), exists("v2.mp4.part")]).toEqual([false, true]);
});

test("nothing is removed from a bucket of another marketplace, or of the one that a copy came from", async () => {
  const store = await startS3();
  const { files } = readConfig({ NODE_ENV: "test", ...s3Settings(store.url), S3_PREFIX: "kawung/" });
  const stored = { ...context, config: { ...context.config, files } };
  const owner = "kawung/installation.txt";
  const forget = async () => {
    const { key } = await storeSealedFile(stored, Buffer.from("%PDF-1.7 KTP"), async (file) => file);
    const name = `kawung/private/${key}.bin`;
    const object = store.objects.get(name);
    if (object) object.changedAt = new Date(Date.now() - 25 * 3_600_000);
    return name;
  };
  try {
    // The first one to look owns it.
    const first = await forget();
    expect(await removeUnnamedFiles(stored, new Date())).toBe(1);
    expect([store.objects.has(first), store.objects.has(owner)]).toEqual([false, true]);

    store.objects.set(owner, { bytes: Buffer.from("771 5 00000001\n"), type: "text/plain", changedAt: new Date() });
    const foreign = await forget();
    await expect(removeUnnamedFiles(stored, new Date())).rejects.toThrow(/S3_BUCKET pasar-uji .* files take-over/s);
    const sweep = mediaJobs["media.remove_unused"]?.({}, stored);
    await expect(sweep).rejects.toThrow("another marketplace");
    expect(store.objects.has(foreign)).toBe(true);
    // Each start says so, and goes on.
    const said: string[] = [];
    const log = Object.assign(Object.create(context.log) as typeof context.log, {
      error: (line: string) => void said.push(line),
    });
    await checkStoreOwner({ ...stored, log });
    expect(said).toEqual([expect.stringContaining("files take-over")]);

    await takeOverStore(stored);
    expect(await removeUnnamedFiles(stored, new Date())).toBe(1);
    expect(store.objects.has(foreign)).toBe(false);
  } finally {
    await store.close();
  }
});

test("every column that can name a sealed document is known to that removal", async () => {
  const rows = await context.db.rows<{ column: string }>(sql`
    select c.conrelid::regclass || '.' || a.attname as column from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'c' and pg_get_constraintdef(c.oid) like '%^d[0-9a-f]{30}$%' order by 1`);
  expect(rows.map(({ column }) => column)).toEqual([...documentColumns].sort());
});
