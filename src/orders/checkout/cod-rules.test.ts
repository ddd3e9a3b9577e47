import { expect, test } from "vitest";
import { codProblem, codRefusalLimit, maxCodTotal, maxOpenCodOrders, type CodFacts } from "./cod-rules.ts";

const possible: CodFacts = {
  shops: [{ hasCod: true, courier: "jne-reg", hasScans: true }],
  total: maxCodTotal,
  refused: 1,
  open: 0,
};

test.each<[string, Partial<CodFacts>, RegExp | null]>([
  ["everything fits", {}, null],
  ["goods of two shops", { shops: [...possible.shops, ...possible.shops] }, /satu toko/],
  ["nothing that can be bought", { shops: [] }, /satu toko/],
  [
    "a shop without COD",
    { shops: [{ hasCod: false, courier: "jne-reg", hasScans: true }] },
    /Toko ini tidak menerima COD/,
  ],
  ["the shop's own courier", { shops: [{ hasCod: true, courier: "self", hasScans: true }] }, /Kurir yang dipilih/],
  ["pick-up", { shops: [{ hasCod: true, courier: "pickup", hasScans: true }] }, /Kurir yang dipilih/],
  ["a courier without COD", { shops: [{ hasCod: true, courier: "jne-oke", hasScans: true }] }, /Kurir yang dipilih/],
  ["no address yet, so no courier", { shops: [{ hasCod: true, courier: null, hasScans: true }] }, /Kurir yang dipilih/],
  [
    "a courier whose scans nothing reports",
    { shops: [{ hasCod: true, courier: "jne-reg", hasScans: false }] },
    /Pindaian kurir ini tidak sampai/,
  ],
  ["one rupiah above the limit", { total: maxCodTotal + 1 }, /Rp3\.000\.000/],
  ["two refusals", { refused: codRefusalLimit.max }, /2 paket COD Anda tidak jadi dibayar dalam 60 hari/],
  ["too many orders under way", { open: maxOpenCodOrders }, /belum tiba/],
])("cash on delivery: %s", (_title, facts, problem) => {
  const said = codProblem({ ...possible, ...facts });
  if (problem === null) expect(said).toBeNull();
  else expect(said).toMatch(problem);
});
