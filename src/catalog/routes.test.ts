import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { makeCatalogApi, makeMarket, newProduct, type CatalogClient } from "../../test/make/catalog.ts";
import { makeContext } from "../../test/make/context.ts";

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
let visitor: CatalogClient;
beforeAll(async () => {
  context = await makeContext();
  await makeMarket(context, products);
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
