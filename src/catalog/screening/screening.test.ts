import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bodyOf, makeWorld, type Operation, type Person, type World } from "../../../test/attacks/make-world.ts";
import { workJobs } from "../../../test/run-jobs.ts";
import { sql } from "#lib/database.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { hashPicture } from "#media/hash-picture.ts";
import { catalogJobs } from "../jobs.ts";
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

test("the first products of a new shop wait when an operator wants that", async () => {
  applySettings({ [heldFirstProductsSetting.key]: 500 }, new Set());
  expect(await statusOf((await save({ name: "Pala kupas" })).body.data.id)).toBe("held");
  applySettings({}, new Set());
  expect(await statusOf((await save({ name: "Pala giling" })).body.data.id)).toBe("active");
});
