import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCatalogApi, makeMarket, newProduct, type CatalogClient } from "../../test/make/catalog.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeUser } from "../../test/make/rows.ts";
import { sql } from "#lib/database.ts";
import { makeSession } from "../../test/make/checkout.ts";
import { consentPurposes } from "#accounts/consents/rules.ts";
import { shopTsvector } from "#search/text-analysis.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { shopOpeningSetting } from "./opening-rules.ts";
import { maxCountedShops, shopCountLabel } from "./list-rules.ts";
import { cityName, isShopSlug, shopNameLength, shopTextLength, slugFrom } from "./rules.ts";

describe("rules", () => {
  test.each([
    ["Batik Laweyan & Co.", "batik-laweyan-co"],
    ["Mama’s Café", "mamas-cafe"],
    ["  ---  ", ""],
    ["日本", ""],
  ])("the address of “%s” is “%s”", (name, slug) => {
    expect(slugFrom(name, 60)).toBe(slug);
  });
  test("words with a meaning on this site are not shop slugs", () => {
    expect([isShopSlug("admin"), isShopSlug("ab"), isShopSlug("abc")]).toEqual([false, false, true]);
  });
  test.each([
    ["Kota Administrasi Jakarta Barat", "Jakarta Barat"],
    ["Kabupaten Bandung Barat", "Bandung Barat"],
    ["Kota Kotamobagu", "Kotamobagu"],
  ])("%s is called %s", (regency, city) => {
    expect(cityName(regency)).toBe(city);
  });
});

describe("calls", () => {
  let context: Awaited<ReturnType<typeof makeContext>>;
  let api: Awaited<ReturnType<typeof makeCatalogApi>>;
  let visitor: CatalogClient;
  let sellerId: string;
  beforeAll(async () => {
    context = await makeContext();
    await context.db.run(sql`
      insert into pictures (storage_key, width, height, color) values ('teh', 800, 800, '#aabb01'), ('kopi', 800, 800, '#aabb02'), ('gula', 800, 800, '#aabb03')`);
    const goods = ["teh", "kopi", "gula"].map((key, at) =>
      newProduct(`${key}-wetan`, `${key} wetan`, { shop: "kopi-wetan", pictures: [key], price: 10_000 * (at + 1) }),
    );
    const more = ["susu", "madu", "jahe"].map((key) =>
      newProduct(`${key}-wetan`, `${key} wetan`, { shop: "kopi-wetan", pictures: key === "susu" ? [] : ["teh"] }),
    );
    ({ sellerId } = await makeMarket(context, [...goods, ...more]));
    await context.db.run(sql`
      update products set sold_count = case slug when 'susu-wetan' then 90 when 'jahe-wetan' then 50 when 'kopi-wetan' then 30 when 'gula-wetan' then 20 when 'teh-wetan' then 10 else 0 end`);
    await context.db.run(sql`update products set status = 'hidden' where slug = 'jahe-wetan'`);
    api = await makeCatalogApi(context);
    visitor = await api.as(null);
  });
  afterAll(async () => {
    await api.close();
    await context.close();
  });
  const input = { name: "Dapur Nini", regency_code: "32.73", couriers: ["jne-reg", "pickup"] };

  test.each([
    [{ name: "Admin" }, "name"],
    [{ name: "<" }, "name"],
    [{ couriers: [] }, "couriers"],
    [{ couriers: ["merpati"] }, "couriers.0"],
    [{ regency_code: "99.99" }, "regency_code"],
    [{ on_vacation: "ya" }, "on_vacation"],
    [{ sold_count: 99_999 }, "sold_count"],
    [{ rating_sum: 5 }, "rating_sum"],
  ])("a shop cannot be changed to %j", async (fields, field) => {
    const person = await api.as(sellerId);
    const { status, body } = await person("PUT", "/v1/seller/shop", {
      name: "Batik Uji Coba",
      regency_code: "32.73",
      couriers: ["jne-reg"],
      tagline: "",
      description: "",
      on_vacation: false,
      ...fields,
    });
    expect([status, Object.keys(body.data)]).toEqual([422, [field]]);
  });

  test("no shop is opened while an operator has closed that, and existing shops can be changed", async () => {
    const person = await api.as(await makeUser(context, { type: "penjual" }));
    applySettings({ [shopOpeningSetting.key]: false }, new Set());
    try {
      const refused = await person("POST", "/v1/seller/shop", { ...input, name: "Dapur Tutup" });
      expect([refused.status, refused.body.code]).toEqual([409, "shops.opening_closed"]);
      expect((await (await api.as(sellerId))("GET", "/v1/seller/shop")).status).toBe(200);
    } finally {
      applySettings({}, new Set());
    }
    expect((await person("POST", "/v1/seller/shop", { ...input, name: "Dapur Buka" })).status).toBe(200);
  });

  test("a shop where buyers collect goods needs an address, which is stored, kept and not public", async () => {
    const person = await api.as(sellerId);
    const { body: before } = await person("GET", "/v1/seller/shop");
    const { offered_couriers: offered, slug, province_code: _p, vacation_since: _v, ...shop } = before.result;
    expect(offered.map(({ id }: { id: string }) => id)).toContain("jne-jtr");
    expect(offered.map(({ id }: { id: string }) => id)).not.toContain("gojek-instant");
    const own = {
      name: shop.name,
      regency_code: shop.regency_code,
      couriers: ["jne-reg", "pickup"],
      tagline: shop.tagline,
      description: shop.description,
      on_vacation: false,
    };
    const refused = await person("PUT", "/v1/seller/shop", { ...own, street: "", postcode: "", pickup_note: "" });
    expect([refused.status, refused.body.code, Object.keys(refused.body.data)]).toEqual([
      422,
      "shops.street_needed",
      ["street", "postcode"],
    ]);
    const place = { street: "Jl. Braga 12", postcode: "40111", pickup_note: "Senin–Sabtu, 09.00–17.00" };
    expect((await person("PUT", "/v1/seller/shop", { ...own, ...place })).body.data).toMatchObject(place);
    // A client that does not know the address leaves it as it is.
    expect((await person("PUT", "/v1/seller/shop", own)).body.data).toMatchObject(place);
    expect(JSON.stringify((await visitor("GET", `/v1/merchants/${slug}`)).body)).not.toContain("Braga");
    for (const [field, wrong] of [
      ["street", "Jl"],
      ["street", "x".repeat(201)],
      ["postcode", "4011"],
      ["pickup_note", "x".repeat(201)],
    ] as const)
      expect((await person("PUT", "/v1/seller/shop", { ...own, ...place, [field]: wrong })).body.data).toHaveProperty(
        field,
      );
  });

  test("opening a shop makes a buyer a seller, once", async () => {
    const userId = await makeUser(context);
    const person = await api.as(userId);
    const opened = await person("POST", "/v1/seller/shop", input);
    expect([opened.status, opened.body.data.slug]).toEqual([200, "dapur-nini"]);
    expect((await person("GET", "/v1/seller/products")).status).toBe(200);
    const again = await person("POST", "/v1/seller/shop", input);
    expect([again.status, again.body.code]).toEqual([409, "shops.has_shop"]);
    const second = await (
      await api.as(await makeUser(context))
    )("POST", "/v1/seller/shop", {
      ...input,
      name: "Dapur Nini 日本",
    });
    expect(second.body.data.slug).toBe("dapur-nini-2");
    expect((await visitor("GET", "/v1/merchants/dapur-nini")).body.result).toMatchObject({
      name: "Dapur Nini",
      city_name: "Bandung",
      couriers: ["jne-reg", "pickup"],
      product_count: 0,
      badges: [],
    });
  });

  test("four people whose names have the same slug can open shops at the same moment", async () => {
    const people = await Promise.all(Array.from({ length: 4 }, async () => api.as(await makeUser(context))));
    const all = await Promise.all(
      people.map((person, at) =>
        person("POST", "/v1/seller/shop", { ...input, name: `Warung Kembar ${["梅", "蘭", "竹", "菊"][at]}` }),
      ),
    );
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(all.map(({ body }) => body.data.slug as string).sort()).toEqual([
      "warung-kembar",
      "warung-kembar-2",
      "warung-kembar-3",
      "warung-kembar-4",
    ]);
  });

  test("five identical requests at once open one shop", async () => {
    const person = await api.as(await makeUser(context));
    const all = await Promise.all(
      Array.from({ length: 5 }, () => person("POST", "/v1/seller/shop", { ...input, name: "Kebun Bersama" })),
    );
    // The successful request ended the token of the other four.
    expect(all.filter((one) => one.status === 200)).toHaveLength(1);
    expect(all.filter((one) => one.status === 409 || one.status === 401)).toHaveLength(4);
  });

  test("a buyer who opens a shop gets a new token, keeps the device, and agrees to the terms on record", async () => {
    const userId = await makeUser(context);
    const old = await makeSession(context, userId);
    const device = () => context.db.rows(sql`select id from sessions where user_id = ${userId}`);
    const before = await device();
    const send = (token: string, method: "GET" | "POST", url: string) =>
      api.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${token}` },
        ...(method === "POST" ? { payload: { ...input, name: "Kebun Sendiri" } } : {}),
      });
    const opened = await send(old, "POST", "/v1/seller/shop");
    expect(opened.statusCode).toBe(200);
    const cookie = opened.cookies.find(({ name }) => name === "sid");
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
    expect(cookie?.value).not.toBe(old);
    expect((await send(old, "GET", "/v1/seller/shop")).statusCode).toBe(401);
    expect((await send(cookie?.value ?? "", "GET", "/v1/seller/shop")).statusCode).toBe(200);
    expect(await device()).toEqual(before);
    expect(
      await context.db.rows(sql`select purpose, given, source, text_version from consents where user_id = ${userId}`),
    ).toEqual([{ purpose: "terms", given: true, source: "shop", text_version: consentPurposes.terms.version }]);
  });

  test("a buyer whose login is not recent must confirm the password first, and nothing is opened", async () => {
    const userId = await makeUser(context);
    const person = await api.as(userId);
    await context.db.run(
      sql`update sessions set authenticated_at = now() - interval '16 minutes' where user_id = ${userId}`,
    );
    const { status, body } = await person("POST", "/v1/seller/shop", { ...input, name: "Kebun Lama" });
    expect([status, body.code]).toEqual([403, "accounts.confirm_needed"]);
    expect(await context.db.row(sql`select type from users where id = ${userId}`)).toEqual({ type: "pembeli" });
    expect(await context.db.rows(sql`select from consents where user_id = ${userId}`)).toEqual([]);
  });

  test.each([
    [{ name: "ab" }, "name"],
    [{ name: "!!!!" }, "name"],
    [{ name: "Operator" }, "name"],
    [{ regency_code: "99.99" }, "regency_code"],
    [{ regency_code: "32" }, "regency_code"],
    [{ couriers: [] }, "couriers"],
    [{ couriers: ["drone"] }, "couriers.0"],
    [{ owner_id: "x" }, "owner_id"],
  ])("%j is refused under %s and opens nothing", async (fields, field) => {
    const userId = await makeUser(context);
    const person = await api.as(userId);
    const { status, body } = await person("POST", "/v1/seller/shop", { ...input, ...fields });
    expect(status).toBe(422);
    expect(Object.keys(body.data)).toContain(field);
    expect((await person("GET", "/v1/seller/products")).status).toBe(403);
  });

  test("no shop is opened or changed with contact details in its public texts, and the seller reads at each field what to delete", async () => {
    const person = await api.as(await makeUser(context));
    const texts = {
      name: "Kriya 081234567890",
      tagline: "Kriya Jogja, WA 081234567890",
      description: "Lihat kriya.id",
    };
    const opening = await person("POST", "/v1/seller/shop", { ...input, ...texts });
    expect([opening.status, opening.body.code, Object.keys(opening.body.data)]).toEqual([
      422,
      "shops.contacts",
      ["name", "tagline", "description"],
    ]);
    expect(opening.body.data.tagline[0]).toContain("Hapus “081234567890”.");
    expect((await person("POST", "/v1/seller/shop", { ...input, name: "Kriya Jogja" })).status).toBe(200);
    const own = { ...input, name: "Kriya Jogja", tagline: "", description: "", on_vacation: false };
    for (const [field, text] of Object.entries(texts)) {
      const changed = await person("PUT", "/v1/seller/shop", { ...own, [field]: text });
      expect([changed.status, changed.body.code, Object.keys(changed.body.data)]).toEqual([
        422,
        "shops.contacts",
        [field],
      ]);
    }
    expect((await visitor("GET", "/v1/merchants/kriya-jogja")).body.result).toMatchObject({
      name: "Kriya Jogja",
      tagline: "",
      description: "",
    });
  });

  test("a shop whose older texts have contact details can save other settings", async () => {
    const userId = await makeUser(context);
    const person = await api.as(userId);
    const own = { ...input, name: "Kriya Lama", tagline: "Hubungi 081234567890", description: "" };
    await person("POST", "/v1/seller/shop", { ...own, tagline: "" });
    await context.db.run(sql`update shops set tagline = ${own.tagline} where owner_id = ${userId}`);
    expect((await person("PUT", "/v1/seller/shop", { ...own, on_vacation: true })).status).toBe(200);
    const changed = await person("PUT", "/v1/seller/shop", { ...own, tagline: `${own.tagline} ya`, on_vacation: true });
    expect([changed.status, Object.keys(changed.body.data)]).toEqual([422, ["tagline"]]);
  });

  test("an operator and a visitor cannot open a shop", async () => {
    const operator = await api.as(await makeUser(context, { type: "operator" }));
    expect((await operator("POST", "/v1/seller/shop", input)).status).toBe(403);
    expect((await visitor("POST", "/v1/seller/shop", input)).status).toBe(401);
  });

  test("shops are found by name and place, also with typing errors", async () => {
    const names = async (search: string) =>
      (await visitor("GET", `/v1/merchants?${search}`)).body.result.map((one: { name: string }) => one.name);
    expect(await names("name=kopi&type=seller")).toEqual(["Kopi Wetan"]);
    expect(await names("name=surabaya")).toEqual(["Kopi Wetan"]);
    expect(await names("name=zzzz")).toEqual([]);
  });

  test("a shop's name with a typing error is corrected on every page of the list, but only if the correction finds a shop", async () => {
    await context.db.run(sql`
      insert into keywords (word, weight) values ('lembayung', 5), ('gerabah', 5) on conflict do nothing`);
    for (const name of ["Lembayung Satu", "Lembayung Dua", "Lembayung Tiga"])
      await (
        await api.as(await makeUser(context))
      )("POST", "/v1/seller/shop", { ...input, name });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const search: string = `name=lembaynug&limit=2${cursor ? `&cursor=${cursor}` : ""}`;
      const { body } = await visitor("GET", `/v1/merchants?${search}`);
      expect([body.corrected, body.total]).toEqual(["lembayung", 3]);
      seen.push(...body.result.map((one: { name: string }) => one.name));
      cursor = body.next;
    } while (cursor);
    expect(seen.toSorted()).toEqual(["Lembayung Dua", "Lembayung Satu", "Lembayung Tiga"]);
    const { body } = await visitor("GET", "/v1/merchants?name=gerabha");
    expect([body.result, body.total, body.corrected]).toEqual([[], 0, null]);
  });

  test("S033 a shop in the list shows its three best-selling products that have a picture and are on sale", async () => {
    const { body } = await visitor("GET", "/v1/merchants?name=kopi");
    expect(body.result.map((one: { products: object }) => one.products)).toEqual([
      [
        { slug: "kopi-wetan", name: "kopi wetan", price: 20_000, picture: { key: "kopi", color: "#aabb02" } },
        { slug: "gula-wetan", name: "gula wetan", price: 30_000, picture: { key: "gula", color: "#aabb03" } },
        { slug: "teh-wetan", name: "teh wetan", price: 10_000, picture: { key: "teh", color: "#aabb01" } },
      ],
    ]);
    const all = (await visitor("GET", "/v1/merchants?limit=60")).body.result;
    const empty = all.find((one: { slug: string }) => one.slug === "batik-uji");
    expect(empty.products).toEqual([]);
  });

  test("shops are counted up to 200, and the page says when there are more", async () => {
    const count = async () => (await visitor("GET", "/v1/merchants?name=lonceng")).body.total;
    const open = async (from: number, until: number) =>
      context.db.run(sql`
        with owners as (insert into users (name, email, type) select 'Pemilik', 'lonceng-' || n || '@contoh.id', 'penjual' from generate_series(${from}::int, ${until}::int) n returning id)
        insert into shops (owner_id, slug, name, regency_code, province_code, city_name, couriers, search_words)
        select id, 'lonceng-' || id, 'Lonceng', '32.73', '32', 'Bandung', '{jne-reg}', 'lonceng' from owners`);
    await open(1, maxCountedShops);
    expect([await count(), shopCountLabel(await count())]).toEqual([200, "200"]);
    await open(maxCountedShops + 1, maxCountedShops + 2);
    expect([await count(), shopCountLabel(await count())]).toEqual([201, "200+"]);
    await context.db.run(sql`delete from shops where name = 'Lonceng'`);
  });

  test("a shop whose name and tagline have as many different words as possible is stored, and found by each", async () => {
    // Words of two letters need the most space.
    const letter = (at: number) => String.fromCharCode(97 + (at % 26));
    const words = (characters: number, from: number) =>
      Array.from(
        { length: Math.floor((characters + 1) / 3) },
        (_, at) => letter(from + at) + letter(from + at * 5),
      ).join(" ");
    const name = words(shopNameLength.max, 0);
    const tagline = words(shopTextLength.tagline, 11);
    await context.db.run(sql`
      with owner as (insert into users (name, email, type) values ('Pemilik', 'kata@contoh.id', 'penjual') returning id)
      insert into shops (owner_id, slug, name, tagline, regency_code, province_code, city_name, couriers, search_words)
      select id, 'banyak-kata', ${name}, ${tagline}, '32.73', '32', 'Bandung', '{jne-reg}', ${shopTsvector({ name, tagline, city: "Kabupaten Kepulauan Siau Tagulandang Biaro" })}::tsvector from owner`);
    for (const word of [...name.split(" ").slice(0, 2), "biaro"]) {
      const { body } = await visitor("GET", `/v1/merchants?name=${word}`);
      expect(body.result.map((one: { slug: string }) => one.slug)).toContain("banyak-kata");
    }
    await context.db.run(sql`delete from shops where slug = 'banyak-kata'`);
  });

  test("every shop is on exactly one page of the list", async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const search: string = `limit=2${cursor ? `&cursor=${cursor}` : ""}`;
      const { body } = await visitor("GET", `/v1/merchants?${search}`);
      seen.push(...body.result.map((one: { slug: string }) => one.slug));
      cursor = body.next;
    } while (cursor);
    const { body } = await visitor("GET", "/v1/merchants?limit=60");
    expect(seen).toHaveLength(body.total);
    expect(new Set(seen).size).toBe(body.total);
  });

  test.each(["?cursor=abc", "?limit=0", "?limit=61", "?x=1"])("%s is refused", async (search) => {
    expect((await visitor("GET", `/v1/merchants${search}`)).status).toBe(422);
  });
  test("an unknown shop is not found", async () => {
    expect((await visitor("GET", "/v1/merchants/tidak-ada")).status).toBe(404);
  });
});
