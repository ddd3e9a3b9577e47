import type { FastifyInstance } from "fastify";

import { createApp } from "../../src/app.ts";
import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import type { Logger } from "../../src/lib/log.ts";
import { notify } from "../../src/notifications/notify.ts";
import { fillSkeletons } from "../../src/shops/shop-names.ts";
import { brokenInvariants } from "../../src/orders/invariants.ts";
import { makeCartLine, makeSession } from "../make/checkout.ts";
import { makeComplaint, type MadeComplaint } from "../make/complaints.ts";
import {
  makeCompletedOrder,
  makePaidOrder,
  makePlacedOrder,
  makeShippedOrder,
  type MadeOrder,
} from "../make/orders.ts";
import { makeCancelledPayout } from "../make/payouts.ts";
import { makeAddress, makeBankAccount, makeProduct, makeShop, makeUser } from "../make/rows.ts";
import { makeContext } from "../make/context.ts";
import { makeStatementLine } from "../make/statements.ts";
import { makeVoucher } from "../make/vouchers.ts";
import { makeTemplateText } from "../make/template-text.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- tests check what the responses contain
export type Answer = { status: number; headers: Record<string, unknown>; body: any; text: string };
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS";
export type Headers = Record<string, string>;

/** A client with or without a session that makes calls as a browser does from the site's own pages. */
export type Person = {
  id: string;
  cookie: string;
  call(method: Method, url: string, body?: unknown, headers?: Headers): Promise<Answer>;
  /** Requests a page as a browser does. */
  open(url: string): Promise<Answer>;
};

export type World = {
  context: Context;
  app: FastifyInstance;
  nobody: Person;
  buyer: Person;
  otherBuyer: Person;
  seller: Person;
  otherSeller: Person;
  operator: Person;
  shopId: string;
  otherShopId: string;
  shopSlug: string;
  product: { productId: string; slug: string; variantIds: string[] };
  pictureId: string;
  /** Vouchers of the first seller's shop and of the platform. */
  voucherId: string;
  platformVoucherId: string;
  addressId: string;
  cartLineId: string;
  notificationId: string;
  sessionId: string;
  bankAccountId: string;
  /** A cancelled withdrawal of the first seller's shop. */
  payoutId: string;
  /** A movement of the marketplace's bank account. */
  statementLineId: string;
  placed: MadeOrder;
  paid: MadeOrder;
  shipped: MadeOrder;
  /** A complaint of the first buyer about a delivered order of the first seller's shop. */
  complaint: MadeComplaint;
  /** A line of a completed order of the first buyer. */
  boughtLineId: string;
  /** Names and numbers that only their owners may see. */
  secrets: string[];
  /**
   * Digest of the whole database, except the counts of refused notifications and attempts, and the times when a session
   * was last seen and expires.
   */
  stored(): Promise<string>;
  close(): Promise<void>;
};

export const origin = "https://kawung.test";

type Settings = {
  env?: Record<string, string>;
  names?: { product?: string; shop?: string; buyer?: string };
  /** Registers routes of the test before the application is ready. */
  more?: (app: FastifyInstance) => void;
  log?: Logger;
};

/**
 * The whole application behind https, with two buyers, two sellers and an operator. The first buyer has an address, a
 * cart line, a notification, an unpaid, a paid and a shipped order and a complaint at the first seller's shop, and a
 * completed order at another shop.
 */
export async function makeWorld({ env = {}, names = {}, more, log }: Settings = {}): Promise<World> {
  const opened = await makeContext({ PUBLIC_URL: origin, LIMIT_FACTOR: "10000", ...env });
  const context = log ? { ...opened, log } : opened;
  const app = await createApp(context);
  more?.(app);
  await app.ready();
  const { db } = context;
  const shop = await makeShop(context, { name: names.shop ?? "Kebun Pala Banda" });
  const otherShop = await makeShop(context, { name: "Kebun Lada Bangka" });
  await fillSkeletons(db);
  const buyerId = await makeUser(context, { name: names.buyer ?? "Rahasia Pratiwi" });
  const otherBuyerId = await makeUser(context, { name: "Joko Penasaran" });
  const operatorId = await makeUser(context, { type: "operator", name: "Ratna Pengelola" });
  await db.run(sql`insert into categories (slug, name) values ('rempah-uji', 'Rempah Uji') on conflict do nothing`);
  await db.run(
    sql`insert into categories (slug, name, parent_id) select 'pala-uji', 'Pala Uji', id from categories where slug = 'rempah-uji'`,
  );
  const product = await makeProduct(context, shop.shopId, { name: names.product ?? "Pala Banda Kupas", stock: 50 });
  const addressId = await makeAddress(context, buyerId);
  await db.run(
    sql`update addresses set recipient = 'Penerima Rahasia', street = 'Gang Tersembunyi 77' where id = ${addressId}`,
  );
  await db.run(sql`update users set phone = '+6281277770001' where id = ${buyerId}`);
  const fields = { shops: [shop], buyerId };
  const placed = await makePlacedOrder(context, fields);
  const paid = await makePaidOrder(context, fields);
  const shipped = await makeShippedOrder(context, fields);
  const complaint = await makeComplaint(context, fields);
  const completed = await makeCompletedOrder(context, { buyerId });
  const cartLineId = await makeCartLine(context, buyerId, product.variantIds[0] ?? "");
  const now = context.clock.now();
  await notify(db, {
    userId: buyerId,
    type: "order",
    userType: "buyer",
    transactionId: paid.orderId,
    title: makeTemplateText("Kabar Rahasia"),
    description: makeTemplateText("Hanya untuk pemiliknya."),
    dedupeKey: "uji",
    now,
  });
  const bankAccount = await makeBankAccount(context, buyerId);
  const sellerAccount = await makeBankAccount(context, shop.ownerId, undefined, "Nama Penjual");
  const payoutId = await makeCancelledPayout(context, { ...shop, accountId: sellerAccount });
  const picture = await db.row<{ id: string }>(sql`
    insert into pictures (owner_id, storage_key, width, height, color, alt, created_at)
    values (${shop.ownerId}, 'ufoto-uji', 10, 10, '#aabbcc', '', ${now}) returning id`);
  const voucher = await makeVoucher(context, { shopId: shop.shopId, isListed: false });
  const platformVoucher = await makeVoucher(context, { isListed: false });
  const person = async (id: string) => makePerson(app, id, await makeSession(context, id));
  const people = {
    nobody: makePerson(app, "", ""),
    buyer: await person(buyerId),
    otherBuyer: await person(otherBuyerId),
    seller: await person(shop.ownerId),
    otherSeller: await person(otherShop.ownerId),
    operator: await person(operatorId),
  };
  const found = await db.row<{
    notification: string;
    session: string;
    slug: string;
    line: string;
    email: string;
  }>(sql`
    select (select id from notifications where user_id = ${buyerId} and title = 'Kabar Rahasia') as notification,
      (select id from sessions where user_id = ${buyerId}) as session,
      (select slug from shops where id = ${shop.shopId}) as slug,
      (select id from order_lines where order_id = ${completed.orderId}) as line,
      (select email from users where id = ${buyerId}) as email`);
  if (!found || !picture) throw new Error("the world is not whole");
  return {
    context,
    app,
    ...people,
    shopId: shop.shopId,
    otherShopId: otherShop.shopId,
    shopSlug: found.slug,
    product,
    pictureId: picture.id,
    voucherId: voucher.id,
    platformVoucherId: platformVoucher.id,
    addressId,
    cartLineId,
    notificationId: found.notification,
    sessionId: found.session,
    bankAccountId: bankAccount,
    payoutId,
    statementLineId: await makeStatementLine(context, operatorId),
    placed,
    paid,
    shipped,
    complaint,
    boughtLineId: found.line,
    secrets: [
      "Rahasia Pratiwi",
      "Penerima Rahasia",
      "Gang Tersembunyi",
      "Kabar Rahasia",
      "81277770001",
      "8127777",
      "Pemilik Rekening",
      found.email,
    ],
    stored: () => digestOf(context),
    async close() {
      try {
        const broken = await brokenInvariants(db);
        if (broken.length > 0) throw new Error(`after the attacks: ${broken.join("; ")}`);
      } finally {
        await app.close();
        await context.close();
      }
    },
  };
}

/** A client of this application with the token of a session, or without one. */
export function makePerson(app: FastifyInstance, id: string, token: string): Person {
  const cookie = token ? `__Host-sid=${token}` : "";
  async function call(method: Method, url: string, body?: unknown, headers: Headers = {}): Promise<Answer> {
    const sendsText = typeof body === "string" || Buffer.isBuffer(body);
    const response = await app.inject({
      method,
      url,
      headers: {
        "sec-fetch-site": "same-origin",
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: sendsText ? body : JSON.stringify(body) }),
    });
    const text = response.body;
    const isJson = String(response.headers["content-type"]).startsWith("application/json");
    return {
      status: response.statusCode,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    };
  }
  return { id, cookie, call, open: (url) => call("GET", url, undefined, { accept: "text/html" }) };
}

const unwatched = ["regions", "payment_notifications", "migrations", "attempts"];

async function digestOf({ db }: Context): Promise<string> {
  const tables = await db.rows<{ name: string }>(sql`
    select table_name::text as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all(${unwatched}::text[]) order by 1`);
  const parts = tables.map(({ name }) => {
    const row = name === "sessions" ? "(to_jsonb(t) - 'last_seen_at' - 'expires_at')::text" : "t::text";
    return `select '${name}' || count(*) || md5(coalesce(string_agg(${row}, '' order by ${row}), '')) as d from public."${name}" t`;
  });
  const { rows } = await db.pool.query<{ d: string }>(parts.join(" union all "));
  const jobs = await db.row<{ n: number }>(sql`select count(*)::int as n from graphile_worker.jobs`);
  return [...rows.map(({ d }) => d).sort(), `jobs ${jobs?.n}`].join("\n");
}
