import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { addDuration, day, jakartaDay } from "#lib/time.ts";
import { makeShopApi } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeShop, makeUser } from "../../../test/make/rows.ts";
import { makeVoucher } from "../../../test/make/vouchers.ts";
import { makeMarket, makePerson } from "../../../test/spec/make-market.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { voucherRefusals, type OfferedVoucher, type OwnVoucher } from "./contract.ts";
import { voucherRoutes } from "./routes.ts";
import { maxActiveVouchers, maxMinGoods, shopVouchersSetting, voucherQuotaLimits } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let operator: Awaited<ReturnType<typeof api.as>>;
beforeAll(async () => {
  context = await makeContext();
  api = await makeShopApi(context, [voucherRoutes]);
  operator = await api.as(await makeUser(context, { type: "operator" }));
});
afterAll(async () => {
  const roles = await context.db.rows(sql`select distinct actor_role as role from audit_entries`);
  await api.close();
  await context.close();
  expect(roles, "entries of the audit log name the operator's role").toEqual([{ role: "owner" }]);
});

const today = (days = 0) => jakartaDay(addDuration(context.clock.now(), days * day));
const bodyOf = (fields: object = {}) => ({
  voucher_code: " hemat10 ",
  kind: "percent",
  percent: 10,
  max_amount: 20_000,
  min_goods: 50_000,
  category: null,
  quota: 100,
  per_buyer: 1,
  starts_on: today(),
  ends_on: today(7),
  is_listed: true,
  ...fields,
});
const platformBody = (fields: object = {}) => bodyOf({ is_alone: false, ...fields });

async function newSeller() {
  const { shopId, ownerId } = await makeShop(context);
  const call = await api.as(ownerId);
  const slug = (await context.db.row<{ slug: string }>(sql`select slug from shops where id = ${shopId}`))?.slug ?? "";
  const list = async (url = "/v1/seller/vouchers") =>
    (await call("GET", url)).body.result as unknown as { rows: OwnVoucher[]; more: boolean };
  return { shopId, slug, call, list };
}

describe("a seller", () => {
  test("creates a voucher with a code in any case, sees it, and buyers see it at the shop", async () => {
    const { call, list, slug } = await newSeller();
    const { status, body } = await call("POST", "/v1/seller/vouchers", bodyOf());
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data).toMatchObject({
      voucher_code: "HEMAT10",
      title: "Diskon 10% hingga Rp20.000",
      phase: "running",
      stacking_group: "shop",
      used: 0,
      max_cost: 2_000_000,
    });
    expect((await list()).rows).toHaveLength(1);
    const offered = (await call("GET", `/v1/merchants/${slug}/vouchers`)).body.result as unknown as OfferedVoucher[];
    expect(offered).toMatchObject([{ voucher_code: "HEMAT10", bearer: "shop" }]);
  });

  test("sees before creating it what a voucher costs at most, and nothing is stored", async () => {
    const { call, list } = await newSeller();
    const { body } = await call("POST", "/v1/seller/vouchers/preview", bodyOf({ quota: 50 }));
    expect(body.result).toMatchObject({
      max_cost: 1_000_000,
      text: "Anda menanggung paling banyak Rp1.000.000 (50 kali pemakaian, paling banyak Rp20.000 setiap kali).",
    });
    expect((await list()).rows).toEqual([]);
  });

  test("stops a voucher once; it moves to the past ones and its code is free again", async () => {
    const { call, list, slug } = await newSeller();
    const { id } = (await call("POST", "/v1/seller/vouchers", bodyOf())).body.data as unknown as OwnVoucher;
    expect((await call("POST", "/v1/seller/vouchers", bodyOf())).body.code).toBe("vouchers.code_taken");
    expect((await call("POST", `/v1/seller/vouchers/${id}/stop`)).status).toBe(200);
    expect((await call("POST", `/v1/seller/vouchers/${id}/stop`)).body.code).toBe("vouchers.already_stopped");
    expect((await list()).rows).toEqual([]);
    expect((await list("/v1/seller/vouchers?view=past")).rows).toMatchObject([{ id, phase: "stopped" }]);
    expect((await call("GET", `/v1/merchants/${slug}/vouchers`)).body.result).toEqual([]);
    expect((await call("POST", "/v1/seller/vouchers", bodyOf())).status).toBe(200);
  });

  test("uses the code of an ended voucher again", async () => {
    const { call, shopId } = await newSeller();
    await makeVoucher(context, {
      shopId,
      code: "HEMAT10",
      startsAt: addDuration(context.clock.now(), -3 * day),
      endsAt: addDuration(context.clock.now(), -day),
    });
    expect((await call("POST", "/v1/seller/vouchers", bodyOf())).status).toBe(200);
  });

  test("neither sees nor stops the voucher of another shop or of the platform", async () => {
    const mine = await newSeller();
    const theirs = await newSeller();
    const other = await makeVoucher(context, { shopId: theirs.shopId });
    const platform = await makeVoucher(context);
    for (const { id } of [other, platform])
      expect((await mine.call("POST", `/v1/seller/vouchers/${id}/stop`)).body.code).toBe("request.not_found");
    expect((await mine.list()).rows).toEqual([]);
  });

  test("creates the same voucher ten times at once only once", async () => {
    const { call, list } = await newSeller();
    const answers = await Promise.all(Array.from({ length: 10 }, () => call("POST", "/v1/seller/vouchers", bodyOf())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await list()).rows).toHaveLength(1);
  });

  test("has a limited number of vouchers that have not ended", async () => {
    const { call, shopId } = await newSeller();
    for (let at = 0; at < maxActiveVouchers.shop; at += 1) await makeVoucher(context, { shopId });
    expect((await call("POST", "/v1/seller/vouchers", bodyOf())).body.code).toBe("vouchers.too_many");
  });

  test("offers buyers neither vouchers for codes alone nor those that have not begun", async () => {
    const { call, slug } = await newSeller();
    await call("POST", "/v1/seller/vouchers", bodyOf({ voucher_code: "RAHASIA", is_listed: false }));
    await call("POST", "/v1/seller/vouchers", bodyOf({ voucher_code: "BESOK", starts_on: today(1) }));
    expect((await call("GET", `/v1/merchants/${slug}/vouchers`)).body.result).toEqual([]);
  });

  test.each([
    ["voucher_code", { voucher_code: "HEMAT 10" }],
    ["voucher_code", { voucher_code: "ABC" }],
    ["voucher_code", { voucher_code: "A".repeat(21) }],
    ["percent", { percent: null }],
    ["percent", { percent: 0 }],
    ["percent", { percent: 101 }],
    ["percent", { kind: "fixed" }],
    ["max_amount", { max_amount: 99 }],
    ["max_amount", { max_amount: 10_000_001 }],
    ["max_amount", { max_amount: 100.5 }],
    ["min_goods", { min_goods: -1 }],
    ["quota", { quota: 0 }],
    ["per_buyer", { quota: 5, per_buyer: 6 }],
    ["starts_on", { starts_on: "2020-01-01" }],
    ["starts_on", { starts_on: "2999-01-01", ends_on: "2999-01-02" }],
    ["starts_on", { starts_on: "31/12/2026" }],
    ["ends_on", { starts_on: "2027-01-02", ends_on: "2027-01-01" }],
    ["ends_on", { ends_on: "2999-01-01" }],
    ["category", { category: "tidak-ada" }],
    ["is_alone", { is_alone: true }],
    ["used", { used: 5 }],
  ])("gets a sentence at %s for %j", async (field, fields) => {
    const { call, list } = await newSeller();
    const { status, body } = await call("POST", "/v1/seller/vouchers", bodyOf(fields));
    expect(status).toBe(422);
    expect(Object.keys(body.data)).toEqual([field]);
    expect((await list()).rows).toEqual([]);
  });
});

test("a voucher's amount, minimum or quota beyond its bounds is refused with the bound as people write it", async () => {
  const { call } = await newSeller();
  const { body } = await call(
    "POST",
    "/v1/seller/vouchers",
    bodyOf({ max_amount: 10_000_001, min_goods: 10 ** 12, quota: 10 ** 9 }),
  );
  expect(body.data).toEqual({
    max_amount: ["Paling banyak Rp10.000.000."],
    min_goods: [`Paling banyak ${formatRupiah(maxMinGoods)}.`],
    quota: [`Paling banyak ${formatCount(voucherQuotaLimits.max)}.`],
  });
  const low = await call("POST", "/v1/seller/vouchers", bodyOf({ max_amount: 99 }));
  expect(low.body.data).toEqual({ max_amount: ["Paling sedikit Rp100."] });
});

describe("an operator", () => {
  test("creates a voucher that the platform bears, also one that goes with no other, and stops it", async () => {
    const { status, body } = await operator(
      "POST",
      "/v1/operator/vouchers",
      platformBody({ voucher_code: "kawung26" }),
    );
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data).toMatchObject({ voucher_code: "KAWUNG26", stacking_group: "discount" });
    const alone = platformBody({ voucher_code: "SENDIRI", kind: "free_shipping", percent: null, is_alone: true });
    expect((await operator("POST", "/v1/operator/vouchers", alone)).body.data).toMatchObject({
      title: "Gratis ongkir hingga Rp20.000",
      stacking_group: "alone",
    });
    const { id } = body.data as unknown as OwnVoucher;
    expect((await operator("POST", `/v1/operator/vouchers/${id}/stop`)).body.data).toMatchObject({ phase: "stopped" });
  });

  test("sees the platform's vouchers only, page by page", async () => {
    const { shopId } = await newSeller();
    await makeVoucher(context, { shopId, code: "MILIKTOKO" });
    await makeVoucher(context, { buyerId: await makeUser(context), quota: 1, code: "PRIBADI1" });
    for (let at = 0; at < 31; at += 1) await makeVoucher(context);
    const read = async (url: string) =>
      (await operator("GET", url)).body.result as unknown as { rows: OwnVoucher[]; more: boolean };
    const first = await read("/v1/operator/vouchers");
    const second = await read("/v1/operator/vouchers?page=2");
    expect([first.rows.length, first.more]).toEqual([30, true]);
    const codes = [...first.rows, ...second.rows].map((row) => row.voucher_code);
    expect(codes).not.toContain("MILIKTOKO");
    expect(codes).not.toContain("PRIBADI1");
  });
});

describe("while operators take no vouchers of shops", () => {
  afterEach(() => applySettings({}, new Set()));

  test("a seller's new voucher is refused with a sentence; the running one is offered, and its seller can stop it", async () => {
    const { call, list, slug } = await newSeller();
    const made = (await call("POST", "/v1/seller/vouchers", bodyOf())).body.data as unknown as OwnVoucher;
    applySettings({ [shopVouchersSetting.key]: false }, new Set());
    for (const url of ["/v1/seller/vouchers", "/v1/seller/vouchers/preview"])
      expect(await call("POST", url, bodyOf({ voucher_code: "HEMAT20" }))).toMatchObject({
        status: 409,
        body: { code: "vouchers.shop_closed", message: voucherRefusals.shopClosed.message },
      });
    expect((await list()).rows).toMatchObject([{ voucher_code: "HEMAT10", phase: "running" }]);
    const offered = async () =>
      (await (await api.as(null))("GET", `/v1/merchants/${slug}/vouchers`)).body.result as unknown as OfferedVoucher[];
    expect(await offered()).toMatchObject([{ voucher_code: "HEMAT10" }]);
    expect((await call("POST", `/v1/seller/vouchers/${made.id}/stop`)).status).toBe(200);
    expect(await offered()).toEqual([]);
  });

  test("the platform still creates its own vouchers", async () => {
    applySettings({ [shopVouchersSetting.key]: false }, new Set());
    const { status } = await operator("POST", "/v1/operator/vouchers", platformBody({ voucher_code: "PASAR77" }));
    expect(status).toBe(200);
  });

  test("a seller's page of a new voucher is not found, and the list says why and has no button", async () => {
    const market = await makeMarket();
    try {
      const seller = await makePerson(market, "penjual");
      await market.context.db.run(sql`update shops set owner_id = ${seller.id} where slug = 'griya-laksono'`);
      const listed = sellerHrefs.sellerVouchers();
      expect((await seller.open(sellerHrefs.sellerVoucher())).status).toBe(200);
      expect((await seller.open(listed)).text).toContain("Buat voucher");
      applySettings({ [shopVouchersSetting.key]: false }, new Set());
      expect((await seller.open(sellerHrefs.sellerVoucher())).status).toBe(404);
      const { text } = await seller.open(listed);
      expect(text).toContain("Voucher baru sedang tidak diterima.");
      expect(text).not.toContain("Buat voucher");
    } finally {
      await market.close();
    }
  });
});
