import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeShopApi, type Client } from "../../../../test/make/checkout.ts";
import { makeContext } from "../../../../test/make/context.ts";
import { makePaidOrder } from "../../../../test/make/orders.ts";
import { makeShop, makeUser } from "../../../../test/make/rows.ts";
import { sql } from "#lib/database.ts";
import { addDuration, day, jakartaDay } from "#lib/time.ts";
import { paymentRoutes } from "../../routes.ts";
import type { ExemptionAnswer, TaxOfSeller, WaitingCertificate } from "./contract.ts";
import { endStatements } from "./end-statements.ts";
import { findTaxedShops } from "./tax-of-seller.ts";
import { statementEnd, statementYears, taxNumberProblem, normaliseTaxNumber, lastDayOfMonth } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let operator: Client;

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  api = await makeShopApi(context, [paymentRoutes]);
  operator = await api.as(await makeUser(context, { type: "operator" }));
});
afterAll(async () => {
  const roles = await context.db.rows(sql`select distinct actor_role as role from audit_entries`);
  await api.close();
  await context.close();
  expect(roles, "entries of the audit log name the operator's role").toEqual([{ role: "owner" }]);
});

const now = () => context.clock.now();
const inDays = (days: number) => jakartaDay(addDuration(now(), days * day));
const year = () => Number(jakartaDay(now()).slice(0, 4));
const identity = {
  kind: "person",
  number_kind: "nik",
  number: "3201 0101 0190 0001",
  name: "Wahyu Laksono",
  address: "Jalan Merdeka 10, Bandung",
};

async function makeSeller(fields: object = {}) {
  const shop = await makeShop(context);
  const client = await api.as(shop.ownerId);
  const declared = await client("PUT", "/v1/seller/tax/identity", { ...identity, ...fields });
  return { ...shop, client, declared };
}
const taxOf = async (client: Client) => (await client("GET", "/v1/seller/tax")).body.result as unknown as TaxOfSeller;
const isTaxed = async (shopId: string, at = now()) =>
  (await findTaxedShops(context.db, [shopId], { isOn: true, now: at })).has(shopId);
async function state(client: Client) {
  const [statement] = (await taxOf(client)).statements;
  return client("POST", "/v1/seller/tax/statements", { year: statement?.year, text: statement?.text });
}
async function certify(client: Client, fields: object = {}) {
  const { certificate_text: text } = await taxOf(client);
  const body = { number: "KET-12/2026", text, valid_from: inDays(-20), valid_until: inDays(40), ...fields };
  const { status, body: answer } = await client("POST", "/v1/seller/tax/certificates", body);
  return { status, code: answer.code, tax: answer.data as unknown as TaxOfSeller };
}

describe("the taxpayer behind a shop", () => {
  test("is stored with a sealed number, of which the seller sees four digits", async () => {
    const { client, shopId } = await makeSeller();
    expect((await taxOf(client)).identity).toMatchObject({
      kind: "person",
      number: "•••• 0001",
      name: "Wahyu Laksono",
    });
    const row = await context.db.row<{ row: string }>(sql`
      select to_jsonb(i)::text || encode(number_sealed, 'escape') as row from tax_identities i where shop_id = ${shopId}`);
    expect(row?.row).not.toContain("320101019000");
    const { number: _number, ...rest } = identity;
    expect((await client("PUT", "/v1/seller/tax/identity", { ...rest, name: "Wahyu L." })).status).toBe(200);
    expect((await taxOf(client)).identity).toMatchObject({ number: "•••• 0001", name: "Wahyu L." });
  });

  test.each([
    ["a NIK with too few digits", { number: "320101019000" }, "number"],
    ["a NIK without a date", { number: "3201019913990001" }, "number"],
    ["letters", { number: "32010101019000AB" }, "number"],
    ["digits of another script", { number: "３２０１０１０１９０００１１１１" }, "number"],
    ["one digit repeated", { number: "1111111111111111" }, "number"],
    ["no number", { number: "" }, "number"],
    ["an endless number", { number: "1".repeat(10_000) }, "number"],
    ["a company with a NIK", { kind: "company" }, "number_kind"],
    ["no name", { name: " " }, "name"],
    ["an address of one word", { address: "Jalan" }, "address"],
    ["a field that does not exist", { is_exempt: true }, "is_exempt"],
  ])("is refused with %s, and nothing is stored", async (_what, fields, wrong) => {
    const { declared, client } = await makeSeller(fields);
    expect([declared.status, declared.body.code]).toEqual([422, "request.invalid"]);
    expect(Object.keys(declared.body.data)).toEqual([wrong]);
    expect((await taxOf(client)).identity).toBeNull();
  });

  test("has a number of 16 digits; an old NPWP of 15 gets a 0", () => {
    expect(normaliseTaxNumber("npwp", "01.234.567.8-901.000")).toBe("0012345678901000");
    expect(taxNumberProblem("npwp", "0012345678901000")).toBeNull();
    expect(taxNumberProblem("nik", "3201015501900001")).toBeNull();
    expect(taxNumberProblem("nik", "3201010113900001")).toMatch("NIK");
  });
});

describe("a statement about the turnover", () => {
  test("exempts a person from the moment it is handed in until the year ends, with the exact text", async () => {
    const { client, shopId } = await makeSeller();
    expect(await isTaxed(shopId)).toBe(true);
    const { text } = (await taxOf(client)).statements[0] ?? { text: "" };
    expect(text).toMatch(/NIK •••• 0001.*tidak melebihi Rp500\.000\.000/);
    for (const other of ["Benar.", `${text} `])
      expect((await client("POST", "/v1/seller/tax/statements", { year: year(), text: other })).body.code).toBe(
        "tax.text_changed",
      );
    expect((await state(client)).status).toBe(200);
    const [stored] = (await taxOf(client)).exemptions;
    expect(stored).toMatchObject({ status: "accepted", valid_from: inDays(0), valid_until: `${year()}-12-31`, text });
    expect([await isTaxed(shopId), await isTaxed(shopId, addDuration(now(), -day))]).toEqual([false, true]);
    expect(await isTaxed(shopId, new Date(`${year() + 1}-01-01T00:00:00+07:00`))).toBe(true);
    expect((await client("POST", "/v1/seller/tax/statements", { year: year(), text })).body.code).toBe(
      "tax.exemption_known",
    );
  });

  test("is refused without a taxpayer, from a company, for another year and beyond the turnover", async () => {
    const { client: nobody } = { client: await api.as((await makeShop(context)).ownerId) };
    const body = { year: year(), text: "Benar." };
    expect((await nobody("POST", "/v1/seller/tax/statements", body)).body.code).toBe("tax.identity_needed");
    const { client: company } = await makeSeller({ kind: "company", number_kind: "npwp", number: "0012345678901234" });
    expect((await company("POST", "/v1/seller/tax/statements", body)).body.code).toBe("tax.only_persons");
    expect((await taxOf(company)).statements).toEqual([]);
    const { client: person } = await makeSeller();
    expect((await person("POST", "/v1/seller/tax/statements", { ...body, year: year() - 1 })).status).toBe(422);
  });

  test("counts no longer when the shop belongs to a company", async () => {
    const { client, shopId } = await makeSeller();
    await state(client);
    await client("PUT", "/v1/seller/tax/identity", {
      ...identity,
      kind: "company",
      number_kind: "npwp",
      number: "0012345678901234",
    });
    expect(await isTaxed(shopId)).toBe(true);
  });

  test("ends with the month when its seller says so, once, and no other seller can end it", async () => {
    const { client, shopId } = await makeSeller();
    await state(client);
    const id = (await taxOf(client)).exemptions[0]?.id ?? "";
    const stranger = (await makeSeller()).client;
    const end = async (who: Client) => (await who("POST", `/v1/seller/tax/statements/${id}/end`)).body.code;
    expect(await end(stranger)).toBe("request.not_found");
    const isDecember = jakartaDay(now()).slice(5, 7) === "12";
    expect(await end(client)).toBe(isDecember ? "tax.exemption_decided" : undefined);
    expect(await end(client)).toBe("tax.exemption_decided");
    const last = lastDayOfMonth(inDays(0));
    expect((await taxOf(client)).exemptions[0]).toMatchObject({ valid_until: last });
    expect(await isTaxed(shopId, addDuration(new Date(`${last}T12:00:00+07:00`), day))).toBe(true);
  });

  test("ends with the month in which the turnover in our books exceeds the limit", async () => {
    expect(statementEnd({ beforeMonth: 0, untilNow: 500_000_000 }, "2026-11-22")).toBeNull();
    expect(statementEnd({ beforeMonth: 0, untilNow: 500_000_001 }, "2026-11-22")).toBe("2026-11-30");
    expect(statementEnd({ beforeMonth: 500_000_001, untilNow: 500_000_001 }, "2026-11-22")).toBe("2026-10-31");
    expect([
      statementYears(new Date("2026-11-30T23:59:59+07:00")),
      statementYears(new Date("2026-12-01T00:00:00+07:00")),
    ]).toEqual([[2026], [2026, 2027]]);
    const { client, shopId, ownerId } = await makeSeller();
    await state(client);
    await endStatements(context, now());
    expect((await taxOf(client)).exemptions[0]?.ended_reason).toBeNull();
    await makePaidOrder(context, { shops: [{ shopId, ownerId }], price: 500_000_001 });
    await endStatements(context, now());
    await endStatements(context, now());
    const tax = await taxOf(client);
    // A statement of this year ends with December anyway.
    const endedReason = jakartaDay(now()).slice(5, 7) === "12" ? null : "turnover";
    expect(tax).toMatchObject({ turnover: 500_000_001, exemptions: [{ ended_reason: endedReason }] });
    expect(tax.exemptions[0]?.valid_until).toBe(lastDayOfMonth(inDays(0)));
    const told = await context.db.rows(
      sql`select 1 from notifications where user_id = ${ownerId} and title = 'Surat pernyataan Anda berakhir'`,
    );
    expect(told).toHaveLength(endedReason === null ? 0 : 1);
    const second = await makeSeller();
    await makePaidOrder(context, { shops: [second], price: 500_000_001 });
    expect((await second.client("POST", "/v1/seller/tax/statements", { year: year(), text: "x" })).body.code).toBe(
      "tax.text_changed",
    );
    // In December one of the next year can be handed in.
    expect((await taxOf(second.client)).statements.filter((one) => one.year === year())).toEqual([]);
  });
});

describe("a certificate of the tax office", () => {
  const waiting = async () =>
    (await operator("GET", "/v1/operator/tax/certificates")).body.result as unknown as WaitingCertificate[];
  const decide = async (id: string, body: object) => {
    const { status, body: answer } = await operator("POST", `/v1/operator/tax/certificates/${id}/decide`, body);
    return { status, code: answer.code, data: answer.data as unknown as ExemptionAnswer };
  };

  test("exempts a shop from its acceptance until its last day, and its seller is notified", async () => {
    const { client, shopId, ownerId } = await makeSeller({
      kind: "company",
      number_kind: "npwp",
      number: "0012345678901234",
    });
    expect(await certify(client)).toMatchObject({ status: 200 });
    expect(await isTaxed(shopId)).toBe(true);
    expect(await certify(client, { text: "x" })).toMatchObject({ code: "tax.text_changed" });
    const row = (await waiting()).find(({ number }) => number === "NPWP 0012 3456 7890 1234");
    expect(row).toMatchObject({ taxpayer: "Wahyu Laksono", certificate_number: "KET-12/2026" });
    const id = row?.id ?? "";
    const days = { valid_from: inDays(-20), valid_until: inDays(40) };
    expect(await decide(id, { accept: true, ...days })).toMatchObject({
      status: 200,
      data: { status: "accepted", valid_from: inDays(0), valid_until: inDays(40) },
    });
    expect(await isTaxed(shopId)).toBe(false);
    expect([
      await isTaxed(shopId, addDuration(now(), -day)),
      await isTaxed(shopId, addDuration(now(), 41 * day)),
    ]).toEqual([true, true]);
    expect(await decide(id, { accept: false, reason: "Sudah lewat" })).toMatchObject({ code: "tax.exemption_decided" });
    const told = await context.db.row(
      sql`select 1 from notifications where user_id = ${ownerId} and title = 'SKB Anda diterima'`,
    );
    expect(told).toBeDefined();
    const readings = await context.db.row<{ n: number }>(
      sql`select count(*)::int as n from tax_readings where file = 'exemptions'`,
    );
    expect(readings?.n).toBeGreaterThan(0);
  });

  test("ends when the shop gets another taxpayer, and stays when only the name is corrected", async () => {
    const { client, shopId } = await makeSeller();
    const identify = (fields: object) => client("PUT", "/v1/seller/tax/identity", { ...identity, ...fields });
    await certify(client);
    const id = (await waiting()).at(-1)?.id ?? "";
    await decide(id, { accept: true, valid_from: inDays(0), valid_until: inDays(40) });
    await identify({ name: "Wahyu Laksana" });
    expect(await isTaxed(shopId)).toBe(false);
    await identify({ number: "3273010101900099" });
    expect(await isTaxed(shopId)).toBe(true);
    await certify(client);
    await identify({ number: "3273010101900098" });
    expect((await taxOf(client)).exemptions.filter(({ status }) => status === "waiting")).toEqual([]);
  });

  test("that is refused exempts nobody, and another one can be handed in", async () => {
    const { client, shopId } = await makeSeller();
    await certify(client, { number: "=HYPERLINK(1)" });
    const id = (await waiting()).at(-1)?.id ?? "";
    expect(await decide(id, { accept: false, reason: "Nomor tidak terdaftar di DJP" })).toMatchObject({ status: 200 });
    expect((await taxOf(client)).exemptions[0]).toMatchObject({
      status: "refused",
      reason: "Nomor tidak terdaftar di DJP",
    });
    expect(await isTaxed(shopId)).toBe(true);
    expect(await certify(client)).toMatchObject({ status: 200 });
  });

  test.each([
    ["days in the wrong order", { valid_from: "2027-02-01", valid_until: "2027-01-01" }],
    ["a period of more than a year", { valid_from: "2026-01-01", valid_until: "2027-12-31" }],
    ["a period that is over", { valid_from: "2020-01-01", valid_until: "2020-12-31" }],
    ["no day", { valid_from: "besok" }],
    ["an empty number", { number: " " }],
  ])("is refused with %s", async (_what, fields) => {
    const { client } = await makeSeller();
    expect(await certify(client, fields)).toMatchObject({ status: 422, code: "request.invalid" });
  });
});
