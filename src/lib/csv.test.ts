import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { neutraliseFormula, readCsv, readCsvRows, restoreFormula, writeCsv } from "./csv.ts";

const limits = { maxRows: 100, maxColumns: 10, maxCellLength: 200 };

describe("a CSV file", () => {
  test("that was written is read as it was, with any text in its cells", () => {
    const text = fc.string({ maxLength: 40, unit: "grapheme" }).map((one) => one.trim());
    fc.assert(
      fc.property(
        fc.array(fc.array(text, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
        fc.constantFrom("," as const, ";" as const),
        (rows, separator) => {
          const head = ["a", "b", "c", "d"];
          const read = readCsv(writeCsv([head, ...rows], { separator }), limits);
          const expected = rows
            .map((row) => row.map((cell) => neutraliseFormula(cell, separator)))
            .filter((row) => row.some((cell) => cell !== ""));
          expect(read?.slice(1)).toEqual(expected);
        },
      ),
    );
  });

  test.each(["=SUM(A1)", "+62812", "-1", "@cmd", "\t=1", "\r=1"])("never contains a formula: %j", (text) => {
    const cell = writeCsv([[text, 5]], { mark: false });
    expect(cell.replace('"', "").startsWith("'")).toBe(true);
  });

  test.each([
    ["a;=cmd|x", ",", "a;'=cmd|x"],
    ['a;"=cmd', ",", `a;"'=cmd`],
    ["a,@x", ";", "a,'@x"],
    ["a\tb\n-1+1", ",", "a\tb\n'-1+1"],
    // What only looks like it: a price, and the file's own separator in a quoted cell.
    ["Rp5.000,-", ";", "Rp5.000,-"],
    ["a,=b", ",", "a,=b"],
    ["a;b", ",", "a;b"],
  ] as const)("%j begins no formula in a spreadsheet with another separator than %s", (text, separator, safe) => {
    expect(neutraliseFormula(text, separator)).toBe(safe);
  });

  test("gives back what was neutralised, whatever the text is", () => {
    const signs = fc.constantFrom(..."'\"=+-@,;\t\n ax1＝");
    const text = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.array(signs, { maxLength: 12 }).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(text, fc.constantFrom("," as const, ";" as const), (one, separator) => {
        expect(restoreFormula(neutraliseFormula(one, separator), separator)).toBe(one);
      }),
      { numRuns: 2000 },
    );
  });

  test("has numbers without separators and a mark for Excel", () => {
    expect(writeCsv([["Jumlah", 1_250_000]])).toBe("\uFEFFJumlah,1250000\r\n");
  });

  test.each([
    [
      "a;b\n1;2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a\tb\r\n1\t2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "\uFEFFa,b\r1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      '"a ""x""",b\n\n , \n"1\n2",3',
      [
        ['a "x"', "b"],
        ["1\n2", "3"],
      ],
    ],
    ["", []],
  ])("is read with the separator and line ends that it has: %j", (text, rows) => {
    expect(readCsv(text, limits)).toEqual(rows);
  });

  test("of more empty lines than rows are allowed names the line of each row in the file", () => {
    const gap = '\r\n\n"" \r\n, ,\r'.repeat(1000);
    const head = { line: 4001, cells: ["a", "b"] };
    expect(readCsvRows(`${gap}a,b\n${gap}"1\n2",3\n\n4`, ",", limits)).toMatchObject([
      head,
      { line: 8002, cells: ["1\n2", "3"] },
      { line: 8005, cells: ["4"] },
    ]);
  });

  test.each([
    ["with too many rows", "a,b\n".repeat(101)],
    ["with too many columns", "a,".repeat(11)],
    ["with a cell that is too long", "a".repeat(201)],
    ["that ends inside a quoted cell", 'a,"b'],
    ["of one endless quoted cell", `"${"a\n".repeat(100_000)}`],
  ])("is refused %s", (_what, text) => {
    expect(readCsv(text, limits)).toBeNull();
  });
});
