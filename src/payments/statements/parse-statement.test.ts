import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeCsv } from "#lib/csv.ts";
import { countSteps } from "../../../test/count-steps.ts";
import { readAmount, readDay, parseStatement, type StatementProblem } from "./parse-statement.ts";
import { defaultLayout, firstLayouts, statementLimits, type DecimalMark, type StatementLayout } from "./rules.ts";

const today = "2026-11-22";
/** A line of 75 characters takes about 1,500 steps. */
const maxStepsOfLine = 3000;
const bytes = (text: string) => new TextEncoder().encode(text);
const bca = firstLayouts.bca ?? defaultLayout;
const read = (text: string, layout: StatementLayout = defaultLayout) => {
  const found = parseStatement(bytes(text), layout, today);
  return "problem" in found
    ? found.problem
    : found.lines.map(({ day, amount, cents, description }) => ({ day, amount, cents, description }));
};

/** Whole rupiah and cents as banks print them. */
function printed(amount: number, mark: DecimalMark, cents = 0): string {
  const group = mark === "," ? "." : ",";
  const whole = String(amount).replace(/\B(?=(\d{3})+$)/g, group);
  return `${whole}${mark}${String(cents).padStart(2, "0")}`;
}

const movement = fc.record({
  day: fc.date({ min: new Date("2025-01-01"), max: new Date("2026-11-22"), noInvalidDate: true }),
  amount: fc.integer({ min: 1, max: 9_999_999_999 }),
  isIncoming: fc.boolean(),
  text: fc.string({ maxLength: 60, unit: "grapheme-ascii" }),
});
type Movement = typeof movement extends fc.Arbitrary<infer T> ? T : never;
const expected = ({ day, amount, isIncoming }: Movement) => ({
  day: day.toISOString().slice(0, 10),
  amount: isIncoming ? amount : -amount,
  cents: 0,
});

describe("a statement", () => {
  test("is read with its columns in any order, any separator, encoding and decimal mark, among unknown columns", () => {
    fc.assert(
      fc.property(
        fc.array(movement, { minLength: 1, maxLength: 12 }),
        fc.shuffledSubarray(["Tanggal", "Keterangan", "Kredit", "Debit", "Saldo", "Cabang"], { minLength: 6 }),
        fc.constantFrom("," as const, ";" as const),
        fc.constantFrom("," as const, "." as const),
        fc.constantFrom("utf-8", "utf-8 with mark", "windows-1252", "utf-16"),
        (movements, titles, separator, mark, encoding) => {
          const rows = movements.map((one) => {
            const cells: Record<string, string> = {
              Tanggal: one.day.toISOString().slice(0, 10).split("-").reverse().join("/"),
              Keterangan: `é ${one.text}`,
              Kredit: one.isIncoming ? printed(one.amount, mark) : "",
              Debit: one.isIncoming ? printed(0, mark) : printed(one.amount, mark),
              Saldo: printed(1_234_567, mark),
              Cabang: "0000",
            };
            return titles.map((title) => cells[title] ?? "");
          });
          const text = writeCsv([titles, ...rows], { separator, mark: encoding === "utf-8 with mark" });
          const file =
            encoding === "windows-1252"
              ? Buffer.from(text, "latin1")
              : encoding === "utf-16"
                ? Buffer.from(`\uFEFF${text}`, "utf16le")
                : Buffer.from(text);
          const found = parseStatement(file, { ...defaultLayout, decimalMark: mark }, today);
          expect("lines" in found && found.lines.map(({ day, amount, cents }) => ({ day, amount, cents }))).toEqual(
            movements.map(expected),
          );
          expect("lines" in found && found.lines.every(({ description }) => description.startsWith("é"))).toBe(true);
        },
      ),
    );
  });

  test("of BCA is read with its head, its sums at the end, marks in the cell, and movements that are not booked yet", () => {
    const text = [
      '"Informasi Rekening - Mutasi Rekening"',
      '"No. rekening",:,"1234567890"',
      "",
      '"Tanggal Transaksi","Keterangan","Cabang","Jumlah","Saldo"',
      '"\'20/11/2026","TRSF E-BANKING CR 2011/FTSCY/WS95031 SARI DEWI","0000","150,123.00 CR","1,150,123.00"',
      '"\'21/11/2026","BIAYA ADM","0998","17,000.00 DB","1,133,123.00"',
      '"PEND","TRSF E-BANKING CR SITI","0000","50,000.00 CR","1,183,123.00"',
      '"Saldo Awal",:,"1,000,000.00"',
      '"Mutasi Kredit",:,"150,123.00","1"',
    ].join("\r\n");
    expect(read(text, bca)).toEqual([
      { day: "2026-11-20", amount: 150_123, cents: 0, description: "TRSF E-BANKING CR 2011/FTSCY/WS95031 SARI DEWI" },
      { day: "2026-11-21", amount: -17_000, cents: 0, description: "BIAYA ADM" },
    ]);
    expect(parseStatement(bytes(text), bca, today)).toMatchObject({ skipped: 1 });
  });

  test("without titles is read by the positions of its columns", () => {
    const layout: StatementLayout = {
      ...bca,
      dayColumn: "#1",
      dayFormat: "ymd",
      descriptionColumns: ["#4", "#2"],
      amountColumn: "#3",
      signColumn: "#5",
      balanceColumn: null,
      decimalMark: ",",
    };
    expect(read("20261120;A;Rp 1.500,00;B;CR\n20261121;C;20.000;D;db\n", layout)).toEqual([
      { day: "2026-11-20", amount: 1500, cents: 0, description: "B A" },
      { day: "2026-11-21", amount: -20_000, cents: 0, description: "D C" },
    ]);
  });

  test("has formulas, scripts and invisible characters only as text", () => {
    const cell = `=HYPERLINK(""https://jahat.example"";""klik"")`;
    const text = `Tanggal,Keterangan,Kredit,Debit\n20/11/2026,"${cell}",500,\n20/11/2026,"<script>\u202e\u0007",600,\n`;
    expect(read(text)).toEqual([
      { day: "2026-11-20", amount: 500, cents: 0, description: '=HYPERLINK("https://jahat.example";"klik")' },
      { day: "2026-11-20", amount: 600, cents: 0, description: "<script>" },
    ]);
    expect(read("Tanggal,Keterangan,Kredit,Debit\n20/11/2026,a,=500+1,\n")).toMatchObject({
      kind: "bad_row",
      line: 2,
      column: "Kredit",
      what: "amount",
    });
  });

  test("has balances that add up, in whatever order the bank lists the movements", () => {
    const layout = { ...defaultLayout, balanceColumn: "Saldo" };
    const head = "Tanggal,Keterangan,Kredit,Debit,Saldo\n";
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5_000, max: 5_000 }).filter(Boolean), { minLength: 2, maxLength: 30 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.boolean(),
        fc.nat(),
        (amounts, opening, descending, at) => {
          let balance = opening;
          const rows = amounts.map((amount) => {
            balance += amount;
            return `20/11/2026,a,${amount > 0 ? amount : ""},${amount < 0 ? -amount : ""},${balance}`;
          });
          const listed = descending ? rows.toReversed() : rows;
          const found = parseStatement(bytes(head + listed.join("\n")), layout, today);
          expect("lines" in found && found.lines.map(({ balanceCents }) => balanceCents).length).toBe(amounts.length);
          // A movement that was added breaks the chain, also when the others end where they began.
          const place = 1 + (at % (rows.length - 1));
          const added = rows.toSpliced(place, 0, `20/11/2026,palsu,50000,,${opening + 9_000_000}`);
          const refused = { problem: { kind: "bad_balance" } };
          expect(parseStatement(bytes(head + added.join("\n")), layout, today)).toMatchObject(refused);
        },
      ),
    );
    const loop = ["20/11/2026,a,5,,5", "20/11/2026,palsu,50000,,9000000", "20/11/2026,a,,5,0"];
    expect(read(head + loop.join("\n"), layout)).toEqual({ kind: "bad_balance", line: 3 });
    expect(read(`${head}${loop[0]}\n${loop[2]}\n`, layout)).toHaveLength(2);
    const rows = ["20/11/2026,a,500,,1500", "20/11/2026,b,300,,1800", "20/11/2026,c,,100,1700"];
    expect(read(head + rows.join("\n"), layout)).toHaveLength(3);
    expect(read(`${head}${rows[0]}\n${rows[2]}\n`, layout)).toEqual({ kind: "bad_balance", line: 3 });
    expect(read(`${head}20/11/2026,a,500,,\n`, layout)).toMatchObject({ kind: "bad_row", column: "Saldo" });
    expect(read(`${head}20/11/2026,a,500,,-1.000.50\n`, layout)).toMatchObject({ kind: "bad_row", what: "balance" });
  });

  test("has the same fingerprints in an overlapping file, and two equal transfers of a day are two", () => {
    const lines = (text: string) => {
      const found = parseStatement(bytes(text), defaultLayout, today);
      return "lines" in found ? found.lines.map(({ fingerprint }) => fingerprint.toString("hex")) : [];
    };
    const head = "Tanggal,Keterangan,Kredit,Debit\n";
    const twins = "20/11/2026,TRSF,500,\n20/11/2026,TRSF,500,\n";
    const before = lines(`${head}${twins}`);
    expect(new Set(before).size).toBe(2);
    expect(lines(`${head}21/11/2026,LAIN,1,\n${twins}`).slice(1)).toEqual(before);
    expect(lines(`${head}20/11/2026,TRSF,,500\n`)).not.toEqual(before.slice(0, 1));
  });

  const refused: [string, string, StatementProblem][] = [
    [
      "without a column of its layout, naming it and those that it has",
      "Tgl,Keterangan,Kredit,Debit\n20/11/2026,a,1,\n",
      { kind: "missing_columns", missing: ["Tanggal"], found: ["Tgl", "Keterangan", "Kredit", "Debit"] },
    ],
    ["that is a spreadsheet", "PK\u0003\u0004\0\0", { kind: "not_csv" }],
    ["that is empty", "", { kind: "empty" }],
    ["that has no movements", "Tanggal,Keterangan,Kredit,Debit\n", { kind: "empty" }],
    [
      "with a day that does not exist",
      "Tanggal,Keterangan,Kredit,Debit\n31/02/2026,a,1,\n20/11/2026,a,1,\n",
      { kind: "bad_row", line: 2, column: "Tanggal", text: "31/02/2026", what: "day" },
    ],
    [
      "with a day to come",
      "Tanggal,Keterangan,Kredit,Debit\n23/11/2026,a,1,\n",
      { kind: "bad_row", line: 2, column: "Tanggal", text: "23/11/2026", what: "future" },
    ],
    [
      "with amounts in the other decimal mark",
      "Tanggal;Keterangan;Kredit;Debit\n20/11/2026;a;1.500,00;\n",
      { kind: "bad_row", line: 2, column: "Kredit", text: "1.500,00", what: "amount" },
    ],
    [
      "with money in and out in one line",
      "Tanggal,Keterangan,Kredit,Debit\n20/11/2026,a,1,1\n",
      { kind: "bad_row", line: 2, column: "Debit", text: "1", what: "amount" },
    ],
    [
      "with more lines than the limit",
      `Tanggal,Keterangan,Kredit,Debit\n${"20/11/2026,a,1,\n".repeat(statementLimits.lines + 100)}`,
      { kind: "too_many_lines" },
    ],
    [
      "with an endless cell",
      `Tanggal,Keterangan,Kredit,Debit\n20/11/2026,"${"a".repeat(100_000)}`,
      { kind: "not_csv" },
    ],
  ];
  test.each(refused)("is refused %s", (_what, text, problem) => {
    expect(read(text)).toEqual(problem);
  });

  test("never throws, whatever the file holds", () => {
    const columns = ["Tanggal", "Keterangan", "Kredit", "Debit", "20/11/2026", "1.000,00", ",", ";", '"', "\n", "-"];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...columns), fc.string()), { maxLength: 60 }), (parts) => {
        expect(parseStatement(bytes(parts.join("")), defaultLayout, today)).toBeTypeOf("object");
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (file) => {
        expect(parseStatement(file, bca, today)).toBeTypeOf("object");
      }),
    );
  });

  test("of 20,000 lines is read, and twice as many lines take twice the work", async () => {
    const line = '20/11/2026,"TRSF E-BANKING CR 2011/FTSCY/WS95031 SARI DEWI","1,234,567.00",\n';
    const linesOf = (count: number) => `Tanggal,Keterangan,Kredit,Debit\n${line.repeat(count)}`;
    expect(read(linesOf(statementLimits.lines))).toHaveLength(statementLimits.lines);
    const [half = 0, whole = 0] = await countSteps(
      new URL("./parse-statement.ts", import.meta.url),
      "parseStatement",
      [1000, 2000].map((count) => [bytes(linesOf(count)), defaultLayout, today]),
    );
    expect(whole / half).toBeLessThan(2.2);
    expect(whole / 2000).toBeLessThan(maxStepsOfLine);
  });
});

test.each([
  ["1.234.567,00", ",", { sign: null, amount: 1_234_567, cents: 0 }],
  ["1,234,567.00", ".", { sign: null, amount: 1_234_567, cents: 0 }],
  ["1234567", ".", { sign: null, amount: 1_234_567, cents: 0 }],
  ["Rp 50.000", ",", { sign: null, amount: 50_000, cents: 0 }],
  ["IDR -50.000,5", ",", { sign: -1, amount: 50_000, cents: 50 }],
  ["+500.25", ".", { sign: 1, amount: 500, cents: 25 }],
  ["(1,000.00)", ".", { sign: -1, amount: 1000, cents: 0 }],
  ["500.00 CR", ".", { sign: 1, amount: 500, cents: 0 }],
  ["500.00DB", ".", { sign: -1, amount: 500, cents: 0 }],
  ["1.5", ",", null],
  ["1.234.56", ",", null],
  ["1,234.567", ".", null],
  ["Rp50.000,-", ",", null],
  ["-500 CR", ".", null],
  ["500 X", ".", null],
  ["1e5", ".", null],
  ["", ".", null],
  ["٥٠٠", ".", null],
  ["9".repeat(14), ".", null],
  ["NaN", ".", null],
] as const)("the amount %j with %j before the decimals is %j", (text, mark, amount) => {
  expect(readAmount(text, mark)).toEqual(amount);
});

test.each([
  ["01/11/2026", "dmy", "2026-11-01"],
  ["1-11-26", "dmy", "2026-11-01"],
  ["01 Nov 2026 14:22:01", "dmy", "2026-11-01"],
  ["01-Agu-2026", "dmy", "2026-08-01"],
  ["'01/11/2026", "dmy", "2026-11-01"],
  ["11/01/2026", "mdy", "2026-11-01"],
  ["2026-11-01T07:00:00+07:00", "ymd", "2026-11-01"],
  ["20261101", "ymd", "2026-11-01"],
  ["01112026", "dmy", "2026-11-01"],
  ["22/11", "dm", "2026-11-22"],
  ["30/12", "dm", "2025-12-30"],
  ["29/02/2026", "dmy", null],
  ["13/13/2026", "dmy", null],
  ["01/11/1926", "dmy", null],
  ["Saldo Awal", "dmy", null],
  ["constructor/1/2026", "mdy", null],
  ["", "dmy", null],
] as const)("the day %j in the format %s is %j", (text, format, day) => {
  expect(readDay(text, format, today)).toBe(day);
});
