import type { FastifyInstance } from "fastify";

import { createApp } from "../../src/app.ts";
import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import type { Logger } from "../../src/lib/log.ts";
import { addDuration, day, hour, jakartaDay } from "../../src/lib/time.ts";
import { typedMoment } from "../../src/privacy/breaches/rules.ts";
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
import { madeLayout, makeStatementLine } from "../make/statements.ts";
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

// The API as /v1/openapi.json describes it.

// oxlint-disable-next-line typescript/no-explicit-any -- a schema of any shape
export type Schema = any;
export type Operation = {
  key: string;
  method: Method;
  /** With `{name}` for parameters. */
  path: string;
  query: readonly string[];
  body: Schema;
};

/** Every call of `/v1/openapi.json`. */
export async function operationsOf(world: World): Promise<Operation[]> {
  const { body } = await world.nobody.call("GET", "/v1/openapi.json");
  const operations: Operation[] = [];
  for (const [path, methods] of Object.entries<Record<string, Schema>>(body.paths)) {
    for (const [method, told] of Object.entries(methods)) {
      operations.push({
        key: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase() as Method,
        path,
        query: (told.parameters ?? [])
          .filter((one: Schema) => one.in === "query")
          .map((one: Schema) => one.name as string),
        body: told.requestBody?.content?.["application/json"]?.schema,
      });
    }
  }
  if (operations.length < 60) throw new Error("the API tells of too few calls");
  return operations;
}

/** The address of a call, about what the first buyer and the first seller own. */
export function addressOf(world: World, operation: Operation): string {
  const isProduct = operation.path.startsWith("/v1/products") || operation.path.startsWith("/v1/merchants");
  const values: Record<string, string> = {
    id: operation.path.includes("/addresses/")
      ? world.addressId
      : operation.path.includes("/sessions/")
        ? world.sessionId
        : operation.path.includes("/variants/")
          ? (world.product.variantIds[0] ?? "")
          : world.product.productId,
    orderId: world.paid.orderId,
    userId: world.operator.id,
    // No measure, and no shop or product of the world, so that these calls change nothing.
    measureId: world.product.productId,
    shopId: world.product.productId,
    productId: world.shopId,
    complaintId: world.complaint.complaintId,
    decisionId: world.product.productId,
    correctionId: world.product.productId,
    // Nothing was sent in the world, so calls about parcels answer that the parcel is missing.
    parcelId: world.product.productId,
    scanId: world.product.productId,
    // No file and no incident.
    exportId: world.product.productId,
    incidentId: world.product.productId,
    // The world has no evidence, so this call answers that it is missing.
    evidenceId: world.product.productId,
    accountId: world.bankAccountId,
    payoutId: world.payoutId,
    layoutId: world.product.productId,
    lineId: isForOperators(operation)
      ? world.statementLineId
      : operation.path.startsWith("/v1/reviews/")
        ? world.boughtLineId
        : world.cartLineId,
    // Nobody has reviewed or asked anything in the world.
    questionId: world.product.productId,
    reviewId: world.product.productId,
    pictureId: world.product.productId,
    kind: "review",
    itemId: world.product.productId,
    hidingId: world.product.productId,
    account: "bca:1234567890",
    day: "2026-11-20",
    paymentId: world.placed.paymentId,
    provider: "simulator",
    platform: "biteship",
    purpose: "marketing",
    voucherId: isForOperators(operation) ? world.platformVoucherId : world.voucherId,
    // Withdrawing the rule would take it from the next test.
    ruleId: world.product.productId,
    holidayId: world.product.productId,
    // A missing category, so that the world keeps its own.
    categoryId: world.product.productId,
    tariffListId: world.product.productId,
    exemptionId: world.product.productId,
    // Nobody reported a product in the world.
    reportId: world.product.productId,
    // No breach is recorded in the world.
    breachId: world.product.productId,
    // Nothing looks like fraud in the world.
    signalId: world.product.productId,
    // Nobody requested anything about personal data in the world.
    requestId: world.product.productId,
    // Nothing is held in the world.
    holdId: world.product.productId,
    // Nobody asked to be verified in the world.
    verificationId: world.product.productId,
    documentKind: "ktp",
    // No refund of the world waits for an account, so this call answers that the refund is missing.
    refundId: world.product.productId,
    place: "about",
    reference: "TIDAK-ADA-123",
    paper: "invoice",
    key: "site.promise",
    month: "2026-01",
    slug: operation.path.startsWith("/v1/merchants")
      ? world.shopSlug
      : operation.path.startsWith("/v1/operator/pages")
        ? "terms"
        : world.product.slug,
  };
  if (isProduct && !values.slug) throw new Error("no slug");
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a parameter nobody knows: ${operation.key}`);
    return value;
  });
}

/** The parameters without which a call refuses its address, but for one of them, as the beginning of a query. */
export function neededQuery(world: World, operation: Operation, without = ""): string {
  const needed: Record<string, Record<string, string>> = {
    "/v1/shipping/quotes": { shop_id: world.shopId, regency: "32.73" },
    "/v1/shipping/lowest": { to: "32.73" },
  };
  const given = Object.entries(needed[operation.path] ?? {}).filter(([name]) => name !== without);
  return given.map(([name, value]) => `${name}=${value}&`).join("");
}

/** A body that the call takes, from its owner. Throws for a call that is new here. */
export function bodyOf(world: World, operation: Operation): Record<string, unknown> | undefined {
  if (operation.body === undefined) return undefined;
  const breach = {
    title: "Cadangan lama terbuka",
    what: "Sebuah cadangan lama bisa diunduh tanpa masuk.",
    cause: "",
    measures: "Berkas ditutup dan kuncinya diganti.",
    advice: "",
    data_kinds: ["name", "email"],
    began_at: "2026-01-02T08:00",
    ended_at: "2026-01-02T09:00",
    noticed_at: "2026-01-02T10:00",
    other_people: 0,
  };
  const address = {
    label: "Kantor",
    recipient: "Sari Dewi",
    phone: "081234567890",
    province_code: "32",
    regency_code: "32.73",
    district_code: "32.73.01",
    village_code: "32.73.01.1001",
    postcode: "40111",
    street: "Jalan Asia Afrika 1",
    note: "Pagar biru",
    lat: -6.9,
    lng: 107.6,
    is_main: false,
  };
  const product = {
    name: "Pala Banda Bulat",
    description: "Pala pilihan dari kebun sendiri di Banda.",
    category: "pala-uji",
    condition: "new",
    weight_g: 200,
    min_order: 1,
    preorder_days: null,
    is_regional: true,
    attributes: [{ name: "Asal", value: "Banda" }],
    axes: [{ name: "Ukuran", values: ["Kecil"] }],
    variants: [{ options: ["Kecil"], price: 20_000, stock: 3, sku: "P-1" }],
    picture_ids: [world.pictureId],
  };
  const voucher = {
    voucher_code: "PALA2026",
    kind: "fixed",
    percent: null,
    max_amount: 5_000,
    min_goods: 0,
    category: "rempah-uji",
    quota: 10,
    per_buyer: 1,
    starts_on: jakartaDay(world.context.clock.now()),
    ends_on: jakartaDay(addDuration(world.context.clock.now(), 7 * day)),
    is_listed: true,
  };
  const feeRule = {
    kind: "commission",
    category: "rempah-uji",
    per_mille: 10,
    cap: 40_000,
    flat: 0,
    valid_from: jakartaDay(addDuration(world.context.clock.now(), 60 * day)),
  };
  const tariffs = {
    csv: "kurir,asal,tujuan,per_kg,kg_berikutnya,min_kg,pembagi,hari_min,hari_max\njne-reg,*,sekota,12500,,,,1,2",
    from: jakartaDay(world.context.clock.now()),
  };
  const informationText = { title: "Cara kirim", summary: "", body: "Barang dikirim penjual.", footer: null };
  const holiday = {
    day: jakartaDay(addDuration(world.context.clock.now(), 60 * day)),
    name: "Cuti bersama",
    province: null,
    is_provisional: true,
    source: "",
  };
  const forbiddenRule = {
    label: "Kembang api",
    effect: "hold",
    words: ["kembang api", "petasan*"],
    exceptions: ["gambar kembang api"],
    sentence: "Kembang api kami periksa lebih dulu.",
    is_active: true,
  };
  const checkout = { address_id: world.addressId, shipping: { [world.shopId]: "jne-reg" }, payment_method: "va_bca" };
  const registration = { name: "Orang Baru", email: "baru@kawung.test", phone: "081234567890", type: "pembeli" };
  const password = "kebun-teh-di-lereng-7";
  const bodies: Record<string, Record<string, unknown>> = {
    "POST /v1/orders/{orderId}/complaints": {
      lines: [{ line_id: world.product.productId, quantity: 1, problem: "damaged" }],
      wanted: { kind: "refund", lines: [{ line_id: world.product.productId, amount: 5000 }], shipping: 0 },
      text: "Satu mangkuk retak sampai ke dasar.",
    },
    "POST /v1/listing-reports": {
      shop: world.shopSlug,
      kind: "fraud",
      text: "Penjual ini meminta transfer di luar pasar.",
    },
    "POST /v1/operator/listing-reports/{reportId}/dismiss": { answer: "Kami tidak menemukan pelanggaran." },
    "POST /v1/operator/forbidden-rules": forbiddenRule,
    "POST /v1/operator/forbidden-rules/preview": forbiddenRule,
    "PUT /v1/operator/forbidden-rules/{ruleId}": forbiddenRule,
    "PUT /v1/seller/verification": {
      kind: "person",
      name: "Wahyu Laksono",
      address: "Jalan Braga 10, Bandung",
      nik: "3273010101900001",
      npwp: "",
      nib: "",
    },
    "POST /v1/operator/verifications/{verificationId}/open": { reason: "Memeriksa pengajuan" },
    "POST /v1/operator/verifications/{verificationId}/decide": { decision: "accept", version: 1 },
    "POST /v1/operator/verifications/{verificationId}/end": { reason: "Dokumennya ternyata milik orang lain." },
    "POST /v1/complaints/{complaintId}/messages": { text: "Mohon maaf, Bu." },
    "POST /v1/complaints/{complaintId}/offers": { solution: { kind: "none" } },
    "POST /v1/complaints/{complaintId}/accept": { offer_id: world.product.productId },
    "POST /v1/complaints/{complaintId}/mediator": { text: "Tolong diputuskan." },
    "POST /v1/complaints/{complaintId}/withdraw": { text: "Ternyata utuh." },
    "POST /v1/complaints/{complaintId}/appeal": { text: "Putusan tidak melihat foto kedua." },
    "POST /v1/complaints/{complaintId}/return": { courier: "jne-reg", resi: "TLJR000000000001" },
    "POST /v1/complaints/{complaintId}/tracking-number": { replaces: "TLJR000000000001", resi: "TLJR000000000003" },
    "POST /v1/complaints/{complaintId}/inspection": { result: "arrived" },
    "POST /v1/complaints/{complaintId}/replacement": { courier: "jne-reg", resi: "TLJR000000000001" },
    "POST /v1/operator/complaints/{complaintId}/claim": { state: "asked", note: "Klaim nomor 123" },
    "POST /v1/operator/cod/decisions": {
      order_id: world.product.productId,
      kind: "written_off",
      amount: 1000,
      reason: "Kurir tutup usaha",
    },
    "POST /v1/operator/cod/decisions/{decisionId}/approve": { accept: true },
    "POST /v1/operator/orders/{orderId}/corrections": {
      kind: "buyer_goodwill",
      amount: 1000,
      reason: "Kesalahan pasar yang harus ditebus",
    },
    "POST /v1/operator/corrections/{correctionId}/decision": { accept: true, reason: "Sudah dicocokkan" },
    "POST /v1/operator/complaints/{complaintId}/messages": { text: "Mohon foto kardusnya." },
    "POST /v1/operator/complaints/{complaintId}/decision": {
      solution: { kind: "none" },
      rule: "no_evidence",
      reason: "Tidak ada foto atau video yang menunjukkan kerusakan.",
      checked: true,
    },
    "PUT /v1/users": { name: "Lain Nama", phone: "081234567890", birth_date: "1990-01-01", current_password: "x" },
    "POST /v1/auth/register": { ...registration, password, password_confirmation: password },
    "POST /v1/auth/login": { email: "tidak-ada@kawung.test", password },
    "POST /v1/auth/forgot-password": { email: "tidak-ada@kawung.test" },
    "POST /v1/auth/reset-password": { token: "A".repeat(43), password, password_confirmation: password },
    "POST /v1/auth/email-link": { token: "A".repeat(43), kind: "password" },
    "POST /v1/auth/verify-email": { token: "A".repeat(43) },
    "PUT /v1/users/email": { email: "baru@kawung.test", current_password: "salah-sekali" },
    "POST /v1/users/email/confirm": { token: "A".repeat(43) },
    "POST /login/oauth/{provider}": { token: "x" },
    "POST /v1/login/oauth/{provider}": { token: "x" },
    "POST /v1/auth/second-factor": { code: "123456" },
    "POST /v1/users/confirm": { current_password: "salah-sekali" },
    "POST /v1/users/second-factor/confirm": { code: "123456" },
    "POST /v1/auth/passkey": {
      id: "a".repeat(22),
      client_data: "e30",
      authenticator_data: "AA",
      signature: "AA",
      user_handle: "AA",
    },
    "POST /v1/users/passkeys": {
      name: "Ponsel",
      id: "a".repeat(22),
      client_data: "e30",
      attestation: "AA",
      transports: ["internal"],
    },
    "PUT /v1/users/passkeys/{id}": { name: "Ponsel lama" },
    "PUT /v1/users/pin": { pin: "482913", pin_confirmation: "482913" },
    "POST /v1/users/bank-accounts": { bank_code: "bca", number: "1234567890", holder_name: "Sari Dewi" },
    "PUT /v1/users/password": { current_password: "salah-sekali", password, password_confirmation: password },
    "PUT /v1/users/notifications/update": { id: world.notificationId, status: "read" },
    "POST /v1/users/phone/verify": { code: "123456" },
    "PUT /v1/users/consents/{purpose}": { given: true },
    "POST /v1/users/archive": { current_password: "salah-sekali" },
    "POST /v1/users/deletion": { understood: true, current_password: "salah-sekali" },
    "POST /v1/users/data-requests": {
      kind: "correction",
      text: "Nama saya salah tulis.",
      current_password: "salah-sekali",
    },
    "POST /v1/operator/breaches": breach,
    "PUT /v1/operator/breaches/{breachId}": breach,
    "POST /v1/operator/breaches/{breachId}/people": { selection: "list", list: "tidak-ada@kawung.test" },
    "POST /v1/operator/breaches/{breachId}/report": { reference: "PDP-2026-001" },
    "POST /v1/operator/signals/{signalId}/dismiss": { reason: "Satu keluarga dengan satu ponsel." },
    "POST /v1/operator/data-requests": {
      kind: "access",
      text: "Mohon salinan semua data saya.",
      received_at: typedMoment(addDuration(world.context.clock.now(), -hour)),
      sender_name: "Joko Penasaran",
    },
    "POST /v1/operator/data-requests/{requestId}/answer": {
      granted: false,
      answer: "Kami tidak menyimpan data atas nama itu.",
      acts: false,
    },
    "PUT /v1/users/notifications/preferences": { kinds: [{ kind: "order", email: false, push: true }] },
    "POST /v1/users/push-subscriptions": {
      endpoint: "https://fcm.googleapis.com/fcm/send/abc",
      // Any point of the curve.
      keys: {
        p256dh: "BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM",
        auth: "a".repeat(22),
      },
    },
    "POST /v1/users/push-subscriptions/remove": { endpoint: "https://fcm.googleapis.com/fcm/send/abc" },
    "POST /v1/users/realtime/auth": { socket_id: "1.2", channel_name: "private-user-x" },
    "POST /v1/notifications/unsubscribe": { link: "AAAA" },
    "POST /v1/addresses": address,
    "PUT /v1/addresses/{id}": address,
    "POST /v1/seller/shop": {
      name: "Toko Kedua",
      regency_code: "32.73",
      couriers: ["jne-reg"],
      tagline: "Segar",
      description: "Kebun",
    },
    "PUT /v1/seller/shop": {
      name: "Toko Kedua",
      regency_code: "32.73",
      couriers: ["jne-reg"],
      tagline: "Segar",
      description: "Kebun",
      on_vacation: false,
    },
    "POST /v1/seller/products": product,
    "PUT /v1/seller/products/{id}": product,
    "POST /v1/shipping/notifications/{platform}": { event: "order.status", order_id: "A" },
    "POST /v1/payouts/notifications/{provider}": { event: "payout.succeeded", data: { reference_id: "KWP-1" } },
    "POST /v1/seller/withdrawals": { amount: 10_000, bank_account_id: world.bankAccountId, pin: "482913" },
    "PUT /v1/seller/withdrawals/schedule": { weekday: 1 },
    "POST /v1/operator/payouts/{payoutId}/reject": { reason: "Nama rekening berbeda" },
    "POST /v1/operator/payouts/{payoutId}/result": { outcome: "paid", bank_reference: "FT1" },
    "POST /v1/operator/payouts/{payoutId}/confirm": { accept: true, outcome: "paid", bank_reference: "FT1" },
    "POST /v1/operator/payout-results": { content: "referensi,hasil,referensi_bank\nx,berhasil,FT1" },
    "PUT /v1/operator/payout-hold": { note: null },
    "POST /v1/operator/payout-layouts": {
      name: "Bank kami",
      separator: ";",
      first_row: "",
      columns: "Rekening: {nomor_rekening}",
    },
    "PUT /v1/operator/statement-layouts/{account}": madeLayout,
    "POST /v1/operator/statement-lines/{lineId}/assign": { attempt_id: world.product.productId, reason: "Bukti cocok" },
    "POST /v1/operator/statement-lines/{lineId}/approve": { attempt_id: world.product.productId },
    "POST /v1/operator/statement-lines/{lineId}/reject": { reason: "Salah tagihan" },
    "POST /v1/operator/statement-lines/{lineId}/foreign": { reason: "Setoran modal" },
    "POST /v1/operator/statement-lines/{lineId}/bank-charge": { reason: "Biaya admin" },
    "POST /v1/operator/statement-lines/{lineId}/reopen": { reason: "Ternyata pembeli" },
    "PUT /v1/seller/variants/{id}": { price: 60_000, stock_delta: 1 },
    "POST /v1/payments/notifications/{provider}": {
      reference: "A",
      status: "paid",
      amount: "1",
      signature: "0".repeat(128),
    },
    "POST /v1/simulator/payments/{reference}": { action: "pay" },
    "PUT /v1/payments/{paymentId}/method": { payment_method: "qris" },
    "POST /v1/seller/orders/{orderId}/refunds": { lines: [], shipping: 1000, reason: "Paket penyok" },
    "PUT /v1/refunds/{refundId}/account": { bank_account_id: world.bankAccountId },
    "POST /v1/cart/lines": { variant_id: world.product.variantIds[0], quantity: 1, note: "Merah" },
    "PUT /v1/cart/lines/{lineId}": { quantity: 2, selected: true, note: "Biru" },
    "PUT /v1/cart/selection": { line_ids: [world.cartLineId], shop_id: world.shopId, selected: true, only: false },
    "POST /v1/checkout/preview": { buy: { variant_id: world.product.variantIds[0], quantity: 1 } },
    "POST /v1/checkout/quote": checkout,
    "POST /v1/checkout": { ...checkout, quote_id: "0".repeat(64) },
    "POST /v1/orders/{orderId}/cancel": { reason: "Salah pilih" },
    "POST /v1/orders/{orderId}/request-cancel": { reason: "Salah pilih warna" },
    "POST /v1/seller/orders/accept": { ids: [world.paid.orderId] },
    "POST /v1/seller/orders/{orderId}/reject": { reason: "Barang rusak di gudang" },
    "POST /v1/seller/orders/{orderId}/ship": { resi: "TLJR000000000001" },
    "POST /v1/seller/orders/{orderId}/parcels": { resi: "TLJR000000000002" },
    "POST /v1/seller/orders/{orderId}/parcels/{parcelId}/tracking-number": {
      replaces: "TLJR000000000001",
      resi: "TLJR000000000003",
    },
    "POST /v1/seller/orders/{orderId}/hand-over": { code: "123456" },
    "POST /v1/seller/orders/{orderId}/refuse-parcel": { reason: "Pembeli tidak mau membayar" },
    "POST /v1/seller/orders/{orderId}/refuse-cancel": { reason: "Sudah dikemas rapi" },
    "POST /v1/reports": { kind: "review", id: world.product.productId, reason: "insult", text: "" },
    "POST /v1/operator/reviews/{kind}/{itemId}/hide": { reason: "Memuat data pribadi orang lain" },
    "POST /v1/operator/reviews/{kind}/{itemId}/uphold": { reason: "Memuat data pribadi orang lain" },
    "POST /v1/hidings/{hidingId}/objection": { text: "Itu nomor toko saya sendiri." },
    "POST /v1/questions": { product: world.product.slug, text: "Masih ada?" },
    "POST /v1/questions/{questionId}/answers": { text: "Masih ada." },
    "PUT /v1/reviews/lines/{lineId}": { rating: 5, text: "Rapi", picture_ids: [] },
    "PUT /v1/reviews/{reviewId}/vote": { helpful: true },
    "POST /v1/seller/reviews/{reviewId}/reply": { text: "Terima kasih" },
    "POST /v1/seller/vouchers": voucher,
    "POST /v1/seller/vouchers/preview": voucher,
    "POST /v1/auth/block/appeal": { text: "Akun saya dipakai orang lain, bukan saya." },
    "POST /v1/seller/measures/{measureId}/appeal": { text: "Produk itu asli dan punya izin edar." },
    "POST /v1/operator/people/{userId}/view": { reason: "Menelepon pembeli tentang pesanannya" },
    "POST /v1/operator/people/{userId}/block": { rule: "fraud", text: "Memakai bukti transfer palsu berkali-kali." },
    "POST /v1/operator/exports": { kind: "people", first_day: "2026-01-01", last_day: "2026-12-31" },
    "POST /v1/operator/incidents": {
      component: "payments",
      impact: "slow",
      title: "Pembayaran lambat",
      text: "Kami memeriksanya.",
    },
    "POST /v1/operator/incidents/{incidentId}/updates": {
      impact: "slow",
      text: "Masih kami periksa.",
      ends: false,
      version: 1,
    },
    "POST /v1/operator/jobs/retry": { name: "payments.settled", reason: "Penyedia sudah pulih" },
    "POST /v1/operator/orders/{orderId}/stop": { reason: "Tokonya terbukti menipu pembeli" },
    "POST /v1/operator/shops/{shopId}/suspend": {
      rule: "fraud",
      text: "Mengirim kotak kosong kepada tiga pembeli.",
      holds_payouts: false,
    },
    "POST /v1/operator/products/{productId}/take-down": {
      rule: "unsafe",
      text: "Kabelnya mudah terbakar saat dipakai.",
    },
    "POST /v1/operator/appeals/{measureId}": { ends: false, answer: "Bukti Anda tidak mengubah putusan kami." },
    "POST /v1/operator/measures/{measureId}/end": { reason: "Penjual sudah memperbaiki" },
    "POST /v1/operator/team": { email: "tidak-ada@kawung.test", role: "support", reason: "Membantu pembeli" },
    "PUT /v1/operator/team/{userId}": { role: "finance", reason: "Pindah bagian" },
    "POST /v1/operator/cod/remittances": { courier: "jne", reference: "S-1", order_ids: [world.paid.orderId], fee: 0 },
    "POST /v1/operator/fees": feeRule,
    "POST /v1/operator/tariffs": { ...tariffs, note: "" },
    "POST /v1/operator/tariffs/preview": tariffs,
    "POST /v1/seller/orders/{orderId}/booking": {},
    "POST /v1/operator/categories": { name: "Rempah Kering", parent_id: null, icon: "leaf" },
    "PUT /v1/operator/categories/{categoryId}": { version: 1, name: "Rempah Kering", is_hidden: false },
    "POST /v1/operator/categories/{categoryId}/step": { version: 1, step: "up" },
    "POST /v1/operator/categories/{categoryId}/place": { version: 1, parent_id: null },
    "POST /v1/operator/categories/{categoryId}/merge": { version: 1, into: world.product.productId },
    "POST /v1/operator/categories/{categoryId}/merge/preview": { into: world.product.productId },
    "PUT /v1/operator/categories/{categoryId}/attributes": { version: 1, attributes: [] },
    "POST /v1/operator/categories/{categoryId}/remove": { version: 1 },
    "POST /v1/operator/holidays": holiday,
    "PUT /v1/operator/holidays/{holidayId}": holiday,
    "POST /v1/operator/holidays/import": { csv: "hari,nama\n2027-03-15,Cuti bersama" },
    "POST /v1/operator/holidays/import/preview": { csv: "hari,nama\n2027-03-15,Cuti bersama" },
    "POST /v1/operator/fees/preview": feeRule,
    "POST /v1/operator/category-taxes": {
      category_id: world.product.productId,
      kind: "vat",
      value: "luxury",
      valid_from: jakartaDay(addDuration(world.context.clock.now(), day)),
    },
    "POST /v1/operator/withholding": {
      is_on: true,
      valid_from: jakartaDay(addDuration(world.context.clock.now(), day)),
    },
    "PUT /v1/seller/tax/identity": {
      kind: "person",
      number_kind: "npwp",
      number: "0012345678901234",
      name: "Wahyu Laksono",
      address: "Jalan Merdeka 10, Bandung",
    },
    "POST /v1/seller/tax/statements": {
      year: Number(jakartaDay(world.context.clock.now()).slice(0, 4)),
      text: "Benar.",
    },
    "POST /v1/seller/tax/certificates": {
      number: "KET-1/2026",
      text: "Benar.",
      valid_from: jakartaDay(world.context.clock.now()),
      valid_until: jakartaDay(addDuration(world.context.clock.now(), 30 * day)),
    },
    "POST /v1/operator/tax/certificates/{exemptionId}/decide": { accept: false, reason: "Tidak terdaftar" },
    "POST /v1/operator/tax/months/{month}/pay": { amount: 1000, reference: "NTPN0001", paid_on: "2026-10-05" },
    "PUT /v1/seller/shop/pkp": { is_pkp: false },
    "POST /v1/operator/pages/{slug}/preview": informationText,
    "PUT /v1/operator/pages/{slug}": { ...informationText, version: 7 },
    "POST /v1/operator/pages/{slug}/restore": { to: 1, version: 1 },
    "POST /v1/operator/pages/{slug}/publish": { version: 1 },
    "POST /v1/operator/pages/{slug}/withdraw": { version: 1 },
    "POST /v1/operator/settings/{key}/preview": { value: "Pasar Uji" },
    "PUT /v1/operator/settings/{key}": { value: "Pasar Uji", version: 0 },
    "POST /v1/operator/settings/{key}/restore": { to: 0, version: 0 },
    "POST /v1/operator/vouchers": { ...voucher, is_alone: false },
    "POST /v1/operator/vouchers/preview": { ...voucher, is_alone: false },
    "POST /v1/simulator/clock": { hours: 1 },
    "POST /v1/ui-kit/echo": {
      name: "Pala Banda",
      courier: "reguler",
      agreed: 1,
      price: 20_000,
      story: "Pala pilihan dari kebun sendiri.",
      pictures: [{ name: "pala.jpg", size: 10, head: "/9j/4AAQ" }],
      place: { lat: -6.906, lng: 107.707, address: "Bandung" },
      password,
      payment: "va",
      quantity: 1,
      rating: 5,
      size: "m",
      colours: ["nila"],
      born: "17/08/1990",
    },
  };
  const body = bodies[operation.key];
  if (!body) throw new Error(`give ${operation.key} a body`);
  return body;
}

/** Calls that need no session. */
export function isOpen(operation: Operation): boolean {
  return (
    /^\/v1\/(auth|login|home|products|merchants|categories|regions|map|help|information|information-texts|ui-kit|shipping|banks|fees|funds|payment-methods|simulator|complaint-statistics|status|payments\/notifications|payouts\/notifications|notifications\/unsubscribe)\b/.test(
      operation.path,
    ) || /^\/(removeToken$|login\/oauth\/)/.test(operation.path)
  );
}

/** Calls about the caller's cart. Without a session that is the browser's, so they are refused to nobody. */
export function isOfCart(operation: Operation): boolean {
  return /^\/v1\/(cart|checkout\/preview)(\/|$)/.test(operation.path);
}

/** Calls that need a shop. */
export function isForSellers(operation: Operation): boolean {
  return /^\/v1\/(seller|papers\/statements)\//.test(operation.path) && operation.key !== "POST /v1/seller/shop";
}

/** Calls that the buyer of an order shares with its seller and with operators. */
export function isOfPapers(operation: Operation): boolean {
  return operation.path.startsWith("/v1/papers/orders/") || operation.path.endsWith("/{orderId}/evidence");
}

/** Calls of the operators' console. */
export function isForOperators(operation: Operation): boolean {
  return operation.path.startsWith("/v1/operator/");
}

/** Who may make this call about the records of the world. */
export function ownerOf(world: World, operation: Operation): Person {
  return isForSellers(operation) ? world.seller : isForOperators(operation) ? world.operator : world.buyer;
}

/** Another user of the same kind. All operators may make the calls of the console. */
export function strangerOf(world: World, operation: Operation): Person {
  return isForSellers(operation) ? world.otherSeller : isForOperators(operation) ? world.operator : world.otherBuyer;
}
