import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "../../test/attacks/make-world.ts";
import { makeDeletionApi } from "../../test/make/deletion-api.ts";
import { newIdentity } from "../../test/make/identity.ts";
import { makeCompletedOrder, makePaidOrder, makePlacedOrder } from "../../test/make/orders.ts";
import { runQueued } from "../../test/run-all-jobs.ts";
import { makeProduct, makeShop, makeUser } from "../../test/make/rows.ts";
import { hashPassword } from "#accounts/password/hash-password.ts";
import { sql } from "#lib/database.ts";
import { addDuration, day } from "#lib/time.ts";
import { changeAvatar } from "#media/change-avatar.ts";
import { cancelOrder } from "#orders/cancel-order.ts";
import { rejectOrder } from "#orders/accept-order.ts";
import { archiveParts } from "./archive/queries.ts";

let { world, now, runDeletion, newUser, requestDeletion } = {} as Awaited<ReturnType<typeof makeDeletionApi>>;

beforeAll(async () => {
  ({ world, now, runDeletion, newUser, requestDeletion } = await makeDeletionApi());
});
afterAll(() => world.close());

/** A block that has ended, whose texts name the person. */
async function makeMeasure(userId: string): Promise<string> {
  const row = await world.context.db.row<{ id: string }>(sql`
    insert into measures (kind, user_id, rule, text, taken_by, taken_at, appeal, appealed_at, answer, decided_by, decided_at, ended_at, ended_by)
    select 'user', ${userId}, 'fraud', 'Sari Wulan menipu tiga pembeli.', ${world.operator.id}, now(), 'Saya Sari Wulan, bukan penipu.', now(),
      'Benar, Ibu Sari Wulan tidak terlibat.', o.id, now(), now(), o.id from users o where o.id = ${await makeUser(world.context, { type: "operator" })}
    returning id`);
  return row?.id ?? "";
}

test("the texts of measures about a person are deleted with the account, and are in no operator's copy of data", async () => {
  const person = await newUser();
  const id = await makeMeasure(person.id);
  const copy = archiveParts.find(({ name }) => name === "tindakan_pasar");
  const copyOf = async (userId: string) => JSON.stringify(copy && (await world.context.db.rows(copy.rows(userId))));
  expect(await copyOf(person.id)).toContain("Sari Wulan");
  const operators = await copyOf(world.operator.id);
  expect([operators.includes("fraud"), operators.includes("Sari Wulan")]).toEqual([true, false]);
  await requestDeletion(person);
  expect(await runDeletion(person)).toBe(true);
  const [measure] = await world.context.db.rows(sql`select rule, text, appeal, answer from measures where id = ${id}`);
  const deleted = "(dihapus bersama akunnya)";
  expect(measure).toEqual({ rule: "fraud", text: deleted, appeal: deleted, answer: deleted });
});

/** The tables and jobs of the whole database that contain the word. */
async function whereSaid(word: string): Promise<string[]> {
  const tables = await world.context.db.rows<{ name: string }>(sql`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await world.context.db.pool.query<{ n: number }>(
      `select count(*)::int as n from ${name} t where strpos(lower(to_jsonb(t)::text), lower($1)) > 0`,
      [word],
    );
    if ((rows[0]?.n ?? 0) > 0) found.push(name);
  }
  return found;
}

describe("a deleted account", () => {
  const who = { ...newIdentity(), latitude: "-6.917512", longitude: "107.619123" };
  const password = "kebun-teh-di-lereng-7";
  let person: Person;
  let shopSlug = "";
  let avatarKey = "";
  const { buyerOrder, soldOrder } = { buyerOrder: { id: "" }, soldOrder: { id: "" } };

  // A full history: the user bought, sold, wrote, and left a name in every field that takes one.
  beforeAll(async () => {
    const { context } = world;
    const { db } = context;
    const id = await makeUser(context, { name: who.name, type: "penjual" });
    await db.run(sql`
      update users set email = ${who.email}, phone = ${who.phone}, phone_verified_at = now(), birth_date = '1990-05-17',
        password_hash = ${await hashPassword(password)} where id = ${id}`);
    const { shopId } = await makeShop(context, { ownerId: id, name: `Toko ${who.name}` });
    await db.run(sql`update shops set description = ${`Hubungi ${who.phone}`}, tagline = ${who.name},
      slug = ${`toko-zulaikha-${randomBytes(4).toString("hex")}`} where id = ${shopId}`);
    shopSlug = (await db.row<{ slug: string }>(sql`select slug from shops where id = ${shopId}`))?.slug ?? "";
    const { productId } = await makeProduct(context, shopId);
    await db.run(
      sql`update products set description = ${`Dikirim dari ${who.street}, telepon ${who.phone}`} where id = ${productId}`,
    );
    person = await newUser(id);
    const village = await db.row<{ code: string }>(
      sql`select code from regions where level = 4 and code like '32.73.%' limit 1`,
    );
    const { body } = await person.call("POST", "/v1/addresses", {
      label: "Rumah",
      recipient: who.recipient,
      phone: `0${who.phone.slice(3)}`,
      province_code: "32",
      regency_code: "32.73",
      district_code: village?.code.slice(0, 8),
      village_code: village?.code,
      postcode: "40111",
      street: who.street,
      note: who.note,
      lat: Number(who.latitude),
      lng: Number(who.longitude),
      is_main: true,
    });
    if (!body.success) throw new Error(JSON.stringify(body));
    const bought = await makeCompletedOrder(context, { buyerId: id });
    buyerOrder.id = bought.orderId;
    await db.run(
      sql`update orders set sender_name = ${who.name}, sender_phone = ${who.phone} where id = ${bought.orderId}`,
    );
    await db.run(sql`update order_lines set note = ${`Titip di ${who.name}`} where order_id = ${bought.orderId}`);
    await db.run(
      sql`update tracking_scans t set note = ${`Diterima ${who.recipient}`} from parcels p where p.id = t.parcel_id and p.order_id = ${bought.orderId} and t.status = 'delivered'`,
    );
    const cancelled = await makePlacedOrder(context, { buyerId: id });
    await cancelOrder(context, { ...cancelled, reason: `Telepon saya ${who.phone}` }, now());
    const sold = await makePaidOrder(context, { shops: [{ shopId, ownerId: id }] });
    soldOrder.id = sold.orderId;
    await rejectOrder(context, { orderId: sold.orderId, shopId, userId: id, reason: `Maaf, ${who.name}` }, now());
    await db.run(sql`
      insert into reviews (order_line_id, product_id, shop_id, user_id, rating, text, reply, replied_at, created_at, updated_at)
      select id, product_id, shop_id, ${id}, 5, ${`Salam, ${who.name} ${who.phone}`}, ${`Terima kasih ${who.name}`}, now(), now(), now()
      from order_lines where order_id = ${bought.orderId}`);
    await db.run(sql`
      with line as (select product_id, shop_id from order_lines where order_id = ${bought.orderId}),
        product as (update products set rating_sum = 5, rating_count = 1 where id = (select product_id from line))
      update shops set rating_sum = 5, rating_count = 1 where id = (select shop_id from line)`);
    await db.run(sql`
      insert into identities (issuer, subject, user_id, provider, email, created_at, last_used_at)
      values ('https://accounts.google.com', ${id}, ${id}, 'google', ${who.email}, now(), now())`);
    await db.run(sql`
      insert into idempotency_keys (user_id, route, key, body_hash, response, created_at)
      values (${id}, 'uji', 'kunci-uji', ''::bytea, ${JSON.stringify({ recipient: who.recipient })}::jsonb, now())`);
    const picture = await sharp({ create: { width: 500, height: 500, channels: 3, background: "#3a7" } })
      .png()
      .toBuffer();
    avatarKey = (await changeAvatar(context, id, picture, now())).key;
    await person.call("PUT", "/v1/users/consents/marketing", { given: true });
    await person.call("POST", "/v1/users/archive", {});
    await runQueued(context);
    const { status, text } = await requestDeletion(person);
    if (status !== 200) throw new Error(text);
    // The queue sends what it has, and the 14 days pass.
    await runQueued(context);
    for (const word of Object.values(who)) {
      const said = await whereSaid(word);
      expect(said.length, word).toBeGreaterThan(0);
    }
    if (!(await runDeletion(person))) throw new Error("not deleted");
    await runQueued(context);
  });

  test.each(Object.entries(who))("leaves the user's %s in no text of any table", async (_what, word) => {
    expect(await whereSaid(word)).toEqual([]);
    // Without the country's prefix, as users write numbers.
    if (word.startsWith("+62")) expect(await whereSaid(word.slice(3))).toEqual([]);
  });

  test("is unknown at login, like an account that never existed", async () => {
    const login = (email: string) => world.nobody.call("POST", "/v1/auth/login", { email, password });
    const [deleted, never] = [await login(who.email), await login("tidak-pernah@contoh.test")];
    expect([deleted.status, deleted.body]).toEqual([401, never.body]);
    expect((await person.call("GET", "/v1/users")).status).toBe(401);
  });

  test("keeps its orders with sums, province and city, without names", async () => {
    const row = await world.context.db.row<{
      total: number;
      status: string;
      address: Record<string, string>;
      name: string;
    }>(sql`
      select o.total, o.status, o.address, u.name from orders o join users u on u.id = o.buyer_id where o.id = ${buyerOrder.id}`);
    expect(row?.status).toBe("completed");
    expect(row?.total).toBeGreaterThan(50_000);
    expect(row?.name).toBe("Pengguna Kawung");
    expect(row?.address).toMatchObject({
      recipient: "Pengguna Kawung",
      phone: "",
      street: "",
      note: "",
      provinceCode: "32",
    });
    for (const key of ["lat", "lng", "districtCode"]) expect(row?.address).not.toHaveProperty(key);
    expect(row?.address.regency).toContain("Bandung");
    const papers = await world.operator.call("GET", `/v1/papers/orders/${buyerOrder.id}/invoice`);
    expect(papers.status).toBe(200);
    expect(papers.text).toContain("Pengguna Kawung");
    for (const secret of [who.name, who.recipient, who.street]) expect(papers.text).not.toContain(secret);
  });

  test("leaves no session, address, cart, notification, archive, picture or file", async () => {
    const tables = await world.context.db.rows<{ name: string; col: string }>(sql`
      select c.conrelid::regclass::text as name, a.attname as col
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'c'`);
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["sessions", "addresses", "carts", "notifications", "data_archives", "phone_codes"]),
    );
    for (const { name, col } of tables) {
      const { rows } = await world.context.db.pool.query(`select from ${name} where ${col} = $1`, [person.id]);
      expect(rows, name).toHaveLength(0);
    }
    const files = await readdir(world.context.config.dataDir, { recursive: true });
    expect(files.filter((file) => file.includes(avatarKey))).toEqual([]);
    expect((await world.nobody.call("GET", `/img/${avatarKey}-200.webp`)).status).toBe(404);
  });

  test("closes its shop: its page is not found, and no product is on sale", async () => {
    expect((await world.nobody.call("GET", `/v1/merchants/${shopSlug}`)).status).toBe(404);
    const onSale = await world.context.db.row(sql`
      select from products p join shops s on s.id = p.shop_id where s.owner_id = ${person.id} and p.status = 'active'`);
    expect(onSale).toBeUndefined();
    const buyer = await newUser(
      (await world.context.db.row<{ id: string }>(sql`select buyer_id as id from orders where id = ${soldOrder.id}`))
        ?.id,
    );
    const seen = await buyer.call("GET", `/v1/orders/${soldOrder.id}`);
    expect([seen.status, seen.body.result.shop.name]).toEqual([200, "Toko sudah tutup"]);
  });

  test("keeps the stars of its reviews and the record of its consents", async () => {
    const review = await world.context.db.row(sql`
      select rating, text, reply from reviews where user_id = ${person.id}`);
    expect(review).toEqual({ rating: 5, text: "", reply: null });
    expect(await world.context.db.row(sql`select from consents where user_id = ${person.id}`)).toBeDefined();
  });

  test("frees its e-mail for a new account, which gets nothing of the old one", async () => {
    const { status, body } = await world.nobody.call("POST", "/v1/auth/register", {
      name: "Orang Baru",
      email: who.email,
      password: "lumbung-padi-tua-9",
      password_confirmation: "lumbung-padi-tua-9",
    });
    expect(status).toBe(200);
    expect(body.user.id).not.toBe(person.id);
    const fresh = await newUser(body.user.id);
    expect((await fresh.call("GET", "/v1/orders")).body.result).toEqual([]);
  });

  test("is anonymised once: a second run does nothing", async () => {
    expect(await runDeletion(person, addDuration(now(), 30 * day))).toBe(false);
  });
});

describe("the catalogue of the database", () => {
  test("every table that keeps a row of a deleted user has a reason", async () => {
    const kept: Record<string, string> = {
      "account_deletions.user_id": "proof that the deletion was carried out",
      "bank_statement_decisions.actor_id": "who decided about money: accounts are stored for 10 years",
      "bank_statement_layouts.updated_by": "an operator's setting; holds no personal data",
      "bank_statement_lines.approved_by": "who decided about money: accounts are stored for 10 years",
      "bank_statement_lines.decided_by": "who decided about money: accounts are stored for 10 years",
      "bank_statements.uploaded_by": "who decided about money: accounts are stored for 10 years",
      "checkouts.buyer_id": "PP 80/2019: records of transactions, 10 years",
      "complaint_decisions.mediator_id": "the operator who decided; operators' accounts are not deleted",
      "complaint_messages.author_id": "who wrote when in a case about an order; the words go",
      "complaints.buyer_id": "PP 80/2019: part of the record of a transaction, 10 years",
      "fraud_signals.closed_by": "the operator who decided; operators' accounts are not deleted",
      "data_breaches.recorded_by": "the operator who recorded a breach; operators' accounts are not deleted",
      "data_breaches.reported_by": "the operator who reported a breach; operators' accounts are not deleted",
      "data_requests.answered_by": "the operator who answered; operators' accounts are not deleted",
      "data_requests.entered_by": "the operator who entered a letter; operators' accounts are not deleted",
      "data_requests.user_id": "proof that a request about data was answered in time; its texts are removed",
      "consents.user_id": "UU 27/2022, Pasal 24: proof of consent; holds no name",
      "operator_role_changes.changed_by": "who gave rights to operators: the record of it; holds no name",
      "operator_role_changes.user_id": "who could open the console: the record of it; holds no name",
      "measures.decided_by": "the operator who answered an appeal; operators' accounts are not deleted",
      "measures.ended_by": "the operator who ended a measure; operators' accounts are not deleted",
      "measures.taken_by": "the operator who acted; operators' accounts are not deleted",
      "measures.user_id": "proof by which rule an account, shop or product was blocked; its texts are emptied",
      "orders.buyer_id": "PP 80/2019: records of transactions, 10 years",
      "payments.buyer_id": "PP 80/2019: records of transactions, 10 years",
      "refunds.buyer_id": "PP 80/2019: records of transactions, 10 years",
      "payout_batches.created_by": "the operator who made a file for the bank; operators' accounts are not deleted",
      "payout_events.actor_id": "PP 80/2019: part of the record of a payout, 10 years; holds no name",
      "payouts.entered_by": "the operator who entered a bank's result; operators' accounts are not deleted",
      "payouts.user_id": "PP 80/2019: records of transactions, 10 years; account number and name go",
      "pictures.owner_id": "pictures of products in old orders; the profile picture goes",
      "review_hidings.decided_by": "the operator who decided; operators' accounts are not deleted",
      "review_hidings.hidden_by": "the operator who decided; operators' accounts are not deleted",
      "review_reports.closed_by": "the operator who decided; operators' accounts are not deleted",
      "reviews.user_id": "the stars are part of what a shop earned; the words go",
      "setting_changes.changed_by": "the operator who changed a setting; operators' accounts are not deleted",
      "exports.operator_id": "the operator who asked for a file; operators' accounts are not deleted",
      "incident_updates.written_by": "the operator who wrote about an incident; operators' accounts are not deleted",
      "forbidden_rules.changed_by": "the operator who changed a rule; operators' accounts are not deleted",
      "listing_reports.closed_by": "the operator who decided about a report; operators' accounts are not deleted",
      "product_holds.closed_by": "the operator who decided about a product; operators' accounts are not deleted",
      "seller_verifications.decided_by": "the operator who verified a seller; operators' accounts are not deleted",
      "verification_readings.operator_id": "the operator who read documents; the row goes with the application",
      "information_page_versions.saved_by": "the operator who wrote a page; operators' accounts are not deleted",
      "information_page_versions.withdrawn_by": "the operator who withdrew a page; operators' accounts are not deleted",
      "information_page_versions.published_by":
        "the operator who published a page; operators' accounts are not deleted",
      "setting_plans.announced_by": "the operator who announced a change; operators' accounts are not deleted",
      "settings.changed_by": "the operator who changed a setting; operators' accounts are not deleted",
      "settlement_columns.updated_by": "an operator's setting; holds no personal data",
      "courier_bookings.requested_by":
        "who ordered a courier that the marketplace pays: accounts are stored for 10 years",
      "cod_decisions.decided_by": "who decided about money: accounts are stored for 10 years",
      "cod_decisions.approved_by": "who decided about money: accounts are stored for 10 years",
      "order_corrections.proposed_by": "who decided about money: accounts are stored for 10 years",
      "order_corrections.decided_by": "who decided about money: accounts are stored for 10 years",
      "insurance_claims.asked_by": "who decided about money: accounts are stored for 10 years",
      "insurance_claims.decided_by": "who decided about money: accounts are stored for 10 years",
      "cod_remittances.created_by": "who decided about money: accounts are stored for 10 years",
      "settlement_files.uploaded_by": "who decided about money: accounts are stored for 10 years",
      "shops.owner_id": "the seller of old orders, without name or words",
      "voucher_uses.buyer_id": "PP 80/2019: part of the record of a transaction, 10 years",
      "vouchers.buyer_id": "the voucher that a transaction used; it is stopped and holds no name",
      "fee_rules.created_by": "the record of who announced a fee; it names no data of the person",
      "tariff_lists.created_by": "the record of who changed prices; it names no data of the person",
      "tariff_lists.withdrawn_by": "the record of who changed prices; it names no data of the person",
      "tax_exemptions.declared_by": "proof of why no tax was withheld, 10 years; holds no name",
      "tax_exemptions.decided_by": "the operator who decided; operators' accounts are not deleted",
      "tax_payments.entered_by": "who recorded a payment to the state: accounts are stored for 10 years",
      "tax_readings.user_id": "who read tax numbers of sellers: the record of it",
      "category_tax_rules.created_by": "the record of who changed a tax; it names no data of the person",
      "category_tax_rules.withdrawn_by": "the record of who changed a tax; it names no data of the person",
      "withholding_rules.created_by": "the record of who switched the tax; it names no data of the person",
      "withholding_rules.withdrawn_by": "the record of who switched the tax; it names no data of the person",
      "vouchers.created_by": "the voucher that transactions used; it is stopped and its code goes",
    };
    const rows = await world.context.db.rows<{ name: string }>(sql`
      select c.conrelid::regclass || '.' || a.attname as name
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype <> 'c' order by 1`);
    expect(
      rows.map(({ name }) => name),
      "mask these in src/privacy/delete-account.ts and say why they stay",
    ).toEqual(Object.keys(kept).sort());
  });
});
