/**
 * Loads the demo marketplace into an empty, migrated database that has the regions: users, shops, categories, products,
 * pictures, a past of completed orders with reviews, and orders in every status for the demo accounts. Deterministic
 * except for ids and for dates, which are relative to the time of loading.
 */
import { hashPassword } from "../../src/accounts/password/hash-password.ts";
import { consentPurposes } from "../../src/accounts/consents/rules.ts";
import { insertCategories } from "../../src/catalog/categories/insert-categories.ts";
import { insertProducts } from "../../src/catalog/selling/insert-products.ts";
import { reduction } from "../../src/catalog/rules.ts";
import type { Context } from "../../src/lib/context.ts";
import { sql, type Tx } from "../../src/lib/database.ts";
import { day, addDuration } from "../../src/lib/time.ts";
import { insertBankAccounts } from "../../src/payments/payouts/bank-accounts/insert-bank-accounts.ts";
import { insertVouchers } from "../../src/promotions/vouchers/insert-vouchers.ts";
import { runAudit } from "../../src/orders/audit/run-audit.ts";
import { buildSearch } from "../../src/search/rebuild-keywords.ts";
import { couriers } from "../../src/shipping/rules.ts";
import { updateLanes } from "../../src/shipping/lanes/usual-days.ts";
import { computeBadges } from "../../src/shops/badges/compute-badges.ts";
import { insertShops } from "../../src/shops/insert-shops.ts";
import { demoAccounts, demoPassword } from "./accounts.ts";
import { fillConsole } from "./fill-console.ts";
import { writeHistory } from "./history.ts";
import { playOrders } from "./play-orders.ts";
import { createRandom } from "./random.ts";
import { verifySellers } from "./verify-sellers.ts";
import { readContent } from "./read-content.ts";
import type { Content, PictureFacts } from "./read-content.ts";

/** How long the product at this place of the content has been on sale, in milliseconds. */
const ageOf = (index: number) => ((index * 7) % 340) * day;

/**
 * Loads everything and calls `tell` with each long step. If it fails before the orders of the demo accounts are played,
 * the database is as empty as before.
 */
export async function loadDemo(context: Context, tell: (line: string) => void): Promise<void> {
  // The password is hashed in another thread while the files are read.
  const [passwordHash, content] = await Promise.all([hashPassword(demoPassword), readContent()]);
  const { categories, shops, products, people } = content;
  const now = context.clock.now();
  const random = createRandom(1945_08_17);
  await context.db.transaction(async (tx) => {
    tell(
      `Demo data: ${people.length + shops.length + 2} people, ${shops.length} shops, ${categories.length} categories`,
    );
    await insertPeople(tx, content, passwordHash, now);
    await insertAddresses(tx, content, random);
    await insertBankAccounts(
      tx,
      context,
      [
        { email: demoAccounts.seller, bankCode: "bca", number: "1234567890" },
        { email: demoAccounts.buyer, bankCode: "bri", number: "123456789012345" },
        {
          email: shops.find(({ ownerEmail }) => ownerEmail !== demoAccounts.seller)?.ownerEmail ?? "",
          bankCode: "mandiri",
          number: "1370012345678",
        },
      ],
      now,
    );
    await insertCategories(tx, categories);
    const pictures = await insertPictures(tx, content.pictures);
    await insertShops(tx, shops, now);
    await allowCod(tx, now);
    await verifySellers(tx, context, now);
    await insertVouchers(tx, content.vouchers, demoAccounts.operator, now);
    tell(`Demo data: ${products.length} products with ${pictures} pictures`);
    await insertProducts(
      tx,
      products.map(({ strikePrice, ...product }, index) => ({
        ...product,
        ...(strikePrice !== undefined && ageOf(index) >= reduction.minOnSale && { strikePrice }),
        weight_g: product.weight,
        min_order: product.minOrder,
        preorder_days: product.preOrderDays ?? null,
        is_regional: product.origin,
        createdAt: addDuration(now, -ageOf(index)),
      })),
      now,
    );
    const ratings = new Map(shops.map((shop) => [shop.slug, shop.rating]));
    const buyers = await tx.rows<{ id: string; address: object }>(sql`
      select u.id, jsonb_build_object('recipient', a.recipient, 'phone', a.phone, 'street', a.street, 'village', v.name, 'district', d.name, 'regency', r.name, 'province', p.name, 'postcode', a.postcode,
        'provinceCode', a.province_code, 'label', a.label, 'note', a.note) as address
      from users u join addresses a on a.user_id = u.id and a.is_main
      join regions v on v.code = a.village_code join regions d on d.code = a.district_code join regions r on r.code = a.regency_code join regions p on p.code = a.province_code
      where u.type = 'pembeli' and u.email <> ${demoAccounts.buyer} order by u.email`);
    const past = await writeHistory(
      tx,
      products.map((product) => ({
        slug: product.slugBase,
        reviewKind: product.reviewKind,
        rating: ratings.get(product.shop) ?? 4.6,
        minOrder: product.minOrder,
        popularity: product.popularity,
      })),
      content.reviewTexts,
      buyers,
      now,
    );
    tell(`Demo data: ${past.orders} past orders with ${past.reviews} reviews`);
    await buildSearch(tx, content.keywords);
  });
  tell("Demo data: orders in every status for the demo accounts");
  await playOrders(context);
  await fillConsole(context);
  // They were played at moments in the past, and nobody repeats their requests.
  await context.db.run(sql`delete from idempotency_keys`);
  await updateLanes(context, context.clock.now());
  await context.db.run(sql`analyze`);
  // The page of held funds shows what the last audit read, and the first night is far away.
  await runAudit(context);
  await computeBadges(context, context.clock.now());
}

async function insertPeople(tx: Tx, { people, shops }: Content, passwordHash: string, now: Date): Promise<void> {
  const all = [
    { email: demoAccounts.buyer, name: "Siti Rahmawati", type: "pembeli", province: "32" },
    { email: demoAccounts.operator, name: "Operator Kawung", type: "operator", province: "32" },
    ...shops.map((shop) => ({
      email: shop.ownerEmail,
      name: shop.ownerName,
      type: "penjual",
      province: shop.regencyCode.slice(0, 2),
    })),
    ...people.map((person) => ({
      email: person.email,
      name: person.name,
      type: "pembeli",
      province: person.regencyCode.slice(0, 2),
    })),
  ];
  await tx.run(sql`
    insert into users (email, name, password_hash, type, operator_role, province_code, email_verified_at, is_demo, created_at)
    select lower(email), name, ${passwordHash}, type, case type when 'operator' then 'owner' end, province, ${now}, true, ${addDuration(now, -400 * day)}::timestamptz
    from unnest(${all.map((one) => one.email)}::text[], ${all.map((one) => one.name)}::text[], ${all.map((one) => one.type)}::text[], ${all.map((one) => one.province)}::text[]) as given (email, name, type, province)`);
  // The consents that every new account gives.
  const needed = Object.entries(consentPurposes).filter(([, { needed: is }]) => is);
  await tx.run(sql`
    insert into consents (user_id, purpose, text_version, given, source, at)
    select u.id, given.purpose, given.version, true, 'registration', ${now}
    from users u, unnest(${needed.map(([purpose]) => purpose)}::text[], ${needed.map(([, { version }]) => version)}::text[]) as given (purpose, version)
    where u.is_demo`);
}

/** Half of the shops take cash at delivery, the demo seller's too, and the demo buyer has verified the phone for it. */
async function allowCod(tx: Tx, now: Date): Promise<void> {
  await tx.run(sql`
    update shops s set has_cod = true from users u
    where u.id = s.owner_id and couriers && ${couriers.filter(({ cod }) => cod).map(({ id }) => id)}::text[]
      and (u.email = ${demoAccounts.seller} or get_byte(decode(md5(s.slug), 'hex'), 0) < 128)`);
  await tx.run(sql`
    update users set phone = '+6281234567890', phone_verified_at = ${now} where email = ${demoAccounts.buyer}`);
}

const streets = [
  "Jalan Merdeka",
  "Jalan Diponegoro",
  "Jalan Kenanga",
  "Jalan Ahmad Yani",
  "Jalan Melati",
  "Jalan Sudirman",
  "Jalan Teratai",
  "Jalan Gatot Subroto",
  "Jalan Anggrek",
];

/**
 * A main address for each buyer, in a village of their regency with its real postcode, and a second one for the demo
 * buyer.
 */
async function insertAddresses(
  tx: Tx,
  { people, homes }: Content,
  random: ReturnType<typeof createRandom>,
): Promise<void> {
  const wanted = [
    { email: demoAccounts.buyer as string, name: "Siti Rahmawati", regency: "32.04", label: "Rumah", main: true },
    { email: demoAccounts.buyer as string, name: "Siti Rahmawati", regency: "31.74", label: "Kantor", main: false },
    ...people.map((person) => ({
      email: person.email,
      name: person.name,
      regency: person.regencyCode,
      label: "Rumah",
      main: true,
    })),
  ].map((one) => ({
    ...one,
    street: `${random.pick(streets)} No. ${random.int(1, 188)}`,
    phone: `+6281${random.int(100_000_000, 999_999_999)}`,
    ...homeIn(homes, one.regency),
  }));
  await tx.run(sql`
    insert into addresses (user_id, label, recipient, phone, province_code, regency_code, district_code, village_code, postcode, street, is_main)
    select u.id, given.label, given.name, given.phone, left(given.regency, 2), given.regency, left(given.village, 8), given.village, given.postcode, given.street, given.main
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as given (email text, name text, regency text, label text, main boolean, street text, phone text, village text, postcode text)
    join users u on u.email = lower(given.email)`);
}

function homeIn(homes: Content["homes"], regency: string): { village: string; postcode: string } {
  const home = homes.find((one) => one.village.startsWith(`${regency}.`));
  if (!home) throw new Error(`content/homes.yaml has no village in ${regency}`);
  return { village: home.village, postcode: home.postcode };
}

async function insertPictures(tx: Tx, facts: PictureFacts): Promise<number> {
  const keys = Object.keys(facts);
  await tx.run(sql`
    insert into pictures (storage_key, width, height, color, alt)
    select key, (fact->>'width')::int, (fact->>'height')::int, lower(fact->>'color'), fact->>'alt'
    from jsonb_each(${JSON.stringify(facts)}::jsonb) as t (key, fact)`);
  return keys.length;
}
