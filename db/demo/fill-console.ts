/**
 * What waits for operators in the demo, and what they have set up: made by the product's own operations, so that no
 * page of the console is empty.
 */
import type { AuditActor } from "../../src/audit-log/append-entry.ts";
import { rememberFingerprints } from "../../src/accounts/fingerprints/remember-fingerprints.ts";
import { changeAttributes } from "../../src/catalog/attributes/change-attributes.ts";
import type { AttributeDefinition } from "../../src/catalog/attributes/rules.ts";
import { reportListing } from "../../src/catalog/reports/report-listing.ts";
import { screenProduct } from "../../src/catalog/screening/screen-product.ts";
import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import { addDuration, hour } from "../../src/lib/time.ts";
import { scanForSignals } from "../../src/operator/signals/find-signals.ts";
import { findUsableBankAccount } from "../../src/payments/payouts/bank-accounts/find-usable-bank-account.ts";
import { lockOwner } from "../../src/payments/payouts/bank-accounts/queries.ts";
import { withdraw } from "../../src/payments/payouts/request-withdrawal.ts";
import { recordBreach } from "../../src/privacy/breaches/record-breach.ts";
import { typedMoment } from "../../src/privacy/breaches/rules.ts";
import { enterLetter, openRequest } from "../../src/privacy/requests/open-request.ts";
import { demoAccounts } from "./accounts.ts";

type Person = { id: string; email: string };
type Seller = { userId: string; shopId: string; slug: string };

const text = (name: string): AttributeDefinition => ({
  name,
  kind: "text",
  unit: null,
  options: [],
  is_required: false,
  is_filterable: false,
});
const choice = (name: string, options: string[], isRequired = false): AttributeDefinition => ({
  ...text(name),
  kind: "choice",
  options,
  is_required: isRequired,
  is_filterable: true,
});

/** What sellers of some categories are asked, by the category's slug. */
const attributeSets: Record<string, AttributeDefinition[]> = {
  kopi: [choice("Halal", ["Bersertifikat", "Belum bersertifikat"]), text("Varietas"), text("Ketinggian")],
  "alat-makan": [
    choice("Bahan", ["Baja tahan karat 304", "Kaca", "Kayu jati", "Keramik", "Keramik glasir", "Tanah liat bakar"]),
  ],
  buku: [
    choice("Bahasa", ["Indonesia", "Inggris", "Jawa", "Sunda"]),
    text("Penerbit"),
    { ...text("Halaman"), kind: "number", is_filterable: true },
  ],
};

/** Does everything that operators find in a fresh demo, at moments of the last days. */
export async function fillConsole(context: Context): Promise<void> {
  const now = context.clock.now();
  const { db } = context;
  const operator = await db.row<{ id: string }>(sql`select id from users where email = ${demoAccounts.operator}`);
  const people = await db.rows<Person>(sql`
    select id, email from users where type = 'pembeli' and email <> ${demoAccounts.buyer} order by email limit 12`);
  const sellers = await db.rows<Seller>(sql`
    select u.id as "userId", s.id as "shopId", s.slug from shops s join users u on u.id = s.owner_id
    where u.email <> ${demoAccounts.seller} order by s.slug`);
  if (!operator || people.length < 12) throw new Error("the demo has too few people");
  const actor: NonNullable<AuditActor> = { userId: operator.id, type: "operator", operatorRole: "owner" };
  await askForAttributes(context, actor);
  await report(context, people, sellers, now);
  await holdProducts(context, now);
  await shareBrowser(context, people.slice(6), now);
  await askAboutData(context, actor, people, now);
  await requestPayout(context, addDuration(now, -5 * hour));
  await scanForSignals(context, now);
}

async function askForAttributes(context: Context, actor: NonNullable<AuditActor>): Promise<void> {
  const slugs = Object.keys(attributeSets);
  const categories = await context.db.rows<{ id: string; slug: string; version: number }>(
    sql`select id, slug, version from categories where slug = any(${slugs}::text[]) order by slug`,
  );
  if (categories.length !== slugs.length) throw new Error("the demo has no category for a set of attributes");
  for (const { id, slug, version } of categories)
    await changeAttributes(context, actor, id, { version, attributes: attributeSets[slug] ?? [] });
}

async function report(
  context: Context,
  people: readonly Person[],
  sellers: readonly Seller[],
  now: Date,
): Promise<void> {
  const products = await context.db.rows<{ slug: string }>(sql`
    select p.slug from products p join categories c on c.id = p.category_id
    where c.slug in ('perawatan-wajah', 'sepatu-kasual') and p.status = 'active' order by p.sold_count, p.slug limit 2`);
  const reports = [
    {
      product: products[0]?.slug,
      kind: "counterfeit",
      text: "Logonya berbeda dari produk asli, dan kodenya tidak terdaftar.",
    },
    { product: products[1]?.slug, kind: "pictures", text: "Foto ini milik toko saya, terlihat tanda air di sudutnya." },
    { shop: sellers[5]?.slug, kind: "fraud", text: "Penjual meminta saya membayar di luar aplikasi lewat telepon." },
  ] as const;
  for (const [at, one] of reports.entries()) {
    const { kind, text: said } = one;
    const subject = { product: ("product" in one && one.product) || null, shop: ("shop" in one && one.shop) || null };
    const person = people[at];
    if (person)
      await reportListing(context, person.id, { ...subject, kind, text: said }, addDuration(now, -(1 + at) * hour));
  }
}

/** Sellers of two products wrote what a rule about forbidden goods holds back. */
async function holdProducts({ db }: Context, now: Date): Promise<void> {
  const added = ["Tersedia juga versi kw premium.", "Bukan replika tas merek lain, ini karya sendiri."];
  const products = await db.rows<{ id: string }>(sql`
    select p.id from products p join categories c on c.id = p.category_id
    where c.slug in ('tas-jinjing', 'sepatu-olahraga') and p.status = 'active' order by p.sold_count, p.slug limit 2`);
  for (const [at, { id }] of products.entries())
    await db.transaction(async (tx) => {
      const product = await tx.row<Parameters<typeof screenProduct>[1]>(sql`
        update products set description = description || ' ' || ${added[at] ?? ""}::text, updated_at = ${now} where id = ${id}
        returning id, shop_id as "shopId", name, description, attributes, axes, array[category_id, root_category_id] as "categoryIds", true as "wantsSale"`);
      if (product) await screenProduct(tx, product, addDuration(now, -(3 + at) * hour));
    });
}

/** Several accounts log in with one browser. */
async function shareBrowser(context: Context, people: readonly Person[], now: Date): Promise<void> {
  for (const [at, { id }] of people.slice(0, 5).entries())
    await rememberFingerprints(
      context,
      id,
      { browserId: "demo-warnet-1", ip: `203.0.113.${at + 1}` },
      addDuration(now, -(at + 1) * hour),
    );
}

async function askAboutData(
  context: Context,
  actor: NonNullable<AuditActor>,
  people: readonly Person[],
  now: Date,
): Promise<void> {
  const [first, second] = people;
  if (!first || !second) return;
  const asked = "Nama saya di pesanan lama masih nama sebelum menikah. Mohon dibetulkan sesuai KTP.";
  await openRequest(context, first.id, { kind: "correction", text: asked }, addDuration(now, -60 * hour));
  await openRequest(
    context,
    second.id,
    { kind: "objection", text: "Saya tidak ingin data belanja saya dipakai untuk promosi." },
    addDuration(now, -20 * hour),
  );
  const received = addDuration(now, -30 * hour);
  const letter = {
    kind: "deletion",
    text: "Dengan surat ini saya minta data saya dihapus dari pasar ini.",
    receivedAt: typedMoment(received),
    senderName: "Hendra Wibowo",
    senderEmail: "hendra@contoh.test",
    account: "",
  } as const;
  await enterLetter(context, actor, letter, addDuration(received, 2 * hour));
  const noticed = addDuration(now, -26 * hour);
  await recordBreach(
    context,
    actor,
    {
      title: "Daftar alamat terkirim ke kurir yang salah",
      what: "Satu berkas berisi nama, telepon, dan alamat penerima terkirim ke email kurir lain.",
      cause: "Alamat email dipilih dari saran otomatis.",
      measures:
        "Penerima menghapus berkas itu dan menyatakannya secara tertulis. Berkas kini hanya diunduh dari aplikasi.",
      advice: "Waspadai telepon yang mengaku kurir dan meminta pembayaran.",
      data_kinds: ["name", "phone", "address"],
      began_at: typedMoment(addDuration(noticed, -3 * hour)),
      ended_at: typedMoment(addDuration(noticed, -2 * hour)),
      noticed_at: typedMoment(noticed),
      other_people: 14,
    },
    addDuration(noticed, hour),
  );
}

/** A seller withdraws for the first time, which an operator approves. */
async function requestPayout(context: Context, now: Date): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await tx.row<{ userId: string; shopId: string; accountId: string }>(sql`
      select b.user_id as "userId", s.id as "shopId", b.id as "accountId" from bank_accounts b join shops s on s.owner_id = b.user_id
      join users u on u.id = b.user_id where u.email <> ${demoAccounts.seller} order by u.email limit 1`);
    if (!row || !(await lockOwner(tx, row.userId))) throw new Error("the demo has no bank account of a seller");
    const account = await findUsableBankAccount(tx, context, { ...row, now });
    await withdraw(tx, context, row, { amount: 4_500_000, account, isAutomatic: false, now });
  });
}
