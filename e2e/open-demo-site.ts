import type { Browser, BrowserContext } from "playwright-core";
import { demoAccounts } from "../db/demo/accounts.ts";
import { hashToken } from "../src/accounts/session/session.ts";
import { createCartToken } from "../src/cart/cart-cookie.ts";
import type { Context } from "../src/lib/context.ts";
import { sql } from "../src/lib/database.ts";
import { decideCorrection, proposeCorrection } from "../src/orders/corrections/decide-correction.ts";
import { saveReport } from "../src/payments/reconciliation/queries.ts";
import { pages, type PageRow } from "../src/pages.ts";
import { openBrowser } from "../test/browser.ts";
import { askQuestion } from "../src/reviews/questions/ask-question.ts";
import { hideItem } from "../src/reviews/reports/moderate-item.ts";
import { reportItem } from "../src/reviews/reports/report-item.ts";
import { demoSettings, makeDemo } from "../test/make/demo.ts";
import { makeUser } from "../test/make/rows.ts";
import { makeStatementLine } from "../test/make/statements.ts";
import { enter } from "./make-people.ts";
import { startHostedServer, type HostedServer } from "./start-server.ts";

/** The kinds of users of the pages. */
export type Who = "visitor" | "buyer" | "seller" | "operator";

/** The demo marketplace, its server process, one browser, and the URLs of every page. */
export type DemoSite = {
  context: Awaited<ReturnType<typeof makeDemo>>;
  server: HostedServer;
  browser: Browser;
  /** The URLs of every page for each kind of user. */
  pages: Record<Who, string[]>;
  /** URLs that contain ids from the database. */
  path: Record<
    | "product"
    | "comparison"
    | "merchant"
    | "category"
    | "buyerOrder"
    | "buyerReview"
    | "sellerOrder"
    | "payment"
    | "bank"
    | "bankLine"
    | "operatorCategory"
    | "operatorOrder"
    | "openComplaint"
    | "buyerCase"
    | "sellerCase"
    | "mediatorCase"
    | "paper"
    | "statement",
    string
  >;
  /** A browser context in which this kind of user is logged in; closed with the site. */
  open(who: Who, width: number): Promise<BrowserContext>;
  close(): Promise<void>;
};

/** A day with differences. */
const madeReport: Parameters<typeof saveReport>[1] = {
  provider: "midtrans",
  day: "2026-11-20",
  checked: 120,
  found: 2,
  unread: 0,
  received: 18_250_000,
  returned: 250_000,
  paidOut: 4_000_000,
  now: new Date(),
  differences: [
    { kind: "amount", entry: "receipt", reference: "KWG-D86C910F50F147C59EA1", ours: 60_842, theirs: 60_843 },
    { kind: "missing_there", entry: "payout", reference: "PO-7F1A2B3C4D5E", ours: 197_500, theirs: null },
  ],
};

/** Opens the demo site, with products of three shops in the buyer's cart. */
export async function openDemoSite(): Promise<DemoSite> {
  const context = await makeDemo();
  const one = async (query: ReturnType<typeof sql>) => (await context.db.row<{ it: string }>(query))?.it ?? "";
  const ids = {
    buyer: await one(sql`select id as it from users where email = ${demoAccounts.buyer}`),
    seller: await one(sql`select id as it from users where email = ${demoAccounts.seller}`),
    operator: await one(sql`select id as it from users where email = ${demoAccounts.operator}`),
  };
  const { buyer, seller } = ids;
  await context.db.run(sql`
    with cart as (
      insert into carts (user_id, created_at, updated_at) values (${buyer}, now(), now())
      on conflict (user_id) do update set updated_at = excluded.updated_at returning id
    )
    insert into cart_lines (cart_id, variant_id, quantity, created_at)
    select cart.id, v.id, 1, now() from cart, (select distinct on (p.shop_id) v.id from variants v join products p on p.id = v.product_id where v.stock > 3 and p.min_order = 1 order by p.shop_id, v.id limit 3) v`);
  const path = {
    openComplaint: `/profile?page=openComplaint&transactionId=${await one(sql`select id as it from orders where buyer_id = ${buyer} and status = 'shipped' limit 1`)}`,
    buyerCase: `/profile?page=complaint&complaintId=${await one(sql`select id as it from complaints where buyer_id = ${buyer} order by closed_at nulls first limit 1`)}`,
    sellerCase: `/manageMerchant?page=complaint&complaintId=${await one(sql`select c.id as it from complaints c join shops s on s.id = c.shop_id where s.owner_id = ${seller} order by c.closed_at nulls first limit 1`)}`,
    mediatorCase: `/operator/complaints?id=${await one(sql`select id as it from complaints where state in ('with_mediator', 'appealed') limit 1`)}`,
    product: `/product/${await one(sql`select slug as it from products where jsonb_array_length(axes) = 2 order by sold_count desc limit 1`)}`,
    comparison: `/compare?${await one(sql`select string_agg('p=' || slug, '&') as it from (select slug from products where status = 'active' order by sold_count desc, id limit 4) p`)}`,
    merchant: `/merchant/${await one(sql`select slug as it from shops order by sold_count desc limit 1`)}`,
    category: `/product?category=${await one(sql`select slug as it from categories where parent_id is null order by position limit 1`)}`,
    buyerOrder: `/profile?page=showTransaction&transactionId=${await one(sql`select id as it from orders where buyer_id = ${buyer} and status = 'shipped' limit 1`)}`,
    buyerReview: `/profile?page=reviews&line=${await one(sql`select l.id as it from order_lines l join orders o on o.id = l.order_id where o.buyer_id = ${buyer} and o.status = 'completed' limit 1`)}`,
    sellerOrder: `/manageMerchant?page=showTransaction&transactionId=${await one(sql`select o.id as it from orders o join shops s on s.id = o.shop_id where s.owner_id = ${seller} and o.status = 'awaiting_confirmation' limit 1`)}`,
    operatorCategory: `/operator/categories?id=${await one(sql`select id as it from categories where slug = 'kopi'`)}`,
    operatorOrder: `/operator/orders?id=${await makeCorrections(context, ids.operator)}`,
    payment: `/payment/${await one(sql`select id as it from payments where buyer_id = ${buyer} and status = 'pending' limit 1`)}`,
    paper: `/paper/${await one(sql`select o.id as it from orders o where o.buyer_id = ${buyer} and o.paid_at is not null order by o.paid_at desc limit 1`)}`,
    statement: `/statement/${await one(sql`select to_char(now() - interval '1 month', 'YYYY-MM') as it`)}`,
    bank: `/simulator/pay/${await one(sql`select a.reference as it from payment_attempts a join payments p on p.id = a.payment_id where p.buyer_id = ${buyer} and a.status = 'pending' limit 1`)}`,
    bankLine: `/operator/transfers?line=${await makeStatementLine(context, ids.operator)}`,
  };
  await context.db.transaction((tx) => saveReport(tx, madeReport));
  await moderate(context, { buyer, operator: ids.operator });
  await publishInformation(context);
  const [server, browser] = await Promise.all([
    startHostedServer(context.databaseUrl, {
      ...demoSettings,
      NODE_ENV: "development",
      MIDTRANS_SERVER_KEY: "SB-Mid-server-uji",
      MANUAL_BANK_ACCOUNTS: "bca:1234567890:PT Kawung Nusantara",
    }),
    openBrowser(),
  ]);
  return {
    context,
    server,
    browser,
    path,
    pages: pagesOf(path),
    async open(who, width) {
      const window = await browser.newContext({
        baseURL: server.origin,
        viewport: { width, height: 844 },
      });
      if (who === "visitor") await giveVisitorCart(window, context, server.origin);
      else await enter(window, context, server.origin, ids[who]);
      return window;
    },
    async close() {
      await browser.close();
      await server.close();
      await context.close();
    },
  };
}

/** A reported review of somebody else with pictures, a hidden question of the buyer, hidden pictures of a review. */
async function moderate(context: Context, { buyer, operator }: { buyer: string; operator: string }): Promise<void> {
  const one = async (query: ReturnType<typeof sql>) => (await context.db.row<{ it: string }>(query))?.it ?? "";
  const now = new Date();
  const written = sql`select id as it from reviews where state = 'shown' and text <> ''`;
  const reviewId = await one(sql`${written} and user_id <> ${buyer} order by reply is null, id limit 1`);
  const pictured = await one(sql`${written} and user_id <> ${buyer} and id <> ${reviewId} order by id limit 1`);
  await context.db.run(sql`
    insert into review_pictures (review_id, position, picture_id)
    select case when at < 2 then ${reviewId}::uuid else ${pictured}::uuid end, at % 2, id
    from (select id, row_number() over (order by id) - 1 as at from pictures order by id limit 4) g on conflict do nothing`);
  await reportItem(
    context,
    {
      kind: "review",
      itemId: reviewId,
      userId: buyer,
      reason: "advertising",
      text: "Menyebut toko lain.",
    },
    now,
  );
  const product = await one(sql`select slug as it from products where status = 'active' order by id limit 1`);
  const itemId = await askQuestion(context, { requesterId: buyer, product, text: "Hubungi saya di 0812." }, now);
  const by = { userId: operator, type: "operator", operatorRole: "owner" };
  await hideItem(context, { kind: "question", itemId }, { by, reason: "Memuat nomor telepon orang lain." }, now);
  await hideItem(
    context,
    { kind: "pictures", itemId: pictured },
    { by, reason: "Memuat alamat rumah orang lain." },
    now,
  );
}

/**
 * Proposes corrections of an order with a complaint: one is booked; the other is a colleague's, and waits for this
 * operator. Returns the order's id.
 */
async function makeCorrections(context: Context, operatorId: string): Promise<string> {
  const order = await context.db.row<{ id: string }>(
    sql`select o.id from orders o join complaints c on c.order_id = o.id order by c.opened_at limit 1`,
  );
  const orderId = order?.id ?? "";
  const now = context.clock.now();
  const operator = { userId: operatorId, operatorRole: "owner" };
  const colleague = { userId: await makeUser(context, { type: "operator" }), operatorRole: "finance" };
  const proposal = { orderId, kind: "buyer_goodwill", reason: "Paket tertahan karena sistem kami salah." } as const;
  const { id } = await proposeCorrection(
    context,
    operator,
    { ...proposal, amount: 15_000, idempotencyKey: "koreksi-1" },
    now,
  );
  const decision = { correctionId: id, accept: true, reason: "Sesuai catatan gangguan." };
  await decideCorrection(context, colleague, decision, now);
  await proposeCorrection(context, colleague, { ...proposal, amount: 5_000, idempotencyKey: "koreksi-2" }, now);
  return orderId;
}

/** Publishes an information page. */
async function publishInformation({ db }: Context): Promise<void> {
  await db.run(sql`
    with page as (insert into information_pages (slug, last_version, created_at) values ('cara-kirim', 1, now()) returning slug)
    insert into information_page_versions (slug, version, title, summary, body, footer_column, saved_at, published_at, effective_at)
    select slug, 1, 'Cara kirim', 'Bagaimana barang dari {merek} sampai kepada Anda.',
      E'Barang dikirim penjual dalam {batas_kirim}.\n\n## Kurir\n\n- **Reguler**, lihat [panduan](/guide)\n- Kurir toko\n\n### Resi\n\n1. Salin nomornya\n2. Buka halaman pesanan',
      null, now(), now(), now() from page`);
}

/** Gives the browser a visitor's cart with two products. */
async function giveVisitorCart(window: BrowserContext, context: Context, url: string): Promise<void> {
  const token = createCartToken();
  await context.db.run(sql`
    with cart as (
      insert into carts (token_hash, created_at, updated_at, expires_at)
      values (${hashToken(token)}, now(), now(), now() + interval '30 days') returning id
    )
    insert into cart_lines (cart_id, variant_id, quantity, note, created_at)
    select cart.id, v.id, 2, 'Bungkus kado', now() from cart, (select distinct on (p.shop_id) v.id from variants v join products p on p.id = v.product_id where v.stock > 3 and p.min_order = 1 order by p.shop_id, v.id limit 2) v`);
  await window.addCookies([
    { name: "cart", value: token, url },
    { name: "cart_count", value: "2", url },
  ]);
}

/** The pages that the footer links to, which are most information pages. */
const inFooter = Object.values(pages as Record<string, PageRow>)
  .filter(({ path, footer }) => footer && !path.includes(":"))
  .map(({ path }) => path);

const pagesOf = (path: DemoSite["path"]): DemoSite["pages"] => ({
  visitor: [
    "/",
    path.category,
    "/product?name=batik&type=product",
    "/product?name=tidakadabarangini",
    `/product?name=${"x".repeat(100)}`,
    path.product,
    path.comparison,
    "/deliver-to?q=bandung",
    "/product?category=kopi&to=32.73&sort=nearest&ship=50000",
    "/merchant?name=batik&type=seller",
    path.merchant,
    "/cart",
    "/checkout",
    "/login",
    "/register",
    "/forgot-password",
    "/reset-password?token=lama",
    "/guide?q=pengembalian",
    "/info/cara-kirim",
    ...inFooter,
    "/shopBadges",
    "/complaintStatistics",
    "/simulator",
    "/simulator/outbox",
    "/ui",
    "/halaman-yang-tidak-ada",
  ],
  buyer: [
    "/cart",
    "/checkout",
    path.payment,
    path.bank,
    path.paper,
    `${path.paper}?paper=receipt`,
    "/profile",
    "/profile?page=transactions",
    path.buyerOrder,
    path.openComplaint,
    "/profile?page=complaints",
    path.buyerCase,
    "/profile?page=notification",
    "/profile?page=notification&view=settings",
    "/profile?page=addresses",
    "/profile?page=addresses&edit=new",
    "/profile?page=refunds",
    "/profile?page=reviews",
    "/profile?page=reviews&view=written",
    path.buyerReview,
    "/profile?page=questions",
    "/profile?page=reports",
    "/profile?page=listingReports",
    "/profile?page=bankAccounts",
    "/profile?page=security",
    "/profile?page=privacy",
    "/profile?page=openShop",
    "/profile?page=openShop&province=32",
    "/manageMerchant",
  ],
  seller: [
    "/manageMerchant",
    "/manageMerchant?page=orders",
    path.sellerOrder,
    "/manageMerchant?page=complaints",
    path.sellerCase,
    "/manageMerchant?page=products",
    "/manageMerchant?page=product",
    "/manageMerchant?page=toString",
    "/manageMerchant?page=vouchers",
    "/manageMerchant?page=voucher",
    "/manageMerchant?page=reviews",
    "/manageMerchant?page=reviews&view=all",
    "/manageMerchant?page=questions",
    "/manageMerchant?page=balance",
    "/manageMerchant?page=balance&view=withdraw",
    path.statement,
    "/taxInvoices",
    "/manageMerchant?page=balance&view=withdrawals",
    "/manageMerchant?page=bankAccounts",
    "/manageMerchant?page=tax",
    "/manageMerchant?page=verification",
    "/manageMerchant?page=settings",
  ],
  operator: [
    "/operator",
    "/operator?page=overview",
    "/operator?page=orders",
    "/operator?page=orders&q=tidak-ada",
    "/operator?page=payments",
    "/operator?page=ledger",
    "/operator/complaints?view=open",
    "/operator/complaints?view=precedents",
    "/operator/complaints?view=statistics",
    path.mediatorCase,
    "/operator/reviews",
    "/operator/reviews?view=hidden",
    "/operator/payouts",
    "/operator/payouts?view=manual",
    "/operator/transfers",
    "/operator/transfers?view=files",
    path.bankLine,
    "/operator/reconciliation",
    "/operator/cod",
    "/operator/tax",
    "/operator/categories",
    "/operator/categories?id=new",
    path.operatorCategory,
    "/operator/vouchers",
    "/operator/vouchers?page=new",
    path.operatorOrder,
    "/operator/jobs",
    "/operator/exports",
    "/operator/incidents",
    "/operator/searches",
    "/operator/audits",
    "/operator/audit-log",
    "/operator/team",
    "/operator/users",
    "/operator/shops",
    "/operator/products?q=kopi",
    "/operator/verifications",
    "/operator/reports",
    "/operator/signals",
    "/operator/legal",
    "/operator/legal?view=letter",
    "/operator/legal?view=breaches",
    "/operator/legal?breach=new",
    "/operator/legal?view=consents",
    "/operator/legal?view=retention",
    "/operator/held",
    "/operator/held?view=rules",
    "/operator/held?view=rules&rule=new",
    "/operator/appeals",
    "/operator/search?q=kopi",
    "/operator/home",
    "/operator/pages",
    "/operator/pages?new=1",
    "/operator/pages?page=terms",
    "/operator/settings",
    "/operator/settings?key=site.company",
    "/operator/parcels",
    "/manageMerchant",
  ],
});
