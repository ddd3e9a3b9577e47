/** Names that people chose are in files which operators and sellers open in a spreadsheet. None may begin a formula. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCsvRows, type CsvSeparator } from "../../src/lib/csv.ts";
import { sql } from "../../src/lib/database.ts";
import { addDuration, day, jakartaDay } from "../../src/lib/time.ts";
import { operatorJobs } from "../../src/operator/jobs.ts";
import { exportKindNames } from "../../src/operator/exports/rules.ts";
import { renderBankFile } from "../../src/payments/payouts/review/bank-file.ts";
import { neutralLayout } from "../../src/payments/payouts/review/rules.ts";
import { sellersCsv, vatCsv, withheldCsv } from "../../src/payments/tax/files/tax-csv.ts";
import { workJobs } from "../run-jobs.ts";
import { makeWorld, type World } from "./make-world.ts";

/** Each begins a formula: at its start, after the separator of another language, or behind a quote. */
const hostile = ["=1+1|cmd", "+SUM(1)", "-2+3|cmd", "@SUM(1)", "Toko;=1+1|cmd", 'Toko,"@SUM(1)', "'=1+1", "＝SUM(1)"];
const amount = /^-?\d+(?:[.,]\d+)?$/;

const root = fileURLToPath(new URL("../..", import.meta.url));
let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** Gives everybody and everything in the files this name. */
async function rename(text: string): Promise<void> {
  const { db } = world.context;
  await db.run(sql`update users set name = ${text}, created_at = ${world.context.clock.now()}`);
  await db.run(sql`update shops set name = ${text}, city_name = ${text}`);
  await db.run(sql`update products set name = ${text}`);
  await db.run(sql`update categories set name = ${text} where slug = 'pala-uji'`);
  await db.run(sql`update orders set courier_name = ${text}`);
}

async function download(url: string, person = world.operator): Promise<string> {
  const { status, headers, text } = await person.call("GET", url);
  expect([url, status, headers["content-type"]]).toEqual([url, 200, "text/csv; charset=utf-8"]);
  return text;
}

async function exported(kind: string): Promise<string> {
  const days = { first_day: "2026-01-01", last_day: "2026-12-31" };
  const { body } = await world.operator.call("POST", "/v1/operator/exports", { kind, ...days });
  await workJobs(world.context, operatorJobs);
  return download(`/v1/operator/exports/${body.data.id}/file`);
}

/** The cells that a spreadsheet would run, whichever sign it takes for the separator. */
function formulasIn(text: string): string[] {
  const limits = { maxRows: 10_000, maxColumns: 200, maxCellLength: 2000 };
  return ([",", ";", "\t"] satisfies CsvSeparator[]).flatMap((separator) => {
    const rows = readCsvRows(text, separator, limits);
    // A quote in the middle of a text may swallow lines; then each line is looked at alone.
    const lines = rows ?? text.split(/\r?\n/).map((line) => ({ cells: line.split(separator) }));
    return lines
      .flatMap(({ cells }) => cells.map((cell) => cell.replace(/^"+/, "")))
      .filter((cell) => /^[=+\-@＝＋－＠]/.test(cell) && !amount.test(cell));
  });
}

const at = new Date("2026-11-20T03:00:00Z");
const taxpayer = (name: string) => ({ shopId: "", shop: name, taxpayer: name, numberKind: null, numberSealed: null });
const month = () => jakartaDay(world.context.clock.now()).slice(0, 7);

/** Every file, by the call that sends it or the function that writes it, with how to get it when all have this name. */
const files: Record<string, { get: (name: string) => Promise<string> | string; hasNames: boolean }> = {
  ...Object.fromEntries(
    exportKindNames.map((kind) => [
      `GET /v1/operator/exports/:exportId/file ${kind}`,
      // People are masked, and the ledger has no names.
      { get: () => exported(kind), hasNames: kind === "orders" || kind === "products" },
    ]),
  ),
  "GET /v1/operator/holidays/file.csv": {
    get: async (name) => {
      const holiday = jakartaDay(addDuration(world.context.clock.now(), (430 + hostile.indexOf(name)) * day));
      const body = { day: holiday, name, province: null, is_provisional: false, source: name };
      expect((await world.operator.call("POST", "/v1/operator/holidays", body)).status).toBe(200);
      return download("/v1/operator/holidays/file.csv");
    },
    hasNames: true,
  },
  "GET /v1/operator/tariffs/file.csv": { get: () => download("/v1/operator/tariffs/file.csv"), hasNames: false },
  "GET /v1/operator/consents/file.csv": { get: () => download("/v1/operator/consents/file.csv"), hasNames: false },
  "GET /v1/seller/statements/:month/file.csv": {
    get: () => download(`/v1/seller/statements/${month()}/file.csv`, world.seller),
    hasNames: true,
  },
  "GET /v1/operator/tax/withheld/:month/file.csv": {
    get: (name) => {
      const row = { ...taxpayer(name), at, invoice: name, base: -5000, perMille: 5, amount: -25 };
      return withheldCsv([{ ...row, isCorrection: true, exemption: null }], Buffer.alloc(32));
    },
    hasNames: true,
  },
  "GET /v1/operator/tax/vat/:month/file.csv": {
    get: (name) => {
      const lines = [
        { price: 111_000, vatPerMille: 110, refunds: [{ id: "a", at: at.toISOString(), givenUp: 50_000 }] },
      ];
      const period = { from: addDuration(at, -day), to: addDuration(at, day) };
      return vatCsv([{ ...taxpayer(name), invoice: name, paidAt: at, lines } as never], period, Buffer.alloc(32));
    },
    hasNames: true,
  },
  "GET /v1/operator/tax/pmse/:month/file.csv": {
    get: (name) => {
      const sums = { orders: 1, received: 9, turnover: 9, refunded: 20, withheld: -3 };
      return sellersCsv([{ ...taxpayer(name), owner: name, city: name, ...sums }], "2026-11", Buffer.alloc(32));
    },
    hasNames: true,
  },
  "GET /v1/seller/tax/withheld/:year/file.csv": {
    get: () => download(`/v1/seller/tax/withheld/2026/file.csv`, world.seller),
    hasNames: false,
  },
  "GET /v1/seller/tax/vat/:month/file.csv": {
    get: () => download(`/v1/seller/tax/vat/${month()}/file.csv`, world.seller),
    hasNames: false,
  },
  "GET /v1/operator/payout-batches/:batchId/file": {
    get: (name) => {
      const row = { reference: "KWG-1", bankCode: "bca", number: "0012345678", amount: 147_500 };
      const layouts = [neutralLayout, { ...neutralLayout, separator: ";" as const, firstRow: "P;{tanggal};{total}" }];
      const written = layouts.map((one) => renderBankFile(one, [{ ...row, holderName: name, note: name }], at));
      return written.join("");
    },
    hasNames: true,
  },
};

test("every call that sends a file of rows is in this list", () => {
  const source = (path: string) => readFileSync(join(root, path), "utf8");
  const contracts = globSync("src/**/contract.ts", { cwd: root }).map(source).join("\n");
  const sent = [...contracts.matchAll(/"(GET \/v1\/[^"]*\/file(?:\.csv)?)"/g)].map(([, key = ""]) => key);
  const listed = Object.keys(files).map((key) => key.replace(/ \w+$/, ""));
  // The copy of a person's data is HTML and JSON in a ZIP file.
  const others = ["GET /v1/users/archive/:id/file"];
  expect(sent.filter((key) => !others.includes(key)).sort()).toEqual([...new Set(listed)].sort());
});

describe.each(Object.keys(files))("%s", (key) => {
  test.each(hostile)("has no formula when people and things are called %j", async (name) => {
    await rename(name);
    const { get, hasNames } = files[key] ?? { get: () => "", hasNames: true };
    const text = await get(name);
    expect(formulasIn(text)).toEqual([]);
    if (hasNames) expect(text).toMatch(/SUM\(1\)|1\+1|2\+3/);
  });
});

test("negative amounts stay numbers", async () => {
  const ledger = await exported("ledger");
  expect(ledger.match(/;-\d+\r/g)?.length).toBeGreaterThan(3);
  expect(await files["GET /v1/operator/tax/pmse/:month/file.csv"]?.get("Toko")).toMatch(/,20,-11,-3\r\n/);
});

test("a list of holidays that is exported and imported again changes nothing, whatever their names are", async () => {
  for (const [at, name] of hostile.entries()) {
    const holiday = jakartaDay(addDuration(world.context.clock.now(), (800 + at) * day));
    const body = { day: holiday, name, province: null, is_provisional: false, source: name };
    expect((await world.operator.call("POST", "/v1/operator/holidays", body)).status).toBe(200);
  }
  const csv = await download("/v1/operator/holidays/file.csv");
  const { body } = await world.operator.call("POST", "/v1/operator/holidays/import/preview", { csv });
  const effects = (body.result.lines as { effect: string }[]).map(({ effect }) => effect);
  expect([effects.length >= hostile.length, new Set(effects), body.result.refused]).toEqual([
    true,
    new Set(["same"]),
    [],
  ]);
});
