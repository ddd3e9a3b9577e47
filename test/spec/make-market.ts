import type { FastifyInstance } from "fastify";
import { createApp } from "../../src/app.ts";
import { insertCategories } from "../../src/catalog/categories/insert-categories.ts";
import { insertProducts } from "../../src/catalog/selling/insert-products.ts";
import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import { buildSearch } from "../../src/search/rebuild-keywords.ts";
import { insertShops } from "../../src/shops/insert-shops.ts";
import { makeContext } from "../make/context.ts";
import { makeUser } from "../make/rows.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- tests check what the responses contain
export type Answer = { status: number; headers: Record<string, unknown>; body: any; text: string };

/** A browser with cookies and without scripts. */
export type Visitor = {
  call(method: "GET" | "POST" | "PUT" | "DELETE", url: string, body?: unknown, headers?: Headers): Promise<Answer>;
  /** Requests a page as a browser does. */
  open(url: string, headers?: Headers): Promise<Answer>;
  cookies(): string[];
};
type Headers = Record<string, string>;

export type Market = {
  context: Awaited<ReturnType<typeof makeContext>>;
  app: FastifyInstance;
  visitor(): Visitor;
  close(): Promise<void>;
};

export const coffee = { name: "Kopi Gayo Sangrai Sedang", category: "kopi" };
export const batik = { name: "Kain Batik Tulis Kawung", category: "batik-tulis" };
export const shopNames = { coffee: "Kopi Takengon", batik: "Griya Laksono" };

/** The whole application on a small marketplace: three root categories, two shops, two products. */
export async function makeMarket(): Promise<Market> {
  const context = await makeContext();
  await fillMarket(context);
  const app = await createApp(context);
  await app.ready();
  return {
    context,
    app,
    visitor: () => makeVisitor(app),
    async close() {
      await app.close();
      await context.close();
    },
  };
}

/** Three root categories (one of them custom), two shops, two products, and what the search needs of them. */
export async function fillMarket(context: Context): Promise<void> {
  const now = context.clock.now();
  const emails = await Promise.all(
    ["Iwan Syahputra", "Wahyu Laksono"].map(async (name) => {
      const id = await makeUser(context, { name, type: "penjual" });
      return (await context.db.row<{ email: string }>(sql`select email from users where id = ${id}`))?.email ?? "";
    }),
  );
  const product = (slug: string, shop: string, it: { name: string; category: string }) => ({
    slugBase: slug,
    shop,
    category: it.category,
    name: it.name,
    weight_g: 500,
    condition: "new" as const,
    description: "Dibuat sendiri oleh penjualnya, dikirim paling lambat lusa.",
    attributes: {},
    axes: [],
    variants: [{ options: [], price: 85_000, stock: 9 }],
    is_regional: true,
    pictures: [],
  });
  const shop = (slug: string, name: string, ownerEmail: string, city: string, regencyCode: string) => ({
    slug,
    name,
    city,
    regencyCode,
    tagline: "Langsung dari pembuatnya",
    description: "Toko keluarga yang menjual hasil tangan sendiri.",
    ownerEmail,
    couriers: ["jne-reg"],
    openedYearsAgo: 3,
    pkp: false,
  });
  await context.db.transaction(async (tx) => {
    await insertCategories(tx, [
      { slug: "minuman", name: "Minuman", icon: "leaf", children: [{ slug: "kopi", name: "Kopi" }] },
      {
        slug: "batik-kain",
        name: "Batik & Kain",
        icon: "shirt",
        children: [{ slug: "batik-tulis", name: "Batik Tulis" }],
      },
      {
        slug: "asli-daerah",
        name: "Asli Daerah",
        icon: "bag",
        isCustom: "1",
        url: "/product?regional=1",
        children: [],
      },
    ]);
    await insertShops(
      tx,
      [
        shop("kopi-takengon", shopNames.coffee, emails[0] ?? "", "Kabupaten Aceh Tengah", "11.04"),
        shop("griya-laksono", shopNames.batik, emails[1] ?? "", "Kota Bandung", "32.73"),
      ],
      now,
    );
    await insertProducts(
      tx,
      [product("kopi-gayo", "kopi-takengon", coffee), product("kain-batik", "griya-laksono", batik)],
      now,
    );
    await buildSearch(tx, ["kopi gayo"]);
  });
}

/** A browser without a session, for any application. */
export function makeVisitor(app: FastifyInstance): Visitor {
  const jar = new Map<string, string>();
  async function send(method: "GET" | "POST" | "PUT" | "DELETE", url: string, body: unknown, headers: Headers) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await app.inject({
      method,
      url,
      headers: {
        "sec-fetch-site": "same-origin",
        ...(cookie ? { cookie } : {}),
        ...(typeof body === "object" ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    for (const { name, value } of response.cookies) {
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    const text = response.body;
    return {
      status: response.statusCode,
      headers: response.headers,
      text,
      body: text.startsWith("{") ? (JSON.parse(text) as unknown) : undefined,
    };
  }
  return {
    call: (method, url, body, headers = {}) => send(method, url, body, headers),
    open: (url, headers = {}) =>
      send("GET", url, undefined, { accept: "text/html,application/xhtml+xml", "sec-fetch-site": "none", ...headers }),
    cookies: () => [...jar.keys()],
  };
}

/** A browser in which a new user of this type registered and logged in. */
export async function makePerson(
  market: Market,
  type: "pembeli" | "penjual" = "pembeli",
): Promise<Visitor & { id: string; email: string; password: string }> {
  const visitor = market.visitor();
  people += 1;
  const email = `orang-${process.pid}-${people}@kawung.test`;
  const password = "kebun-teh-di-lereng-7";
  const registered = await visitor.call("POST", "/v1/auth/register", {
    name: "Rina Wulandari",
    email,
    password,
    password_confirmation: password,
    type,
  });
  const login = await visitor.call("POST", "/v1/auth/login", { email, password });
  if (registered.status !== 200 || login.status !== 200) throw new Error(registered.text + login.text);
  return { ...visitor, id: login.body.user.id as string, email, password };
}
let people = 0;
