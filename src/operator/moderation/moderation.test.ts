import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { createApp } from "#app.ts";
import { appealOutcomes, appealText } from "#accounts/measures/rules.ts";
import { appendAuditEntry } from "#audit-log/append-entry.ts";
import { proveChain } from "#audit-log/prove-chain.ts";
import { sql } from "#lib/database.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { serve } from "#lib/http/serve.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { changeResponse } from "#lib/schema.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { brokenInvariants } from "#orders/invariants.ts";
import { secondApprovalSetting } from "#payments/payouts/rules.ts";
import { makePerson, type Person } from "../../../test/attacks/make-world.ts";
import { makeSession } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makePaidOrder } from "../../../test/make/orders.ts";
import { makeBankAccount, makeProduct, makeShop, makeUser } from "../../../test/make/rows.ts";
import { decisionsWithoutOther } from "../worklist/rules.ts";
import { hashPassword } from "#accounts/password/hash-password.ts";
import { moderationPageSize } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let app: Awaited<ReturnType<typeof createApp>>;
let ani: Person;
let budi: Person;

beforeAll(async () => {
  context = await makeContext({ LIMIT_FACTOR: "10000", LOG_LEVEL: "fatal" });
  app = await createApp(context);
  const silent = {
    summary: "A change",
    policy: "operator:team.manage",
    response: changeResponse(z.null()),
  } as const;
  const done = async () => ({ success: true as const, message: "Selesai.", data: null });
  const table = endpoints({
    "POST /v1/operator/silent": silent,
    "POST /v1/operator/told": silent,
    "POST /v1/operator/undone": silent,
  });
  serve(app, context, table, {
    "POST /v1/operator/silent": done,
    "POST /v1/operator/told": async ({ actor }) => {
      const subject = { kind: "person", id: actor.userId } as const;
      await context.db.transaction(async (tx) =>
        appendAuditEntry(tx, { actor, action: "accounts.person_viewed", subject }),
      );
      return done();
    },
    "POST /v1/operator/undone": async ({ actor }) => {
      const subject = { kind: "person", id: actor.userId } as const;
      await context.db
        .transaction(async (tx) => {
          appendAuditEntry(tx, { actor, action: "accounts.person_viewed", subject });
          throw new Error("undone");
        })
        .catch(() => undefined);
      return done();
    },
  });
  await app.ready();
  ani = await person(await makeUser(context, { type: "operator", name: "Ani" }));
  budi = await person(await makeUser(context, { type: "operator", name: "Budi" }));
});
afterAll(async () => {
  expect(await brokenInvariants(context.db)).toEqual([]);
  expect((await proveChain(context.db)).broken).toBeNull();
  await app.close();
  await context.close();
});

/** A client without https, because the test's site has none. */
async function person(id: string): Promise<Person> {
  const made = makePerson(app, id, await makeSession(context, id));
  const cookie = made.cookie.replace("__Host-", "");
  return { ...made, call: (method, url, body, headers) => made.call(method, url, body, { cookie, ...headers }) };
}
const nobody = () => makePerson(app, "", "");
const reason = { rule: "fraud", text: "Mengirim kotak kosong kepada tiga pembeli." };
const appeal = { text: "Kotak itu tertukar di gudang, ini bukti fotonya." };
const entriesAbout = (id: string) =>
  context.db.rows<{ action: string; reason: string | null }>(
    sql`select action, reason from audit_entries where subject_id = ${id} order by id`,
  );
const statusOf = async (productId: string) =>
  (await context.db.row<{ status: string }>(sql`select status from products where id = ${productId}`))?.status;

async function makeMember(password = "kebun-teh-di-lereng-7") {
  const id = await makeUser(context, { name: "Sari Dewi Lestari" });
  const row = await context.db.row<{ email: string }>(sql`
    update users set password_hash = ${await hashPassword(password, id)}, email_verified_at = now(), phone = '+6281299998888'
    where id = ${id} returning email`);
  return { id, email: row?.email ?? "", password };
}

/** What the form of a product sends, with a picture of its seller. */
async function offer(ownerId: string, status: "active" | "hidden") {
  const picture = await context.db.row<{ id: string }>(sql`
    insert into pictures (owner_id, storage_key, width, height, color)
    values (${ownerId}, ${`teko-${randomUUID()}`}, 800, 800, '#aabbcc') returning id`);
  return {
    name: "Teko Blirik Hijau",
    description: "Teko blirik dari seng, dilapisi email, isi satu setengah liter.",
    category: "uji",
    condition: "new",
    weight_g: 900,
    variants: [{ options: [], price: 85_000, stock: 4 }],
    picture_ids: [picture?.id],
    status,
  };
}

/** The cookies that a response sets, as a browser sends them. */
function cookiesOf(headers: Record<string, unknown>): string {
  return [headers["set-cookie"] ?? []]
    .flat()
    .map((one) => String(one).split(";")[0])
    .join("; ");
}

test("a change by an operator that leaves no entry in the audit log is a bug and fails", async () => {
  expect((await ani.call("POST", "/v1/operator/told")).status).toBe(200);
  expect((await ani.call("POST", "/v1/operator/silent")).status).toBe(500);
  expect((await ani.call("POST", "/v1/operator/undone")).status).toBe(500);
});

test("an operator reads which decisions nobody else may take", async () => {
  expect((await ani.call("GET", "/v1/operator/worklist")).body.result.alone).toEqual([]);
  const alone = (role: string, others: string[]) => decisionsWithoutOther(role, others).map(({ kind }) => kind);
  expect(alone("owner", ["finance"])).toEqual(["complaint", "claim", "review", "appeal"]);
  expect(alone("owner", [])).toEqual([
    "payout",
    "payout_check",
    "payout_transfer",
    "complaint",
    "claim",
    "review",
    "appeal",
    "transfer",
    "correction",
    "cod",
  ]);
  expect(alone("finance", ["owner"])).toEqual([]);
});

test("a lone operator reads from which amount a decision needs a second one, as the settings say now", () => {
  const payouts = () => decisionsWithoutOther("owner", []).find(({ kind }) => kind === "payout")?.which;
  expect(payouts()).toBe(`mulai ${formatRupiah(secondApprovalSetting.defaultValue)}`);
  applySettings({ [secondApprovalSetting.key]: 7_000_000 }, new Set());
  onTestFinished(() => applySettings({}, new Set()));
  expect(payouts()).toBe("mulai Rp7.000.000");
});

describe("people", () => {
  test("are found by e-mail, phone, id and the beginning of a name, with masked data", async () => {
    const one = await makeMember();
    for (const q of [one.email, one.email.toUpperCase(), "0812-9999-8888", one.id, "sari dewi les"]) {
      const { body } = await ani.call("GET", `/v1/operator/people?q=${encodeURIComponent(q)}`);
      const found = body.result.rows.find((row: { id: string }) => row.id === one.id);
      expect([q, found?.name, found?.phone], q).toEqual([q, "Sari D••• L•••", "0812•••88"]);
      expect(JSON.stringify(found)).not.toContain(one.email);
    }
    const { body } = await ani.call("GET", "/v1/operator/people?q=tidak%25ada");
    expect(body.result.rows).toEqual([]);
  });

  test("with the same beginning of a name are listed by name, the newest of a name first, page by page", async () => {
    const names = Array.from({ length: moderationPageSize + 5 }, (_, at) => `Zulaikha ${"abcde"[at % 5]}`);
    const made: { id: string; name: string }[] = [];
    for (const name of names) made.push({ id: await makeUser(context, { name }), name });
    const wanted = made.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? 1 : -1));
    const listed: string[] = [];
    for (let next: string | null = ""; next !== null;) {
      const before: string = next === "" ? "" : `&before=${next}`;
      const { body } = await ani.call("GET", `/v1/operator/people?q=zulaikha${before}`);
      listed.push(...body.result.rows.map((row: { id: string }) => row.id));
      next = body.result.next;
    }
    expect(listed).toEqual(wanted.map(({ id }) => id));
  });

  test("are shown in full only with a reason, which the audit log keeps", async () => {
    const one = await makeMember();
    const url = `/v1/operator/people/${one.id}/view`;
    expect((await ani.call("POST", url, { reason: "" })).status).toBe(422);
    expect(await entriesAbout(one.id)).toEqual([]);
    const { body } = await ani.call("POST", url, { reason: "Menelepon tentang pesanan" });
    expect(body.data).toMatchObject({ name: "Sari Dewi Lestari", email: one.email, phone: "+6281299998888" });
    expect(await entriesAbout(one.id)).toEqual([
      { action: "accounts.person_viewed", reason: "Menelepon tentang pesanan" },
    ]);
  });

  test("who are blocked are logged out at once, read why after a correct login, and appeal to another operator", async () => {
    const one = await makeMember();
    const member = await person(one.id);
    expect((await member.call("GET", "/v1/users")).status).toBe(200);
    expect((await ani.call("POST", `/v1/operator/people/${one.id}/block`, reason)).status).toBe(200);
    expect((await member.call("GET", "/v1/users")).status).toBe(401);
    expect((await ani.call("POST", `/v1/operator/people/${one.id}/block`, reason)).body.code).toBe("moderation.taken");

    const wrong = await nobody().call("POST", "/v1/auth/login", { email: one.email, password: "salah-sekali" });
    expect(wrong.body.code).toBe("accounts.bad_credentials");
    const login = await nobody().call("POST", "/v1/auth/login", { email: one.email, password: one.password });
    expect([login.status, login.body.code]).toEqual([403, "accounts.blocked"]);
    const cookie = cookiesOf(login.headers);
    expect(cookie).not.toMatch(/(^|; )sid=/);
    expect((await nobody().call("GET", "/v1/auth/block")).body.result).toBeNull();
    const block = await nobody().call("GET", "/v1/auth/block", undefined, { cookie });
    expect(block.body.result).toMatchObject({ text: reason.text, can_appeal: true });
    const until = appealText(new Date(block.body.result.appeal_until));
    const [mail] = await context.db.rows<{ text: string }>(sql`
      select payload::text as text from graphile_worker._private_jobs where payload->>'dedupeKey' = ${`measure ${block.body.result.id}`}`);
    expect(mail?.text).toContain(until);
    expect((await nobody().call("GET", "/v1/users", undefined, { cookie })).status).toBe(401);
    expect((await nobody().call("POST", "/v1/auth/block/appeal", appeal, { cookie })).status).toBe(200);
    expect((await nobody().call("POST", "/v1/auth/block/appeal", appeal, { cookie })).body.code).toBe(
      "measures.not_appealable",
    );

    const { id } = block.body.result;
    const answer = { ends: true, answer: "Foto Anda cocok, jadi blokir kami cabut." };
    expect((await ani.call("POST", `/v1/operator/appeals/${id}`, answer)).body.code).toBe("moderation.same_operator");
    expect((await budi.call("POST", `/v1/operator/appeals/${id}`, answer)).status).toBe(200);
    expect((await budi.call("POST", `/v1/operator/appeals/${id}`, answer)).body.code).toBe("moderation.no_appeal");
    const [answered] = await context.db.rows<{ text: string }>(sql`
      select payload::text as text from graphile_worker._private_jobs where payload->>'dedupeKey' = ${`appeal ${id}`}`);
    expect(answered?.text).toContain(appealOutcomes.accepted);
    const again = await nobody().call("POST", "/v1/auth/login", { email: one.email, password: one.password });
    expect(again.status).toBe(200);
    expect((await entriesAbout(one.id)).map(({ action }) => action)).toEqual([
      "accounts.person_blocked",
      "accounts.appeal_answered",
      "accounts.person_unblocked",
    ]);
    const log = JSON.stringify(await context.db.rows(sql`select * from audit_entries where subject_id = ${one.id}`));
    expect(log).toContain('"outcome":"accepted"');
    for (const personal of [reason.text, appeal.text, answer.answer]) expect(log).not.toContain(personal);
  });

  test("operators block neither themselves nor another operator", async () => {
    expect((await ani.call("POST", `/v1/operator/people/${ani.id}/block`, reason)).body.code).toBe("moderation.self");
    expect((await ani.call("POST", `/v1/operator/people/${budi.id}/block`, reason)).body.code).toBe(
      "moderation.operator",
    );
  });

  test("a login and a block at the same moment leave no session", async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await makeMember();
      await Promise.all([
        nobody().call("POST", "/v1/auth/login", { email: one.email, password: one.password }),
        ani.call("POST", `/v1/operator/people/${one.id}/block`, reason),
      ]);
      expect(await context.db.row(sql`select count(*)::int as n from sessions where user_id = ${one.id}`)).toEqual({
        n: 0,
      });
    }
  });
});

describe("a suspended shop", () => {
  test("sells nothing, keeps its orders, holds withdrawals by choice, and sells again afterwards", async () => {
    const shop = await makeShop(context);
    const paid = await makePaidOrder(context, { shops: [shop] });
    const sold = await makeProduct(context, shop.shopId, { name: "Kopi Takengon Halus" });
    const hidden = await makeProduct(context, shop.shopId, { name: "Kopi Takengon Kasar" });
    await context.db.run(sql`update products set status = 'hidden' where id = ${hidden.productId}`);
    const url = `/v1/operator/shops/${shop.shopId}/suspend`;
    expect((await ani.call("POST", url, { ...reason, holds_payouts: true })).status).toBe(200);
    expect([await statusOf(sold.productId), await statusOf(hidden.productId)]).toEqual(["suspended", "hidden"]);
    expect((await nobody().call("GET", `/v1/products/${sold.slug}`)).status).toBe(404);
    const seller = await person(shop.ownerId);
    const accepted = await seller.call("POST", "/v1/seller/orders/accept", { ids: [paid.orderId] });
    expect(accepted.status).toBe(200);
    const isToldSuspended = async () =>
      (await seller.call("GET", "/v1/seller/summary")).body.result.shop.is_suspended as boolean;
    expect(await isToldSuspended()).toBe(true);
    const account = await makeBankAccount(context, shop.ownerId);
    const preview = `/v1/seller/withdrawals/preview?amount=10000&bank_account_id=${account}`;
    expect((await seller.call("GET", preview)).body.code).toBe("payouts.shop_held");
    const [measure] = (await seller.call("GET", "/v1/seller/measures")).body.result;
    expect(measure).toMatchObject({ kind: "shop", text: reason.text, can_appeal: true });
    const ending = await budi.call("POST", `/v1/operator/measures/${measure.id}/end`, { reason: "Sudah diperbaiki" });
    expect(ending.status).toBe(200);
    expect(await isToldSuspended()).toBe(false);
    expect([await statusOf(sold.productId), await statusOf(hidden.productId)]).toEqual(["active", "hidden"]);
    expect((await seller.call("GET", preview)).body.code).toBe("payments.balance_too_low");
    expect((await nobody().call("GET", `/v1/products/${sold.slug}`)).status).toBe(200);
    expect((await entriesAbout(shop.shopId)).map(({ action }) => action)).toEqual([
      "shops.shop_suspended",
      "shops.shop_resumed",
    ]);
  });

  test("offers nothing that its seller puts on sale meanwhile, and offers it when the suspension ends", async () => {
    const shop = await makeShop(context);
    const { productId, slug, variantIds } = await makeProduct(context, shop.shopId, { name: "Teko Blirik Hijau" });
    await context.db.run(sql`update products set status = 'hidden' where id = ${productId}`);
    await ani.call("POST", `/v1/operator/shops/${shop.shopId}/suspend`, { ...reason, holds_payouts: false });
    const seller = await person(shop.ownerId);
    const shown = await offer(shop.ownerId, "active");
    expect((await seller.call("PUT", `/v1/seller/products/${productId}`, shown)).status).toBe(200);
    expect(await statusOf(productId)).toBe("suspended");
    const made = (await seller.call("POST", "/v1/seller/products", shown)).body.data;
    expect(await statusOf(made.id)).toBe("suspended");
    expect((await nobody().call("GET", `/v1/products/${slug}`)).status).toBe(404);
    const buyer = await person(await makeUser(context));
    const line = { variant_id: variantIds[0], quantity: 1, note: "" };
    expect((await buyer.call("POST", "/v1/cart/lines", line)).body.code).toBe("cart.not_sold");
    const [measure] = (await seller.call("GET", "/v1/seller/measures")).body.result;
    await budi.call("POST", `/v1/operator/measures/${measure.id}/end`, { reason: "Sudah diperbaiki" });
    expect(await statusOf(productId)).toBe("active");
  });

  test("has no product on sale when its seller shows one at the moment of the suspension", async () => {
    for (let round = 0; round < 6; round += 1) {
      const shop = await makeShop(context);
      const { productId } = await makeProduct(context, shop.shopId, {});
      await context.db.run(sql`update products set status = 'hidden' where id = ${productId}`);
      const seller = await person(shop.ownerId);
      const shown = await offer(shop.ownerId, "active");
      const [changed, made, suspended] = await Promise.all([
        seller.call("PUT", `/v1/seller/products/${productId}`, shown),
        seller.call("POST", "/v1/seller/products", shown),
        ani.call("POST", `/v1/operator/shops/${shop.shopId}/suspend`, { ...reason, holds_payouts: false }),
      ]);
      expect([changed.status, made.status, suspended.status]).toEqual([200, 200, 200]);
      expect([await statusOf(productId), await statusOf(made.body.data.id)]).toEqual(["suspended", "suspended"]);
    }
  });

  test("is suspended with its blocked seller", async () => {
    const shop = await makeShop(context);
    await ani.call("POST", `/v1/operator/people/${shop.ownerId}/block`, reason);
    expect(
      await context.db.row(
        sql`select suspended_at is not null as suspended, payouts_held from shops where id = ${shop.shopId}`,
      ),
    ).toEqual({ suspended: true, payouts_held: true });
  });
});

test("the shop of a blocked seller keeps its hold on withdrawals until the account is open again", async () => {
  const shop = await makeShop(context);
  const suspension = { ...reason, holds_payouts: false };
  await ani.call("POST", `/v1/operator/shops/${shop.shopId}/suspend`, suspension);
  await ani.call("POST", `/v1/operator/people/${shop.ownerId}/block`, reason);
  const isHeld = async () =>
    (await context.db.row<{ held: boolean }>(sql`select payouts_held as held from shops where id = ${shop.shopId}`))
      ?.held;
  expect(await isHeld()).toBe(true);
  const measures = await context.db.rows<{ id: string; kind: string }>(
    sql`select id, kind from measures where user_id = ${shop.ownerId}`,
  );
  const end = async (kind: string) =>
    (
      await budi.call("POST", `/v1/operator/measures/${measures.find((one) => one.kind === kind)?.id}/end`, {
        reason: "Sudah diperbaiki",
      })
    ).body;
  expect((await end("shop")).code).toBe("moderation.owner_blocked");
  expect(await isHeld()).toBe(true);
  await end("user");
  const mail = await context.db.row<{ text: string }>(sql`
    select payload::text as text from graphile_worker._private_jobs
    where payload->>'dedupeKey' = ${`measure end ${measures.find((one) => one.kind === "user")?.id}`}`);
  expect(mail?.text).toContain("Toko Anda tetap dihentikan");
  expect((await end("shop")).success).toBe(true);
  expect(await isHeld()).toBe(false);
});

describe("a product that was taken down", () => {
  test("is offered nowhere, cannot be put on sale by its seller, and comes back after an appeal", async () => {
    const shop = await makeShop(context);
    const { productId, slug, variantIds } = await makeProduct(context, shop.shopId, { name: "Setrika Arang Antik" });
    const buyer = await person(await makeUser(context));
    const line = { variant_id: variantIds[0], quantity: 1, note: "" };
    expect((await buyer.call("POST", "/v1/cart/lines", line)).status).toBe(200);
    await nobody().call("GET", `/v1/products/${slug}`);
    // What befell an account is no reason against a product.
    const ofAccount = { ...reason, rule: "stolen_account" };
    const refused = await ani.call("POST", `/v1/operator/products/${productId}/take-down`, ofAccount);
    expect([refused.status, refused.body.data]).toEqual([422, { rule: ["Pilih alasan."] }]);
    expect((await ani.call("POST", `/v1/operator/products/${productId}/take-down`, reason)).status).toBe(200);
    expect((await ani.call("POST", `/v1/operator/products/${productId}/take-down`, reason)).body.code).toBe(
      "moderation.taken",
    );
    expect((await nobody().call("GET", `/v1/products/${slug}`)).status).toBe(404);
    expect((await buyer.call("POST", "/v1/cart/lines", line)).status).not.toBe(200);
    const seller = await person(shop.ownerId);
    const own = (await seller.call("GET", "/v1/seller/products")).body.result;
    expect(own).toMatchObject([{ id: productId, status: "hidden", is_taken_down: true }]);
    const [measure] = (await seller.call("GET", "/v1/seller/measures")).body.result;
    const sent = await seller.call("POST", `/v1/seller/measures/${measure.id}/appeal`, appeal);
    expect(sent.status).toBe(200);
    const stranger = await person((await makeShop(context)).ownerId);
    expect((await stranger.call("POST", `/v1/seller/measures/${measure.id}/appeal`, appeal)).status).toBe(404);
    const listed = (await budi.call("GET", "/v1/operator/appeals")).body.result;
    expect(listed).toMatchObject([
      {
        id: measure.id,
        is_own: false,
        about: "Setrika Arang Antik",
        person_id: shop.ownerId,
        person_name: "Wahyu L•••",
      },
    ]);
    expect(listed).toMatchObject([{ subject_id: productId, earlier: 0 }]);
    await budi.call("POST", `/v1/operator/appeals/${measure.id}`, {
      ends: true,
      answer: "Barang ini ternyata pajangan, jadi boleh dijual.",
    });
    expect(await statusOf(productId)).toBe("active");
  });

  test("of a suspended shop stays off sale when only its own measure ends", async () => {
    const shop = await makeShop(context);
    const { productId } = await makeProduct(context, shop.shopId, {});
    await ani.call("POST", `/v1/operator/shops/${shop.shopId}/suspend`, { ...reason, holds_payouts: false });
    await ani.call("POST", `/v1/operator/products/${productId}/take-down`, reason);
    const measures = await context.db.rows<{ id: string; kind: string }>(
      sql`select id, kind from measures where shop_id = ${shop.shopId} order by taken_at, id`,
    );
    const end = (kind: string) =>
      budi.call("POST", `/v1/operator/measures/${measures.find((one) => one.kind === kind)?.id}/end`, {
        reason: "Sudah diperbaiki",
      });
    await end("product");
    expect(await statusOf(productId)).toBe("suspended");
    await end("shop");
    expect(await statusOf(productId)).toBe("active");
    expect((await end("shop")).body.code).toBe("moderation.ended");
  });
});
