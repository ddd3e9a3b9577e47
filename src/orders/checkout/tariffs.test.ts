/** Prices of couriers that an operator imports, up to the checkout. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { addDuration, day, hour, jakartaDay, minute } from "#lib/time.ts";
import { importTariffs } from "#shipping/tariffs/import-tariffs.ts";
import type { CourierInForce } from "#shipping/tariffs/rates-in-force.ts";
import { quotedTariffDuration } from "#shipping/tariffs/rules.ts";
import { makeBuying } from "../../../test/make/buyers.ts";
import { makeCartLine, makeShopApi } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeShop, makeUser } from "../../../test/make/rows.ts";
import { checkoutRoutes } from "./routes.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let operator: Awaited<ReturnType<typeof api.as>>;
let { buyer, variant, quoteOf, pay } = {} as ReturnType<typeof makeBuying>;

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  api = await makeShopApi(context, [checkoutRoutes]);
  operator = await api.as(await makeUser(context, { type: "operator" }));
  const shop = await makeShop(context);
  await context.db.run(sql`update shops set couriers = '{jne-reg}' where id = ${shop.shopId}`);
  ({ buyer, variant, quoteOf, pay } = makeBuying(context, api, shop.shopId));
});
afterAll(async () => {
  await api.close();
  await context.close();
});

const head = "kurir,asal,tujuan,per_kg,kg_berikutnya,min_kg,pembagi,hari_min,hari_max";
const today = () => jakartaDay(context.clock.now());
async function districtOf(addressId: string): Promise<string> {
  const row = await context.db.row<{ code: string }>(
    sql`select district_code as code from addresses where id = ${addressId}`,
  );
  return row?.code ?? "";
}
async function makeReady() {
  const one = await buyer();
  await makeCartLine(context, one.id, await variant());
  return { one, district: await districtOf(one.addressId) };
}
async function importRate(district: string, perKg: number, from = today()) {
  const csv = `${head}\njne-reg,*,${district},${perKg},,,,2,3`;
  const { status, body } = await operator("POST", "/v1/operator/tariffs", { csv, from, note: "Daftar harga uji" });
  expect(status, JSON.stringify(body)).toBe(200);
  return (body.data as unknown as { id: string }).id;
}
/** Makes the last list begin earlier. */
const ageList = (id: string, by: number) =>
  context.db.run(sql`
    update tariff_lists set begins_at = begins_at - make_interval(secs => ${by / 1000}), created_at = created_at - make_interval(secs => ${by / 1000})
    where id = ${id}`);

test("an imported price is quoted and paid in its district, from its day on, and taken back with its list", async () => {
  const { one, district } = await makeReady();
  const before = (await quoteOf(one)).shipping_total;
  const later = await importRate(district, 88_000, jakartaDay(addDuration(context.clock.now(), 3 * day)));
  expect((await quoteOf(one)).shipping_total).toBe(before);
  const id = await importRate(district, 77_000);
  const quote = await quoteOf(one);
  expect(quote.shipping_total).toBe(77_000);
  expect(quote.shops[0]?.shipping_options).toMatchObject([{ price: 77_000, eta: "2–3 hari" }]);
  expect((await pay(one, quote)).status).toBe(200);
  for (const list of [id, later])
    expect((await operator("POST", `/v1/operator/tariffs/${list}/withdraw`)).status).toBe(200);
  expect((await operator("POST", `/v1/operator/tariffs/${id}/withdraw`)).body.code).toBe("request.not_found");
  const next = await makeReady();
  expect((await quoteOf(next.one)).shipping_total).toBe(before);
  const actions = await context.db.rows<{ action: string }>(
    sql`select action from audit_entries where subject_id = ${id} order by id`,
  );
  expect(actions.map(({ action }) => action)).toEqual(["shipping.tariffs_imported", "shipping.tariffs_withdrawn"]);
});

test("a checkout keeps the price that its buyer saw for a time, whether a tariff begins or is taken back meanwhile", async () => {
  const first = await makeReady();
  const quote = await quoteOf(first.one);
  const id = await importRate(first.district, 66_000);
  const paid = await pay(first.one, quote);
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);

  const second = await makeReady();
  const dear = await quoteOf(second.one);
  expect(dear.shipping_total).toBe(66_000);
  await ageList(id, quotedTariffDuration + minute);
  await operator("POST", `/v1/operator/tariffs/${id}/withdraw`);
  expect((await pay(second.one, dear)).status).toBe(200);

  const third = await makeReady();
  const old = await quoteOf(third.one);
  const other = await importRate(third.district, 55_000);
  await ageList(other, quotedTariffDuration + hour);
  const refused = await pay(third.one, old);
  expect([refused.status, refused.body.code]).toEqual([409, "checkout.quote_changed"]);
  await operator("POST", `/v1/operator/tariffs/${other}/withdraw`);
});

test("a file is previewed and refused by line, and only who may change tariffs stores one", async () => {
  const preview = async (...lines: string[]) =>
    (await operator("POST", "/v1/operator/tariffs/preview", { csv: [head, ...lines].join("\n"), from: today() })).body;
  const { result } = await preview(
    "jne-reg,*,sekota,10000,,,,1,2",
    "jne-reg,*,seprovinsi,14000,,,,1,3",
    "jne-reg,99,sekota,1000,,,,1,1",
  );
  expect(result).toMatchObject({
    counts: { add: 0, change: 1, stop: 0, same: 1, refused: 1 },
    lines: [{ line: 3, before: { perKg: 13_000 }, effect: "change" }],
    refused: [{ line: 4, problem: "Kode wilayah 99 tidak dikenal." }],
  });
  expect((await preview("bukan")).result).toMatchObject({ counts: { refused: 1 } });
  const open = await operator("POST", "/v1/operator/tariffs/preview", { csv: `"${head}\njne-reg`, from: today() });
  expect(open.body.result).toMatchObject({
    counts: { refused: 1 },
    refused: [{ line: 1, problem: "Tanda kutip di baris ini tidak ditutup." }],
  });
  const none = await operator("POST", "/v1/operator/tariffs/preview", { csv: "bukan", from: today() });
  expect(none.body.code).toBe("tariffs.not_csv");
  const send = (csv: string, from = today()) =>
    operator("POST", "/v1/operator/tariffs", { csv: `${head}\n${csv}`, from, note: "" });
  expect((await send("jne-reg,*,sekota,10000,,,,1,2")).body.code).toBe("tariffs.nothing_changes");
  expect((await send("jne-reg,*,sekota,abc,,,,1,2")).body.code).toBe("tariffs.lines_refused");
  expect((await send("jne-reg,*,sekota,9000,,,,1,2", "2020-01-01")).body.code).toBe("tariffs.day_wrong");
  const support = await makeUser(context, { type: "operator" });
  await context.db.run(sql`update users set operator_role = 'support' where id = ${support}`);
  const reader = await api.as(support);
  expect((await reader("GET", "/v1/operator/tariffs")).status).toBe(200);
  expect((await reader("POST", "/v1/operator/tariffs", { csv: head, from: today(), note: "" })).status).toBe(403);
});

test("a file that is sent many times at once is stored once, so withdrawing its list ends its price", async () => {
  const { one, district } = await makeReady();
  const priceOf = async () => (await quoteOf(one)).shipping_total;
  const before = await priceOf();
  for (const from of [today(), jakartaDay(addDuration(context.clock.now(), 3 * day))]) {
    const csv = `${head}\njne-reg,*,${district},${from === today() ? 44_000 : 45_000},,,,2,3`;
    const send = () => operator("POST", "/v1/operator/tariffs", { csv, from, note: "Sekaligus" });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    const stored = answers.filter(({ status }) => status === 200);
    expect(stored).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "tariffs.nothing_changes")).toHaveLength(9);
    const [{ id }] = stored.map(({ body }) => body.data) as unknown as [{ id: string }];
    if (from === today()) await expect.poll(priceOf).toBe(44_000);
    expect((await operator("POST", `/v1/operator/tariffs/${id}/withdraw`)).status).toBe(200);
    await expect.poll(priceOf).toBe(before);
  }
});

test("an import counts after the change that it waited for, also by the clock of a process that is behind", async () => {
  const { one, district } = await makeReady();
  const priceOf = async () => (await quoteOf(one)).shipping_total;
  const before = await priceOf();
  const now = context.clock.now();
  const behind = addDuration(now, -minute);
  const importAt = (perKg: number, at: Date) =>
    importTariffs(
      context,
      null,
      { csv: `${head}\njne-reg,*,${district},${perKg},,,,2,3`, from: today(), note: "" },
      at,
    );
  const first = await importAt(41_000, now);
  await expect(importAt(41_000, behind)).rejects.toMatchObject({ code: "tariffs.nothing_changes" });
  const second = await importAt(42_000, behind);
  await expect.poll(priceOf).toBe(42_000);
  for (const { id } of [second, first]) await operator("POST", `/v1/operator/tariffs/${id}/withdraw`);
  const third = await importAt(41_000, behind);
  await expect.poll(priceOf).toBe(41_000);
  await operator("POST", `/v1/operator/tariffs/${third.id}/withdraw`);
  await expect.poll(priceOf).toBe(before);
});

test("operators see what counts now by courier and zone, and how many routes have a rate of their own", async () => {
  const inForce = async () => {
    const { body } = await operator("GET", "/v1/operator/tariffs");
    const { in_force: all } = body.result as unknown as { in_force: CourierInForce[] };
    return all.find(({ courier }) => courier === "jne-yes");
  };
  const before = await inForce();
  expect(before).toMatchObject({ exact_routes: 0 });
  expect(before?.zones.map(({ is_imported: isImported }) => isImported)).toEqual([false, false, false, false, false]);
  const [first] = before?.zones ?? [];
  const csv = `${head}\njne-yes,*,${first?.zone},19500,,,,1,1\njne-yes,32,31,40000,,,,1,2`;
  const { status, body } = await operator("POST", "/v1/operator/tariffs", { csv, from: today(), note: "Zona" });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(await inForce()).toMatchObject({
    exact_routes: 1,
    zones: [{ ...first, per_kg: 19_500, is_imported: true }, {}, {}, {}, {}],
  });
});
