import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Operation } from "../../../test/attacks/api-operations.ts";
import { bodyOf } from "../../../test/attacks/call-bodies.ts";
import { makeWorld, type Person, type World } from "../../../test/attacks/make-world.ts";
import { workJobs } from "../../../test/run-jobs.ts";
import { sql } from "#lib/database.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { hashPicture } from "#media/hash-picture.ts";
import { catalogJobs } from "../jobs.ts";
import { restoreProduct } from "../selling/moderate-products.ts";
import { heldFirstProductsSetting } from "./rules.ts";

let world: World;
let other: string;

beforeAll(async () => {
  world = await makeWorld();
  other = await upload(world.otherSeller, await drawing(3));
});
afterAll(async () => {
  applySettings({}, new Set());
  await world.close();
});

/** A picture with details that differ by seed. */
async function drawing(seed: number): Promise<Buffer> {
  const [width, height] = [360, 320];
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      pixels.fill(
        128 + 120 * Math.sin((x * (seed + 1)) / 37 + (y * seed) / 23),
        (y * width + x) * 3,
        (y * width + x) * 3 + 3,
      );
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

async function upload(person: Person, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.set("picture", new File([new Uint8Array(bytes)], "a.png", { type: "image/png" }));
  const wrapped = new Response(form);
  const { body } = await person.call("POST", "/v1/media/pictures", Buffer.from(await wrapped.arrayBuffer()), {
    "content-type": wrapped.headers.get("content-type") ?? "",
  });
  return body.data.id;
}

const product = (change: object): object => ({
  ...bodyOf(world, { key: "POST /v1/seller/products", body: {} } as Operation),
  ...change,
});
const save = (change: object) => world.seller.call("POST", "/v1/seller/products", product(change));
const queue = async () => (await world.operator.call("GET", "/v1/operator/held-products")).body.result.rows;
const statusOf = async (id: string) =>
  (await world.context.db.row<{ status: string }>(sql`select status from products where id = ${id}`))?.status;

test("a forbidden product is not stored, and the seller reads why at the field", async () => {
  const before = await world.stored();
  const { status, body } = await save({ name: "Sabu-sabu murni" });
  expect([status, body.code, Object.keys(body.data)]).toEqual([422, "catalog.forbidden", ["name"]]);
  expect(body.data.name[0]).toContain("Narkotika");
  expect(await world.stored()).toBe(before);
});

test("a product with contact details is not stored, and the seller reads at each field what to delete", async () => {
  const before = await world.stored();
  const { variants } = product({}) as { variants: object[] };
  const { status, body } = await save({
    name: "Kain 081234567890",
    description: "Bahan katun halus dari Jepara. Hubungi WA 0812-3456-7890 atau toko@contoh.test.",
    axes: [{ name: "Warna", values: ["Biru", "wa.me/6281234567890"] }],
    variants: ["Biru", "wa.me/6281234567890"].map((option) => ({ ...variants[0], options: [option] })),
  });
  expect([status, body.code, Object.keys(body.data).toSorted()]).toEqual([
    422,
    "catalog.contacts",
    ["axes.0", "description", "name"],
  ]);
  expect(body.data.description[0]).toContain("Hapus “toko@contoh.test”, “0812-3456-7890”.");
  expect(await world.stored()).toBe(before);
});

test("a detail is read with its name: a barcode passes, and a phone number in the name is refused", async () => {
  const barcode = { name: "Barcode", value: "081234567897" };
  expect((await save({ name: "Teh celup", attributes: [barcode] })).status).toBe(200);
  const { status, body } = await save({ attributes: [{ name: "WA 0812-3456-7890", value: "Fast respon" }] });
  expect([status, body.code]).toEqual([422, "catalog.contacts"]);
  expect(body.data["attributes.WA 0812-3456-7890"][0]).toContain("Hapus “0812-3456-7890”.");
});

test("a held product is not for sale until an operator approves it, and then stays on sale after a change", async () => {
  const { body } = await save({ name: "Tas kw super impor" });
  const { id, slug } = body.data;
  expect(body.message).toContain("setelah kami periksa");
  expect(await statusOf(id)).toBe("held");
  expect((await world.nobody.call("GET", `/v1/products/${slug}`)).status).toBe(404);
  expect((await world.seller.call("GET", `/v1/seller/products/${id}`)).body.result).toMatchObject({ status: "active" });
  const held = (await queue()).find((one: { product_id: string }) => one.product_id === id);
  expect(held.reasons).toMatchObject([{ kind: "rule", word: "kw super" }]);
  expect((await world.operator.call("POST", `/v1/operator/held-products/${held.id}/approve`)).status).toBe(200);
  const again = await world.operator.call("POST", `/v1/operator/held-products/${held.id}/approve`);
  expect(again.body.code).toBe("screening.decided");
  expect((await world.nobody.call("GET", `/v1/products/${slug}`)).status).toBe(200);
  await world.seller.call("PUT", `/v1/seller/products/${id}`, product({ name: "Tas kw super impor, warna baru" }));
  expect(await statusOf(id)).toBe("active");
  await world.seller.call("PUT", `/v1/seller/products/${id}`, product({ name: "Tas kw super, mirror quality" }));
  expect(await statusOf(id)).toBe("held");
  await world.seller.call("PUT", `/v1/seller/products/${id}`, product({ name: "Tas kain" }));
  expect(await statusOf(id)).toBe("active");
});

test("an operator adds a rule after a preview of what it concerns", async () => {
  const { body } = await save({ name: "Petasan banting isi 50" });
  const rule = {
    label: "Petasan",
    effect: "hold",
    words: ["petasan*"],
    exceptions: [],
    sentence: "Petasan kami periksa lebih dulu.",
    is_active: true,
  };
  const preview = await world.operator.call("POST", "/v1/operator/forbidden-rules/preview", rule);
  expect(preview.body.data.found).toMatchObject([{ id: body.data.id, word: "petasan*" }]);
  const added = await world.operator.call("POST", "/v1/operator/forbidden-rules", rule);
  const later = await save({ name: "Petasan kupu-kupu" });
  expect(await statusOf(later.body.data.id)).toBe("held");
  const url = `/v1/operator/forbidden-rules/${added.body.data.id}`;
  expect((await world.operator.call("PUT", url, { ...rule, is_active: false })).status).toBe(200);
  expect(await statusOf((await save({ name: "Petasan air mancur" })).body.data.id)).toBe("active");
  const empty = await world.operator.call("POST", "/v1/operator/forbidden-rules", { ...rule, words: [] });
  expect(empty.status).toBe(422);
});

test("a picture of a removed product holds another product that shows it in another size and format", async () => {
  const original = await drawing(3);
  const smaller = await sharp(original).resize(200).jpeg({ quality: 60 }).toBuffer();
  expect(
    await hashPicture(
      await sharp({ create: { width: 90, height: 90, channels: 3, background: "#336699" } })
        .png()
        .toBuffer(),
    ),
  ).toBeNull();
  const removed = await world.otherSeller.call("POST", "/v1/seller/products", product({ picture_ids: [other] }));
  const productId = removed.body.data.id;
  const measure = { rule: "forbidden_goods", text: "Produk ini melanggar aturan pasar kami." };
  const taken = await world.operator.call("POST", `/v1/operator/products/${productId}/take-down`, measure);
  expect(taken.body).toMatchObject({ success: true });
  await workJobs(world.context, catalogJobs);
  const near = await save({ picture_ids: [await upload(world.seller, smaller)] });
  expect(await statusOf(near.body.data.id)).toBe("held");
  const held = (await queue()).find((one: { product_id: string }) => one.product_id === near.body.data.id);
  expect(held.reasons).toMatchObject([{ kind: "picture", product: productId }]);
  const different = await save({ picture_ids: [await upload(world.seller, await drawing(11))] });
  expect(await statusOf(different.body.data.id)).toBe("active");
});

test("who copied a picture and was taken down does not hold the product of its owner", async () => {
  const bytes = await drawing(1);
  const picture = await upload(world.seller, bytes);
  const own = await save({ name: "Vas tanah liat", picture_ids: [picture] });
  await world.context.db.run(sql`update pictures set created_at = created_at - interval '1 day' where id = ${picture}`);
  const copied = await world.otherSeller.call(
    "POST",
    "/v1/seller/products",
    product({ name: "Vas tiruan", picture_ids: [await upload(world.otherSeller, bytes)] }),
  );
  const measure = { rule: "forbidden_goods", text: "Foto produk ini milik toko lain." };
  await world.operator.call("POST", `/v1/operator/products/${copied.body.data.id}/take-down`, measure);
  await workJobs(world.context, catalogJobs);
  const { id } = own.body.data;
  const changed = product({ name: "Vas tanah liat besar", picture_ids: [picture] });
  await world.seller.call("PUT", `/v1/seller/products/${id}`, changed);
  expect(await statusOf(id)).toBe("active");
  // A copy that is uploaded after the removed one is held.
  const late = await save({ name: "Vas lain", picture_ids: [await upload(world.seller, bytes)] });
  expect(await statusOf(late.body.data.id)).toBe("held");
});

test("what a seller changes while the product is taken down is looked at when the takedown ends", async () => {
  const { id } = (await save({ name: "Tas rajut" })).body.data;
  const measure = { rule: "forbidden_goods", text: "Produk ini melanggar aturan pasar kami." };
  await world.operator.call("POST", `/v1/operator/products/${id}/take-down`, measure);
  await world.seller.call("PUT", `/v1/seller/products/${id}`, product({ name: "Tas rajut kw super" }));
  expect(await statusOf(id)).toBe("taken_down");
  const { shopId } = world;
  await world.context.db.transaction((tx) =>
    restoreProduct(tx, { productId: id, shopId, status: "active" }, world.context.clock.now()),
  );
  expect(await statusOf(id)).toBe("held");
  expect((await queue()).some((one: { product_id: string }) => one.product_id === id)).toBe(true);
});

test("many rules and long texts hold a product with a few reasons, and its approval counts for all words", async () => {
  const words = Array.from({ length: 90 }, (_, at) => `bahanuji${at}`);
  const rules = [0, 1, 2].map((at) => ({
    label: `Bahan uji ${at}`,
    effect: "hold",
    words: words.slice(at * 30, at * 30 + 30),
    exceptions: [],
    sentence: `Bahan ini kami periksa lebih dulu. ${"Sesuai ketentuan. ".repeat(14)}`.trim(),
    is_active: true,
  }));
  for (const rule of rules)
    expect((await world.operator.call("POST", "/v1/operator/forbidden-rules", rule)).status).toBe(200);
  const held = await save({ name: "Campuran", description: words.join(" ") });
  expect(await statusOf(held.body.data.id)).toBe("held");
  const row = (await queue()).find((one: { product_id: string }) => one.product_id === held.body.data.id);
  expect(row.reasons).toHaveLength(3);
  expect(row.reasons[0].word.split(", ")).toHaveLength(5);
  await world.operator.call("POST", `/v1/operator/held-products/${row.id}/approve`);
  const changed = product({ name: "Campuran", description: `${words.join(" ")}.` });
  await world.seller.call("PUT", `/v1/seller/products/${held.body.data.id}`, changed);
  expect(await statusOf(held.body.data.id)).toBe("active");
});

test("the first products of a new shop wait when an operator wants that", async () => {
  applySettings({ [heldFirstProductsSetting.key]: 500 }, new Set());
  expect(await statusOf((await save({ name: "Pala kupas" })).body.data.id)).toBe("held");
  applySettings({}, new Set());
  expect(await statusOf((await save({ name: "Pala giling" })).body.data.id)).toBe("active");
});
