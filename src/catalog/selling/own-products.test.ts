import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { quoteForShop } from "#shipping/quote-shipping.ts";
import { makeCatalogApi, makeMarket, newProduct, type CatalogClient } from "../../../test/make/catalog.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeUser } from "../../../test/make/rows.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeCatalogApi>>;
let market: Awaited<ReturnType<typeof makeMarket>>;
let visitor: CatalogClient;
beforeAll(async () => {
  context = await makeContext();
  market = await makeMarket(context, [newProduct("kopi-toraja", "Kopi Toraja Biji Sangrai", { price: 92_000 })]);
  api = await makeCatalogApi(context);
  visitor = await api.as(null);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

type Card = { id: string; slug: string; price_min: number };
const slugs = (result: Card[]) => result.map((one) => one.slug);
/** Without the similar ones that follow. */
const matching = (body: { result: Card[]; similar: number }) => body.result.slice(0, body.result.length - body.similar);

describe("a seller's own products", () => {
  let seller: CatalogClient;
  let other: CatalogClient;
  let pictureId: string;
  beforeAll(async () => {
    seller = await api.as(market.sellerId);
    other = await api.as(market.otherSellerId);
    const row = await context.db.row<{ id: string }>(sql`
      insert into pictures (owner_id, storage_key, width, height, color) values (${market.sellerId}, 'foto-uji', 800, 800, '#aabbcc') returning id`);
    pictureId = row?.id ?? "";
  });
  const draft = (fields: Record<string, unknown> = {}) => ({
    name: "Gula Semut Aren Organik",
    description: "Gula aren bubuk dari nira segar, tanpa campuran.",
    category: "camilan",
    condition: "new",
    weight_g: 250,
    variants: [{ options: [], price: 32_000, stock: 12 }],
    picture_ids: [pictureId],
    ...fields,
  });

  test("a seller can list products with low stock, without stock, and hidden ones", async () => {
    const made = async (name: string, stocks: number[], status: string) => {
      const values = stocks.map((_stock, at) => `P${at}`);
      const variants = stocks.map((stock, at) => ({ options: [`P${at}`], price: 9000, stock }));
      const body = draft({ name, status, axes: [{ name: "Pilihan", values }], variants });
      expect((await seller("POST", "/v1/seller/products", body)).status).toBe(200);
    };
    await made("Sirup Pala Banyak", [4, 40], "active");
    await made("Sirup Pala Tipis", [40, 3], "active");
    await made("Sirup Pala Habis", [9, 0], "active");
    await made("Sirup Pala Simpanan", [0, 0], "hidden");
    const names = async (view: string) => {
      const { body } = await seller("GET", `/v1/seller/products?name=sirup+pala${view}`);
      return (body.result as { name: string }[]).map(({ name }) => name.replace("Sirup Pala ", ""));
    };
    expect(await names("")).toEqual(["Simpanan", "Habis", "Tipis", "Banyak"]);
    expect(await names("&view=thin")).toEqual(["Habis", "Tipis"]);
    expect(await names("&view=empty")).toEqual(["Habis"]);
    expect(await names("&view=hidden")).toEqual(["Simpanan"]);
    expect((await seller("GET", "/v1/seller/products?view=sold")).status).toBe(422);
  });

  test("a new product can be found and bought at once, and cached lists are purged", async () => {
    const page = { plain: Buffer.alloc(0), gzip: Buffer.alloc(0), brotli: Buffer.alloc(0), etag: "", status: 200 };
    context.pages.set("/", { ...page, tags: ["catalog"], expires: Number.POSITIVE_INFINITY });
    const { status, body } = await seller("POST", "/v1/seller/products", draft());
    expect(status).toBe(200);
    expect(body.data.slug).toBe("gula-semut-aren-organik");
    expect(context.pages.get("/")).toBeUndefined();
    expect(slugs(matching((await visitor("GET", "/v1/products?name=gula+aren")).body))).toEqual([body.data.slug]);
    expect((await visitor("GET", "/v1/products/keywords?name=gul")).body.result).toContainEqual({ name: "gula" });
    const again = await seller("POST", "/v1/seller/products", draft());
    expect(again.body.data.slug).toBe("gula-semut-aren-organik-2");
  });

  test("products created with one name at the same moment get different slugs", async () => {
    const { body } = await seller("POST", "/v1/seller/products", draft({ name: "Gula Kembar" }));
    expect(body.data.slug).toBe("gula-kembar");
    const picture = await context.db.row<{ id: string }>(sql`
      insert into pictures (owner_id, storage_key, width, height, color) values (${market.otherSellerId}, 'foto-kembar', 800, 800, '#aabbcc') returning id`);
    const theirs = { ...draft({ name: "Gula Kembar" }), picture_ids: [picture?.id] };
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        at % 2
          ? seller("POST", "/v1/seller/products", draft({ name: "Gula Kembar" }))
          : other("POST", "/v1/seller/products", theirs),
      ),
    );
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(all.map((one) => one.body.data.slug as string)).size).toBe(6);
  });

  test("a change keeps stock that has been sold from, and removes variants that are not sent", async () => {
    const axes = [{ name: "Isi", values: ["250 g", "500 g"] }];
    const variants = [
      { options: ["250 g"], price: 32_000, stock: 12 },
      { options: ["500 g"], price: 60_000, stock: 5 },
    ];
    const made = (await seller("POST", "/v1/seller/products", draft({ axes, variants }))).body.data;
    await context.db.run(sql`update variants set stock = 7 where product_id = ${made.id} and option1 = '250 g'`);
    const changed = await seller("PUT", `/v1/seller/products/${made.id}`, {
      ...draft({ name: "Gula Semut Kelapa", axes: [{ name: "Isi", values: ["250 g", "1 kg"] }] }),
      variants: [
        { options: ["250 g"], price: 35_000, stock: 12 },
        { options: ["1 kg"], price: 110_000, stock: 2 },
      ],
    });
    expect([changed.status, changed.body.data]).toEqual([200, { id: made.id, slug: made.slug }]);
    const { result } = (await visitor("GET", `/v1/products/${made.slug}`)).body;
    expect(result).toMatchObject({ name: "Gula Semut Kelapa", price_min: 35_000, price_max: 110_000 });
    expect(result.variants).toMatchObject([
      { option1: "250 g", stock: 7 },
      { option1: "1 kg", stock: 2 },
    ]);
  });

  test("a seller can read, hide and show a product; other people cannot read it", async () => {
    const made = (await seller("POST", "/v1/seller/products", draft({ name: "Cengkih Zanzibar Kering" }))).body.data;
    const path = `/v1/seller/products/${made.id}`;
    const { result } = (await seller("GET", path)).body;
    expect(result).toMatchObject({
      slug: made.slug,
      category: "camilan",
      status: "active",
      pictures: [{ id: pictureId }],
    });
    expect((await other("GET", path)).status).toBe(404);
    const name = { name: "Cengkih Zanzibar Kering" };
    await seller("PUT", path, draft({ ...name, status: "hidden" }));
    expect((await visitor("GET", `/v1/products/${made.slug}`)).status).toBe(404);
    expect((await visitor("GET", "/v1/products?name=cengkih")).body.total).toBe(0);
    await seller("PUT", path, draft(name));
    expect((await seller("GET", path)).body.result.status).toBe("hidden");
    await seller("PUT", path, draft({ ...name, status: "active" }));
    expect((await visitor("GET", `/v1/products/${made.slug}`)).status).toBe(200);
    expect((await seller("PUT", path, draft({ ...name, status: "removed" }))).status).toBe(422);
  });

  test("stock changes only with its current version; a variant that was removed and returns takes the new stock", async () => {
    const sizes = (values: string[]) => [{ name: "Isi", values }];
    const kg = (option: string, fields: object = {}) => ({ options: [option], price: 32_000, stock: 12, ...fields });
    const both = draft({
      name: "Beras Merah Wangi",
      axes: sizes(["1 kg", "5 kg"]),
      variants: [kg("1 kg"), kg("5 kg")],
    });
    const made = (await seller("POST", "/v1/seller/products", both)).body.data;
    const path = `/v1/seller/products/${made.id}`;
    const stocks = async () =>
      (await seller("GET", path)).body.result.variants.map((one: { stock: number }) => one.stock);
    const [first] = (await seller("GET", path)).body.result.variants;
    await context.db.run(sql`update variants set stock = 9, stock_version = stock_version + 1 where id = ${first.id}`);
    const form = (fields: object) => ({ ...both, variants: [kg("1 kg", fields), kg("5 kg")] });
    const stale = await seller("PUT", path, form({ stock: 40, version: first.version }));
    expect([stale.status, stale.body.code, Object.keys(stale.body.data)]).toEqual([
      409,
      "catalog.stock_changed",
      ["variants.0.stock"],
    ]);
    expect((await seller("PUT", path, form({ stock: 40, version: first.version + 1 }))).status).toBe(200);
    expect(await stocks()).toEqual([40, 12]);
    await seller("PUT", path, { ...both, axes: sizes(["1 kg"]), variants: [kg("1 kg")] });
    await seller("PUT", path, { ...both, variants: [kg("1 kg"), kg("5 kg", { stock: 3 })] });
    expect(await stocks()).toEqual([40, 3]);
  });

  test("a variant keeps its SKU and picture when a form that does not know them saves the product", async () => {
    const second = await context.db.row<{ id: string }>(sql`
      insert into pictures (owner_id, storage_key, width, height, color) values (${market.sellerId}, 'foto-krem', 800, 800, '#ffeecc') returning id`);
    const pictures = [pictureId, second?.id];
    const form = (fields: object, more: object = {}) =>
      draft({
        name: "Topi Pandan Anyam",
        axes: [{ name: "Warna", values: ["Biru", "Krem"] }],
        variants: ["Biru", "Krem"].map((option) => ({ options: [option], price: 40_000, stock: 4, ...fields })),
        picture_ids: pictures,
        ...more,
      });
    const { data } = (await seller("POST", "/v1/seller/products", form({ sku: "TP-1", picture_id: second?.id }))).body;
    const path = `/v1/seller/products/${data.id}`;
    const stored = async () =>
      (await seller("GET", path)).body.result.variants.map((one: { sku: string; picture_id: string | null }) => [
        one.sku,
        one.picture_id,
      ]);
    const shown = async () =>
      (await visitor("GET", `/v1/products/${data.slug}`)).body.result.variants.map(
        (one: { picture: string | null }) => one.picture,
      );
    expect(await shown()).toEqual(["foto-krem", "foto-krem"]);
    expect((await seller("PUT", path, form({}))).status).toBe(200);
    expect(await stored()).toEqual([
      ["TP-1", second?.id],
      ["TP-1", second?.id],
    ]);
    expect((await seller("PUT", path, form({ sku: "", picture_id: null }))).status).toBe(200);
    expect(await stored()).toEqual([
      ["", null],
      ["", null],
    ]);
    await seller("PUT", path, form({ picture_id: second?.id }));
    expect((await seller("PUT", path, form({}, { picture_ids: [pictureId] }))).status).toBe(200);
    expect(await shown()).toEqual([null, null]);
  });

  test("a variant's picture is one of the product's pictures", async () => {
    const foreign = await context.db.row<{ id: string }>(sql`
      insert into pictures (owner_id, storage_key, width, height, color) values (${market.otherSellerId}, 'foto-lain', 8, 8, '#ffeecc') returning id`);
    for (const id of [foreign?.id, "01930000-0000-7000-8000-000000000000"]) {
      const variants = [{ options: [], price: 32_000, stock: 12, picture_id: id }];
      const { status, body } = await seller("POST", "/v1/seller/products", draft({ variants }));
      expect([status, Object.keys(body.data)]).toEqual([422, ["variants.0.picture_id"]]);
    }
  });

  test("no one sees a product that was removed from sale", async () => {
    const { id, slug } = (await seller("POST", "/v1/seller/products", draft({ name: "Madu Hutan Sumbawa" }))).body.data;
    expect((await seller("DELETE", `/v1/seller/products/${id}`)).status).toBe(200);
    expect((await visitor("GET", `/v1/products/${slug}`)).status).toBe(404);
    expect((await visitor("GET", "/v1/products?name=madu+hutan")).body.total).toBe(0);
    expect((await seller("DELETE", `/v1/seller/products/${id}`)).status).toBe(404);
  });

  test("a seller gets no access to products, variants and pictures of others", async () => {
    const { id, slug } = (await seller("POST", "/v1/seller/products", draft({ name: "Kunyit Bubuk Murni" }))).body.data;
    const { variants } = (await visitor("GET", `/v1/products/${slug}`)).body.result;
    expect((await other("PUT", `/v1/seller/products/${id}`, draft())).status).toBe(404);
    expect((await other("DELETE", `/v1/seller/products/${id}`)).status).toBe(404);
    expect((await other("PUT", `/v1/seller/variants/${variants[0].id}`, { price: 100 })).status).toBe(404);
    expect((await other("POST", "/v1/seller/products", draft())).body.code).toBe("catalog.picture_unknown");
    const mine = (await other("GET", "/v1/seller/products?limit=60")).body.result;
    expect(slugs(mine)).not.toContain(slug);
    const buyer = await api.as(await makeUser(context));
    expect((await buyer("POST", "/v1/seller/products", draft())).status).toBe(403);
    expect((await visitor("POST", "/v1/seller/products", draft())).status).toBe(401);
    expect((await visitor("GET", `/v1/products/${slug}`)).body.result.price_min).toBe(32_000);
  });

  test.each([
    [{ name: "Gula" }, "name"],
    [{ weight_g: 0 }, "weight_g"],
    [{ weight_g: 500_001 }, "weight_g"],
    [{ length_cm: 501, width_cm: 10, height_cm: 10 }, "length_cm"],
    [{ length_cm: 30, width_cm: 20 }, "length_cm"],
    [{ height_cm: 20, width_cm: null }, "length_cm"],
    [{ variants: [{ options: [], price: 99, stock: 1 }] }, "variants.0.price"],
    [{ variants: [{ options: [], price: 1_000_000_001, stock: 1 }] }, "variants.0.price"],
    [{ variants: [{ options: [], price: 1000.5, stock: 1 }] }, "variants.0.price"],
    [{ variants: [{ options: [], price: "1000", stock: 1 }] }, "variants.0.price"],
    [{ variants: [{ options: [], price: 1000, stock: -1 }] }, "variants.0.stock"],
    [{ variants: [] }, "variants"],
    [{ picture_ids: [] }, "picture_ids"],
    [{ category: "makanan" }, "category"],
    [{ category: "dari-daerah" }, "category"],
    [{ preorder_days: 2 }, "preorder_days"],
    [{ axes: [{ name: "Isi", values: ["a", "a"] }] }, "axes.0.values"],
    [{ axes: [{ name: "Isi", values: ["a", "b"] }] }, "variants"],
    [{ shop_id: "01930000-0000-7000-8000-000000000000" }, "shop_id"],
    [{ description: "Baris\u0000 yang tidak bisa disimpan di mana pun." }, "description"],
  ])("%j is refused under the field %s", async (fields, field) => {
    const { status, body } = await seller("POST", "/v1/seller/products", draft(fields));
    expect(status).toBe(422);
    expect(Object.keys(body.data)).toContain(field);
  });

  test("a large light product is charged by the size that its seller entered", async () => {
    const quote = async (fields: Record<string, unknown>) => {
      const { slug } = (await seller("POST", "/v1/seller/products", draft(fields))).body.data;
      const { result } = (await visitor("GET", `/v1/products/${slug}`)).body;
      const question = { shopId: result.shop.id, regencyCode: "34.71", productSlug: slug, quantity: 1 };
      return { result, price: (await quoteForShop(context, question, null, context.clock.now()))[0]?.price ?? 0 };
    };
    const light = await quote({ name: "Lampion Lipat Kecil" });
    const large = await quote({ name: "Lampion Bambu Besar", length_cm: 60, width_cm: 40, height_cm: 30 });
    expect([large.result.length_cm, large.result.width_cm, large.result.height_cm]).toEqual([60, 40, 30]);
    expect(light.result.length_cm).toBeNull();
    expect(large.price).toBe(12 * light.price);
  });

  test("a product without category and picture is refused with both errors at once", async () => {
    const { status, body } = await seller("POST", "/v1/seller/products", draft({ category: "", picture_ids: [] }));
    expect([status, body.data]).toEqual([
      422,
      { category: ["Pilih kategori."], picture_ids: ["Tambahkan paling sedikit satu foto."] },
    ]);
  });

  test("a stock number needs the current version; a difference is always added", async () => {
    const { slug } = (await seller("POST", "/v1/seller/products", draft({ name: "Teh Melati Wangi" }))).body.data;
    const own = (await seller("GET", "/v1/seller/products?name=Teh")).body.result[0];
    expect(own.slug).toBe(slug);
    const [variant] = own.variants;
    const change = (body: unknown) => seller("PUT", `/v1/seller/variants/${variant.id}`, body);
    expect((await change({ stock_delta: -2 })).body.data).toMatchObject({ stock: 10, version: variant.version + 1 });
    const stale = await change({ stock: 50, version: variant.version });
    expect([stale.status, stale.body.code, stale.body.stock]).toEqual([409, "catalog.stock_changed", 10]);
    expect((await change({ stock: 50, version: variant.version + 1 })).body.data.stock).toBe(50);
    expect((await change({ stock_delta: -51 })).body.code).toBe("catalog.out_of_stock");
    expect((await change({ stock: 5 })).status).toBe(422);
    expect((await change({})).status).toBe(422);
    expect((await change({ price: 150_000 })).body.data).toMatchObject({ price: 150_000, stock: 50 });
    expect((await visitor("GET", `/v1/products/${slug}`)).body.result.price_min).toBe(150_000);
    await Promise.all(Array.from({ length: 20 }, () => change({ stock_delta: -1 })));
    expect((await change({ stock_delta: 0 })).body.data.stock).toBe(30);
  });
});
