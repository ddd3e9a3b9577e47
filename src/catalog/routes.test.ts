import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { quoteForShop } from "#shipping/quote-shipping.ts";
import { makeCatalogApi, makeMarket, newProduct, type CatalogClient } from "../../test/make/catalog.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeUser } from "../../test/make/rows.ts";

const many = Array.from({ length: 70 }, (_, at) =>
  newProduct(`keripik-${at}`, `Keripik Singkong Rasa Nomor ${at}`, {
    category: "camilan",
    shop: at % 3 === 0 ? "kopi-wetan" : "batik-uji",
    price: 10_000 + (at % 7) * 1000,
    variants: [{ options: [], price: 10_000 + (at % 7) * 1000, stock: at % 10 === 0 ? 0 : 4 }],
    is_regional: at % 2 === 0,
    ...(at % 5 === 0 ? { strikePrice: 50_000 } : {}),
    condition: at % 11 === 0 ? "used" : "new",
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, at >> 2)),
  }),
);
const products = [
  newProduct("kopi-gayo", "Kopi Gayo Arabika 250 g", { price: 78_000, shop: "kopi-wetan", is_regional: true }),
  newProduct("kopi-toraja", "Kopi Toraja Biji Sangrai", { price: 92_000 }),
  newProduct("kemeja-parang", "Kemeja Batik Parang Lengan Panjang", {
    category: "kemeja",
    strikePrice: 250_000,
    axes: [
      { name: "Ukuran", values: ["M", "L"] },
      { name: "Warna", values: ["Nila", "Soga"] },
    ],
    variants: [
      { options: ["M", "Nila"], price: 185_000, stock: 0 },
      { options: ["M", "Soga"], price: 190_000, stock: 3 },
      { options: ["L", "Nila"], price: 195_000, stock: 4 },
      { options: ["L", "Soga"], price: 200_000, stock: 5 },
    ],
    attributes: { Bahan: "Katun primisima" },
  }),
  newProduct("kantong-kopi", "Kantong Kertas Polos untuk Kopi", {
    category: "kemeja",
    price: 30_000,
    shop: "kopi-wetan",
  }),
  newProduct("meja-lipat", "Meja Lipat Jati", { price: 400_000 }),
  ...many,
];

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeCatalogApi>>;
let market: Awaited<ReturnType<typeof makeMarket>>;
let visitor: CatalogClient;
beforeAll(async () => {
  context = await makeContext();
  market = await makeMarket(context, products);
  await context.db.run(sql`
    update products set sold_count = abs(hashtext(slug)) % 50, rating_count = 1, rating_sum = 1 + abs(hashtext(slug)) % 5`);
  api = await makeCatalogApi(context);
  visitor = await api.as(null);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

type Card = { id: string; slug: string; price_min: number };
const slugs = (result: Card[]) => result.map((one) => one.slug);

describe("categories", () => {
  test("have exactly the fields of the specification, and a custom category has its own url", async () => {
    const { body } = await visitor("GET", "/v1/categories");
    expect(body).toEqual({
      success: true,
      result: [
        {
          name: "Makanan & Minuman",
          slug: "makanan",
          icon: "bowl",
          isCustom: "0",
          url: null,
          categories: [
            { name: "Kopi", slug: "kopi" },
            { name: "Camilan", slug: "camilan" },
          ],
        },
        {
          name: "Pakaian",
          slug: "pakaian",
          icon: "shirt",
          isCustom: "0",
          url: null,
          categories: [{ name: "Kemeja", slug: "kemeja" }],
        },
        {
          name: "Belanja dari daerah",
          slug: "dari-daerah",
          icon: "car",
          isCustom: "1",
          url: "/merchant",
          categories: [],
        },
      ],
    });
  });
});

/** The products of a response without those that are only similar. */
const matching = (body: { result: Card[]; similar: number }) => body.result.slice(0, body.result.length - body.similar);

describe("listing", () => {
  test("a category lists the products of its sub-categories", async () => {
    expect((await visitor("GET", "/v1/products?category=makanan&limit=60")).body.total).toBe(73);
    const { body } = await visitor("GET", "/v1/products?category=kopi");
    expect(body.total).toBe(3);
    expect(body.category).toEqual({
      name: "Kopi",
      slug: "kopi",
      parent: { name: "Makanan & Minuman", slug: "makanan" },
    });
  });

  test.each([
    ["kopi gayo", ["kopi-gayo"]],
    ["coffee toraja", ["kopi-toraja"]],
    ["hem batik", ["kemeja-parang"]],
    ["kemeja", ["kemeja-parang", "kantong-kopi"]],
    ["primisima", ["kemeja-parang"]],
    ["meja", ["meja-lipat"]],
    ["surabaya kopi gayo", ["kopi-gayo"]],
    ["tidak ada sama sekali", []],
  ])("a search for “%s” finds %j", async (name, expected) => {
    const { body } = await visitor("GET", `/v1/products?name=${encodeURIComponent(name)}&type=product`);
    expect(slugs(matching(body)).toSorted()).toEqual(expected.toSorted());
    expect(body.total).toBe(expected.length);
  });

  test("a product that is coffee ranks above one for coffee, even if that one sells more", async () => {
    await context.db.run(sql`update products set sold_count = 5000 where slug = 'kantong-kopi'`);
    const { body } = await visitor("GET", "/v1/products?name=kopi");
    expect(slugs(body.result).slice(0, 2).toSorted()).toEqual(["kopi-gayo", "kopi-toraja"]);
    expect(slugs(body.result)[2]).toBe("kantong-kopi");
  });

  test("a spelling error is corrected, and the response says so", async () => {
    const { body } = await visitor("GET", "/v1/products?name=kemjea+batik");
    expect(slugs(matching(body))).toEqual(["kemeja-parang"]);
    expect(body.corrected).toBe("kemeja batik");
  });

  test("if few products match, similar ones follow, which are not counted", async () => {
    const name = "name=keripik+singkong+rasa+nomor+7";
    const { body } = await visitor("GET", `/v1/products?${name}&facets=1`);
    expect(slugs(body.result)[0]).toBe("keripik-7");
    expect([body.total, body.similar]).toEqual([1, body.result.length - 1]);
    expect(
      slugs(body.result)
        .slice(1)
        .every((slug: string) => slug.startsWith("keripik-")),
    ).toBe(true);
    expect(body.facets.categories.reduce((sum: number, one: { count: number }) => sum + one.count, 0)).toBe(1);
    expect((await visitor("GET", `/v1/products?${name}&page=2`)).body).toMatchObject({ result: [], similar: 0 });
  });

  test("a price in the search text is a filter, and the response has the text without it", async () => {
    const { body } = await visitor("GET", "/v1/products?name=keripik+di+bawah+12rb&limit=60");
    expect(body.understood).toEqual({ text: "keripik", min: null, max: 12_000, cheap: false, dear: false });
    expect(body.total).toBe((await visitor("GET", "/v1/products?name=keripik&max=12000")).body.total);
    expect(matching(body).every((one: Card) => one.price_min <= 12_000)).toBe(true);
    const cheap = await visitor("GET", "/v1/products?name=keripik+murah");
    expect(cheap.body.understood).toEqual({ text: "keripik", min: null, max: null, cheap: true, dear: false });
    expect(cheap.body.total).toBe((await visitor("GET", "/v1/products?name=keripik")).body.total);
    const all = await visitor("GET", "/v1/products?name=di+bawah+12rb&limit=1");
    expect(all.body.total).toBe((await visitor("GET", "/v1/products?max=12000&limit=1")).body.total);
  });

  test("a short word whose second and third letters are swapped is corrected too", async () => {
    const { body } = await visitor("GET", "/v1/products?name=btaik");
    expect(slugs(body.result)).toContain("kemeja-parang");
    expect(body.corrected).toBe("batik");
  });

  test.each([
    ["name=kemjea+gayo", "words that no product has together"],
    ["name=kemjea&max=1000", "a price"],
    ["name=kemjea&category=camilan", "a category"],
    ["name=kemjea&province=91", "a province"],
    ["name=kemjea&condition=used&facets=1", "filters that are counted"],
    ["name=kemjea+btaik&shop=kopi-wetan", "a shop"],
  ])("a corrected text that finds nothing is not announced: %s (%s)", async (query) => {
    for (const page of ["", "&page=2", "&sort=newest", "&sort=cheapest&page=2"]) {
      const { status, body } = await visitor("GET", `/v1/products?${query}${page}`);
      expect([status, matching(body), body.total, body.corrected === null]).toEqual([200, [], 0, body.similar === 0]);
    }
  });

  test("a corrected text stays corrected on every page, with filters and in a shop", async () => {
    for (const query of ["", "&page=2", "&max=12000", "&sort=cheapest", "&facets=1", "&shop=kopi-wetan", "&page=99"]) {
      const { body } = await visitor("GET", `/v1/products?name=kerpiik+singkong&limit=9${query}`);
      expect(body.corrected, query).toBe("keripik singkong");
      expect(body.total, query).toBeGreaterThan(0);
    }
  });

  test("words after the sixth are kept when a text is corrected", async () => {
    const name = "kerpiik singkong rasa nomor keripik singkong 7";
    const { body } = await visitor("GET", `/v1/products?${new URLSearchParams({ name })}`);
    expect([slugs(matching(body)), body.corrected]).toEqual([["keripik-7"], "keripik singkong rasa nomor 7"]);
  });

  test.each(["relevance", "newest", "sold", "rating", "cheapest", "dearest"])(
    "paging by %s shows every product once, by cursor and by page alike",
    async (sort) => {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const address: string = `/v1/products?category=camilan&limit=9&sort=${sort}${cursor ? `&cursor=${cursor}` : ""}`;
        const { body, status } = await visitor("GET", address);
        expect(status).toBe(200);
        seen.push(...slugs(body.result));
        cursor = body.next;
      } while (cursor);
      expect(seen).toHaveLength(70);
      expect(new Set(seen).size).toBe(70);
      const third = await visitor("GET", `/v1/products?category=camilan&limit=9&sort=${sort}&page=3`);
      expect(slugs(third.body.result)).toEqual(seen.slice(18, 27));
    },
  );

  test("paging through what a text finds shows every product once", async () => {
    const seen: string[] = [];
    let cursor = "";
    do {
      const { body, status } = await visitor("GET", `/v1/products?name=keripik&limit=9&cursor=${cursor}`);
      expect(status).toBe(200);
      seen.push(...slugs(body.result));
      cursor = body.next ?? "";
    } while (cursor);
    const { body } = await visitor("GET", "/v1/products?name=keripik&limit=60&page=2");
    expect([new Set(seen).size, seen.slice(60)]).toEqual([seen.length, slugs(body.result)]);
    expect(seen.length).toBeGreaterThan(60);
  });

  test("products are sorted as asked, and sold-out products come last among the best-selling", async () => {
    const prices = (await visitor("GET", "/v1/products?sort=cheapest&limit=60")).body.result.map(
      (one: Card) => one.price_min,
    );
    expect(prices).toEqual(prices.toSorted((a: number, b: number) => a - b));
    const sold = (await visitor("GET", "/v1/products?sort=sold&category=camilan&limit=60&page=2")).body.result;
    expect(sold.slice(-7).every((one: { in_stock: boolean }) => !one.in_stock)).toBe(true);
  });

  test("the count of a filter is the number of products left when it is selected", async () => {
    for (const base of ["", "category=camilan", "name=keripik&min=12000", "category=makanan&province=35&discount=1"]) {
      const { facets, total } = (await visitor("GET", `/v1/products?${base}&facets=1&limit=1`)).body;
      const count = async (change: Record<string, string>) => {
        const search = new URLSearchParams(base);
        for (const [name, value] of Object.entries(change)) search.set(name, value);
        return (await visitor("GET", `/v1/products?${search}&limit=1`)).body.total;
      };
      expect(total).toBe(await count({}));
      expect(facets.regional).toBe(await count({ regional: "1" }));
      expect(facets.discount).toBe(await count({ discount: "1" }));
      expect(facets.rating).toBe(await count({ rating: "4" }));
      expect(facets.conditions).toEqual({
        new: await count({ condition: "new" }),
        used: await count({ condition: "used" }),
      });
      for (const one of facets.provinces) expect(one.count).toBe(await count({ province: one.id }));
      for (const one of facets.categories) expect(one.count).toBe(await count({ category: one.id }));
    }
  });

  test("several provinces can be selected", async () => {
    const both = await visitor("GET", "/v1/products?province=32&province=35&limit=1");
    expect(both.body.total).toBe(75);
  });

  test.each([
    "?category=tidak-ada",
    "?shop=tidak-ada",
    "?category=dari-daerah",
    "?name=%F0%9F%99%82",
    "?name=%26%7C!()",
  ])("%s finds nothing, without an error", async (search) => {
    const { status, body } = await visitor("GET", `/v1/products${search}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: [], total: 0, next: null });
  });

  test.each([
    "?unknown=1",
    "?min=-1",
    "?min=1.5",
    "?max=99999999999999",
    "?sort=price",
    "?page=0",
    "?page=201",
    "?limit=61",
    "?rating=6",
    "?province=xx",
    "?province[]=32",
    "?condition=old",
    "?discount=yes",
    "?cursor=%00",
    "?cursor=11_01930000-0000-7000-8000-000000000000%27;drop%20table%20products",
    "?sort=newest&cursor=4.7_01930000-0000-7000-8000-000000000000",
    "?name=kopi&cursor=123456_01930000-0000-7000-8000-000000000000",
    `?cursor=${Buffer.from("k01930000-0000-7000-8000-0000000000001'; drop table products").toString("base64url")}`,
    `?sort=newest&cursor=${Buffer.from("k01930000-0000-7000-8000-0000000000004.7").toString("base64url")}`,
    "?category=a&category=b",
    "?name=a&name=b",
  ])("%s is refused with 422", async (search) => {
    const { status, body } = await visitor("GET", `/v1/products${search}`);
    expect([status, body.code]).toEqual([422, "request.invalid"]);
  });
});

describe("product", () => {
  test("the API returns everything that its page shows", async () => {
    const { body } = await visitor("GET", "/v1/products/kemeja-parang");
    expect(body.result).toMatchObject({
      name: "Kemeja Batik Parang Lengan Panjang",
      price_min: 185_000,
      price_max: 200_000,
      strike_price: 250_000,
      discount_percent: 26,
      category: { slug: "kemeja" },
      root_category: { slug: "pakaian" },
      attributes: [{ name: "Bahan", value: "Katun primisima" }],
      shop: { slug: "batik-uji", name: "Batik Uji Coba", city_name: "Bandung" },
    });
    expect(body.result.variants.map((one: { stock: number }) => one.stock)).toEqual([0, 3, 4, 5]);
    expect(body.result).not.toHaveProperty("shop.owner_id");
  });

  test("related products are of the same shop or category, without the product itself", async () => {
    const { body } = await visitor("GET", "/v1/products/kopi-toraja/related");
    expect(slugs(body.result.same_shop)).not.toContain("kopi-toraja");
    expect(slugs(body.result.similar)).toEqual(["kopi-gayo"]);
  });

  test.each(["tidak-ada", "..%2F..%2Fetc", "%00", "a".repeat(190), "'%20or%201=1", "%F0%9F%99%82"])(
    "%s is not found",
    async (slug) => {
      const { status, body } = await visitor("GET", `/v1/products/${slug}`);
      expect(status === 404 || (status === 400 && body.code === "request.malformed")).toBe(true);
    },
  );
});

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
