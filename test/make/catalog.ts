import sharp from "sharp";
import type { FastifyInstance } from "fastify";

import { insertCategories } from "../../src/catalog/categories/insert-categories.ts";
import { insertProducts, type NewProduct } from "../../src/catalog/selling/insert-products.ts";
import { catalogRoutes } from "../../src/catalog/routes.ts";
import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import { createHttp } from "../../src/lib/http/create-http.ts";
import { mediaRoutes } from "../../src/media/routes.ts";
import { buildSearch } from "../../src/search/rebuild-keywords.ts";
import { searchRoutes } from "../../src/search/routes.ts";
import { insertShops } from "../../src/shops/insert-shops.ts";
import { shopRoutes } from "../../src/shops/routes.ts";
import { makeSession } from "./checkout.ts";
import { makeUser } from "./rows.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- a test reads only the fields of its call
export type CatalogAnswer = { status: number; body: any; headers: Record<string, unknown>; bytes: Buffer };
export type CatalogClient = (
  method: "GET" | "POST" | "PUT" | "DELETE",
  url: string,
  body?: unknown,
) => Promise<CatalogAnswer>;

/** The API of media, search, shops and catalog, without pages. */
export async function makeCatalogApi(
  context: Context,
  more: readonly ((app: FastifyInstance, context: Context) => void)[] = [],
): Promise<{ app: FastifyInstance; as(userId: string | null): Promise<CatalogClient>; close(): Promise<void> }> {
  const app = await createHttp(context);
  for (const register of [mediaRoutes, searchRoutes, shopRoutes, catalogRoutes, ...more])
    await app.register(async (scope) => register(scope, context));
  await app.ready();
  return {
    app,
    async as(userId) {
      let token = userId ? await makeSession(context, userId) : undefined;
      return async (method, url, body) => {
        const form = body instanceof FormData ? new Response(body) : undefined;
        const type = form?.headers.get("content-type") ?? "application/json";
        const response = await app.inject({
          method,
          url,
          headers: {
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(body === undefined ? {} : { "content-type": type }),
          },
          ...(body === undefined
            ? {}
            : { payload: form ? Buffer.from(await form.arrayBuffer()) : JSON.stringify(body) }),
        });
        token = response.cookies.find(({ name }) => name === "sid")?.value ?? token;
        const isJson = String(response.headers["content-type"]).startsWith("application/json");
        return {
          status: response.statusCode,
          body: isJson ? response.json() : null,
          headers: response.headers,
          bytes: response.rawPayload,
        };
      };
    },
    close: () => app.close(),
  };
}

/** A product for {@link makeMarket} with usual values where none are given. */
export function newProduct(
  slug: string,
  name: string,
  fields: Partial<NewProduct> & { price?: number } = {},
): NewProduct {
  const { price = 50_000, ...rest } = fields;
  return {
    slugBase: slug,
    shop: "batik-uji",
    category: "kopi",
    name,
    weight_g: 500,
    condition: "new",
    description: "Barang untuk menguji pasar ini dengan sungguh-sungguh.",
    attributes: {},
    axes: [],
    variants: [{ options: [], price, stock: 10 }],
    pictures: [],
    ...rest,
  };
}

/** Two shops (Bandung, Surabaya), three root categories, and the given products, all indexed for search. */
export async function makeMarket(
  context: Context,
  products: readonly NewProduct[],
): Promise<{ sellerId: string; otherSellerId: string }> {
  const sellerId = await makeUser(context, { type: "penjual", name: "Wahyu Laksono" });
  const otherSellerId = await makeUser(context, { type: "penjual", name: "Dewi Anggraini" });
  const emails = await context.db.rows<{ id: string; email: string }>(
    sql`select id, email from users where id = any(${[sellerId, otherSellerId]}::uuid[])`,
  );
  const emailOf = (id: string) => emails.find((one) => one.id === id)?.email ?? "";
  const now = new Date("2026-11-21T02:00:00Z");
  const shop = { tagline: "Selalu segar", description: "", couriers: ["jne-reg"], openedYearsAgo: 3, pkp: false };
  await context.db.transaction(async (tx) => {
    await insertCategories(tx, [
      {
        slug: "makanan",
        name: "Makanan & Minuman",
        icon: "bowl",
        children: [
          { slug: "kopi", name: "Kopi" },
          { slug: "camilan", name: "Camilan" },
        ],
      },
      { slug: "pakaian", name: "Pakaian", icon: "shirt", children: [{ slug: "kemeja", name: "Kemeja" }] },
      { slug: "dari-daerah", name: "Belanja dari daerah", icon: "car", isCustom: "1", url: "/merchant", children: [] },
    ]);
    await insertShops(
      tx,
      [
        {
          ...shop,
          slug: "batik-uji",
          name: "Batik Uji Coba",
          city: "Kota Bandung",
          regencyCode: "32.73",
          ownerEmail: emailOf(sellerId),
        },
        {
          ...shop,
          slug: "kopi-wetan",
          name: "Kopi Wetan",
          city: "Kota Surabaya",
          regencyCode: "35.78",
          ownerEmail: emailOf(otherSellerId),
        },
      ],
      now,
    );
    await insertProducts(tx, products, now);
    await buildSearch(tx, ["kopi gayo", "kemeja batik"]);
  });
  return { sellerId, otherSellerId };
}

/** Saves the product of this slug as its seller, with what the form of the product holds changed. */
export async function saveOwnProduct(
  { db }: Context,
  api: Awaited<ReturnType<typeof makeCatalogApi>>,
  slug: string,
  change: object,
) {
  const product = await db.row<{ owner: string; id: string }>(
    sql`select s.owner_id as owner, p.id from products p join shops s on s.id = p.shop_id where p.slug = ${slug}`,
  );
  const seller = await api.as(product?.owner ?? "");
  const drawn = await sharp({ create: { width: 320, height: 320, channels: 3, background: "#b5651d" } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set("alt", "Keripik");
  form.set("picture", new File([new Uint8Array(drawn)], "a.png", { type: "image/png" }));
  const { body: picture } = await seller("POST", "/v1/media/pictures", form);
  return seller("PUT", `/v1/seller/products/${product?.id}`, {
    name: "Keripik Singkong",
    description: "Keripik singkong yang renyah dan gurih.",
    weight_g: 200,
    condition: "new",
    category: "camilan",
    variants: [{ options: [], price: 10_000, stock: 3 }],
    picture_ids: [picture.data.id],
    ...change,
  });
}
