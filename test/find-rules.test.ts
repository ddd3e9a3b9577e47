import { execFileSync, spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const find = (...words: string[]) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["bin/rules.js", ...words], { encoding: "utf8" });
  expect(stderr).toBe("");
  return { lines: stdout.trimEnd().split("\n"), status };
};

test("a rule is found by its words, in whatever form, and the one with nothing else comes first", () => {
  expect(find("unpaid").lines.slice(0, 2).join("\n")).toContain(
    "An unpaid order expires 24 hours after it was placed.",
  );
  expect(find("minimum", "withdrawals").lines[0]).toMatch(/^src\/payments\/payouts\/rules\.ts:\d+ {2}The minimum of/);
  expect(find("seller", "confirming", "paid").lines[0]).toContain("A seller confirms or rejects a paid order");
});

test("a thing is found by its Indonesian name", () => {
  const { lines, status } = find("banding", "komplain");
  expect(lines.slice(0, 2)).toEqual(["banding: appeal", "komplain: complaint, case"]);
  expect(lines.slice(2).join("\n")).toContain("to appeal against a decision");
  expect(status).toBe(0);
});

test.each([
  ["nama toko", /A shop's name has/],
  ["review", /A review has/],
  ["bayar", /An unpaid order expires/],
  ["belum bayar", /An unpaid order expires/],
  ["unpaid", /An unpaid order expires/],
  ["kedaluwarsa", /An unpaid order expires/],
  ["konfirmasi", /A seller confirms or rejects a paid order/],
  ["confirmation", /A seller confirms or rejects a paid order/],
  ["kirim", /A seller ships within/],
  ["batal", /request to cancel/],
  ["retur", /to inspect returned goods/],
  ["ongkir", /Couriers, their tariff/],
  ["ongkir gratis", /free shipping/],
  ["asuransi", /A courier's insurance/],
  ["bintang", /whole stars/],
  ["stok", /Stock of a variant/],
  ["kupon", /src\/promotions\/.* {2}A voucher /],
  ["diskusi", /A question has/],
  ["tarik", /withdrawal/],
  ["reseller", /The name of a sender/],
  ["hapus akun", /An account is deleted/],
  ["tenggat", /deadline/],
  ["photos per product", /A product has .* pictures/],
  ["COD limit", /COD/],
  ["cart size", /A cart holds at most/],
  ["refund time", /A refund through its provider should arrive within/],
])("who searches %s finds first what it is about", (words, sentence) => {
  const { lines, status } = find(...words.split(" "));
  expect(lines.find((line) => line.startsWith("src/"))).toMatch(sentence);
  expect(status).toBe(0);
});

test("the meaning of a word is named only when it is another word, and what no rule says finds none", () => {
  expect(find("invoice").lines[0]).toMatch(/^src\//);
  for (const word of ["denda", "cicilan", "chat"])
    expect(find(word)).toEqual({ lines: ["No rule says this."], status: 1 });
});

test("a thing with an Indonesian name of several words is found by all of them", () => {
  const { lines } = find("biaya", "layanan");
  expect(lines[0]).toBe("biaya layanan: service fee");
  expect(lines[1]).toContain("has a service fee of");
});

test("without a rule that has all words, the nearest are named, and a word that no rule has is an error", () => {
  const { lines, status } = find("the", "cart", "zeppelin");
  expect(lines[0]).toBe("No rule has all words. The nearest:");
  expect(lines.join("\n")).toContain("A cart holds at most 100 lines.");
  expect(lines.length).toBeLessThan(20);
  expect(status).toBe(1);
  expect(find("zeppelin")).toEqual({ lines: ["No rule says this."], status: 1 });
});

test("each rule of a comment is a rule of its own, and without words all are listed", () => {
  const { lines } = find();
  expect(lines.length).toBeGreaterThan(500);
  expect(lines.filter((line) => line.includes("@rule"))).toEqual([]);
});

test.skipIf(process.platform === "win32")("a reader that closes early is no error", () => {
  const command = `"${process.execPath}" bin/rules.js 2>&1 | head -1`;
  expect(execFileSync("bash", ["-c", command], { encoding: "utf8" }).trimEnd().split("\n")).toHaveLength(1);
});
