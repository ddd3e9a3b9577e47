import { expect, test } from "vitest";
import { assertFewParts } from "./form-limits.ts";

const type = "multipart/form-data; boundary=x";
const part = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const look = (body: string, as = type) => assertFewParts(as, Buffer.from(body));

test("a form as people send it passes, with files and however its boundary is written", () => {
  const fields = Array.from({ length: 620 }, (_, at) => part(`f${at}`, "1")).join("");
  for (const [as, body] of [
    [type, `${fields}${part("picture", "\xff".repeat(100_000))}--x--\r\n`],
    ['multipart/form-data; charset=utf-8; boundary="x"', `${fields}--x--`],
    ["Multipart/Form-Data;Boundary=x", `${part("a", "--y--x")}--x--`],
    ["application/x-www-form-urlencoded", "a=1"],
    [type, ""],
  ] as const)
    expect(() => look(body, as)).not.toThrow();
});

test("a form that only costs time to take apart is refused before that, and at once", () => {
  const cases: [string, string, RegExp][] = [
    [type, Array.from({ length: 150_000 }, (_, at) => part(`a${at}`, "1")).join(""), /terlalu besar/],
    [type, part("a%22;".repeat(1_500_000), "1"), /tidak bisa dibaca/],
    [type, "--x\r\n".repeat(1_000_000), /tidak bisa dibaca|terlalu besar/],
    [type, `--x${"y".repeat(1_000_000)}`, /tidak bisa dibaca/],
    ["multipart/form-data", "--x", /tidak bisa dibaca/],
    [`multipart/form-data; boundary=${"x".repeat(300)}`, "--x", /tidak bisa dibaca/],
  ];
  for (const [as, text, sentence] of cases) {
    const body = Buffer.from(text);
    const before = process.cpuUsage();
    expect(() => assertFewParts(as, body), text.slice(0, 40)).toThrow(sentence);
    expect(process.cpuUsage(before).user / 1000, text.slice(0, 40)).toBeLessThan(200);
  }
});
