import { expect, test } from "vitest";
import { applySettings } from "#lib/settings/setting.ts";
import { day } from "#lib/time.ts";
import { terms } from "#site/term-text.ts";
import { codOfferedSetting } from "#shipping/rules.ts";
import { codLimits, codLimitsSetting, codProblem, needsPhone, type CodFacts } from "./cod-rules.ts";

const { maxTotal, maxRefused, maxOpen } = codLimits();

const possible: CodFacts = {
  shops: [{ hasCod: true, courier: "jne-reg", hasScans: true }],
  total: maxTotal,
  refused: 1,
  open: 0,
  hasPhone: true,
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
  [
    "no address yet, so no courier",
    { shops: [{ hasCod: true, courier: null, hasScans: true }] },
    /Pilih alamat dan kurir dahulu/,
  ],
  [
    "a courier whose scans nothing reports",
    { shops: [{ hasCod: true, courier: "jne-reg", hasScans: false }] },
    /Pindaian kurir ini tidak sampai/,
  ],
  ["a buyer without a verified phone number", { hasPhone: false }, /nomor telepon Anda yang sudah diverifikasi/],
  [
    "a courier without COD and no verified phone number, of which the number lasts longer",
    { shops: [{ hasCod: true, courier: "jne-oke", hasScans: true }], hasPhone: false },
    /nomor telepon Anda yang sudah diverifikasi/,
  ],
  ["one rupiah above the limit", { total: maxTotal + 1 }, /Rp3\.000\.000/],
  ["two refusals", { refused: maxRefused }, /2 paket COD Anda tidak jadi dibayar dalam 60 hari/],
  ["too many orders under way", { open: maxOpen }, /belum tiba/],
])("cash on delivery: %s", (_title, facts, problem) => {
  const said = codProblem({ ...possible, ...facts });
  if (problem === null) expect(said).toBeNull();
  else expect(said).toMatch(problem);
});

test("cash on delivery ends for new purchases when an operator switches it off, and follows the operator's limits", () => {
  try {
    applySettings({ [codOfferedSetting.key]: false }, new Set());
    expect(codProblem(possible)).toMatch(/COD sedang tidak tersedia/);
    applySettings(
      { [codLimitsSetting.key]: { maxTotal: 500_000, maxRefused: 1, window: 30 * day, maxOpen: 2 } },
      new Set(),
    );
    expect(codProblem({ ...possible, total: 500_001, refused: 0 })).toBe("COD paling banyak Rp500.000.");
    expect(codProblem({ ...possible, total: 500_000, refused: 1 })).toMatch(/1 paket COD .* dalam 30 hari/);
    expect(terms.codTotal).toBe("Rp500.000");
  } finally {
    applySettings({}, new Set());
  }
});

test("a buyer is sent to verify the phone only where nothing that lasts longer speaks against COD", () => {
  expect(needsPhone({ ...possible, hasPhone: false })).toBe(true);
  expect(needsPhone(possible)).toBe(false);
  expect(
    needsPhone({ ...possible, hasPhone: false, shops: [{ hasCod: false, courier: "jne-reg", hasScans: true }] }),
  ).toBe(false);
});
