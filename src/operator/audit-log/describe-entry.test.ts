import { expect, test } from "vitest";
import { changesBetween, plainEntry, type AuditValues } from "#audit-log/rules.ts";
import { settingDeclarations } from "../../setting-declarations.ts";
import { describeEntry } from "./describe-entry.ts";

const describe = describeEntry(settingDeclarations);
const said = (kind: string, before: AuditValues | null, after: AuditValues | null, id = "1") => {
  const { name, changes } = describe({ kind, id, before, after, changes: changesBetween(before, after, false) });
  return [name, ...changes.map((one) => `${one.label}: ${one.before ?? ""} → ${one.after ?? ""}`)];
};

test("the audit log says statuses, kinds, amounts, days, and yes and no in the words of the console", () => {
  expect(said("order", { status: "shipped" }, { status: "cancelled" })).toEqual([null, "Status: Dikirim → Dibatalkan"]);
  expect(said("cod_decision", null, { kind: "written_off", amount: 700_000, state: "proposed" })).toEqual([
    null,
    "Jumlah:  → Rp700.000",
    "Jenis:  → Diikhlaskan, ditanggung pasar",
    "Keadaan:  → Menunggu operator lain",
  ]);
  expect(said("withholding_rule", null, { is_on: true, valid_from: "2026-12-01" })).toEqual([
    null,
    "Dipungut:  → Ya",
    "Berlaku mulai:  → 1 Des 2026",
  ]);
  expect(said("person", { role: null }, { role: "finance" })[1]).toBe("Peran: – → Keuangan");
  expect(said("shop", null, { fields: "ktp, nib" })[1]).toBe("Bagian:  → Foto KTP, NIB");
  expect(said("payout", null, { outcome: "paid", decision: "refused" })).toEqual([
    null,
    "Keputusan:  → Ditolak",
    "Hasil:  → Berhasil",
  ]);
});

test("a changed setting is named by its title, its parts and its units", () => {
  expect(said("setting", { value: "Kawung" }, { value: "Pasar Kita" }, "site.brand_name")).toEqual([
    "Nama pasar",
    "Nama pasar: Kawung → Pasar Kita",
  ]);
  expect(said("setting", { value: 10_000_000 }, { value: 5_000_000 }, "payments.approval_amount").at(-1)).toMatch(
    /Rp10\.000\.000 → Rp5\.000\.000$/,
  );
});

test("what the console has no word for is shown as it is stored, whatever it is", () => {
  for (const text of ["constructor", "__proto__", "baru_sama_sekali", ""])
    expect(said("order", null, { status: text })).toEqual([null, `Status:  → ${text}`]);
  expect(said("setting", { value: "x" }, { value: "y" }, "of.another_version")).toEqual([null, "Nilai: x → y"]);
  expect(said("setting", { value: "belum ada" }, { value: "diganti" }, "site.brand_name")[0]).toBe("Nama pasar");
  expect(plainEntry({ changes: [{ field: "kind", before: null, after: "x" }] })).toEqual({
    name: null,
    changes: [{ label: "Jenis", before: null, after: "x" }],
  });
});
