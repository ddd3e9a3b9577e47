import { afterEach, expect, test } from "vitest";
import { checkValue } from "#lib/settings/declaration.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { declareTemplate, notificationOf } from "#notifications/notification-template.ts";
import { settingDeclarations } from "../setting-declarations.ts";
import { orderTemplates, orderVariables, type OrderVariable } from "./notification-texts.ts";

afterEach(() => applySettings({}, new Set()));

const values = Object.fromEntries(Object.entries(orderVariables).map(([name, { sample }]) => [name, sample])) as Record<
  OrderVariable,
  string
>;
const { reject } = orderTemplates;
const complaint = (text: string, title = "Pesanan ditolak") => {
  const checked = checkValue(declareTemplate(reject), { buyer_title: title, buyer_text: text });
  return "issues" in checked ? checked.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join() : null;
};

test("the texts that come with the marketplace are accepted themselves and fit into a notification", () => {
  const declared = settingDeclarations.filter(({ setting }) => setting.key.includes(".notification_"));
  expect(declared.length).toBeGreaterThanOrEqual(Object.keys(orderTemplates).length);
  for (const one of declared)
    expect([one.setting.key, checkValue(one, one.setting.defaultValue)]).toEqual([
      one.setting.key,
      { value: one.setting.defaultValue },
    ]);
});

test("an unknown variable is refused by its name, with those that the notification knows", () => {
  expect(complaint("{toko} menolak {pembeli}. {dana_kembali} {alasan}")).toBe(
    "buyer_text: {pembeli} tidak dikenal. Yang bisa dipakai: {toko}, {barang}, {nomor}, {total}, {alasan}, {dana_kembali}, {merek}.",
  );
  expect(complaint("{toko} menolak. {dana_kembali} {alasan}", "Sampai {batas}")).toContain(
    "buyer_title: {batas} tidak dikenal",
  );
});

test("a text is plain, short and says what its reader needs", () => {
  expect(complaint("{toko} menolak. {dana_kembali}")).toContain("buyer_text: {alasan} harus ada di sini");
  expect(complaint("<b>{toko}</b> menolak. {dana_kembali} {alasan}")).toContain("buyer_text: Tulis teks biasa");
  expect(complaint("{toko} menolak.\n\n{dana_kembali} {alasan}")).toContain("buyer_text: Tulis satu paragraf");
  expect(complaint("{toko} menolak. {dana_kembali} {alasan}", "x".repeat(81))).toContain("buyer_title: ");
  expect(complaint(`${"{toko} ".repeat(40)}{dana_kembali} {alasan}`)).toContain("lebih dari 500 karakter");
});

test("a changed text is sent with its values, which are never read as variables", () => {
  applySettings(
    { [reject.setting.key]: { buyer_title: "Maaf, {toko}", buyer_text: "{barang} batal. {dana_kembali} {alasan}" } },
    new Set(),
  );
  const sent = { ...values, toko: "{alasan}", dana_kembali: "", alasan: "Alasan: habis" };
  expect(notificationOf(reject, "buyer", sent)).toEqual({
    title: "Maaf, {alasan}",
    text: "Kain batik tulis 2 m batal. Alasan: habis",
  });
  expect(notificationOf(reject, "buyer", { ...sent, alasan: "" })?.text).toBe("Kain batik tulis 2 m batal.");
  applySettings(
    { [reject.setting.key]: { buyer_title: "Maaf", buyer_text: "{alasan} {dana_kembali} Habis." } },
    new Set(),
  );
  expect(notificationOf(reject, "buyer", { ...sent, alasan: "" })?.text).toBe("Habis.");
  expect(notificationOf(reject, "seller", sent)).toBeUndefined();
});

test("the preview shows each side's notification with examples", () => {
  const { examples } = declareTemplate(orderTemplates.pay);
  expect(examples?.(orderTemplates.pay.setting.defaultValue)).toEqual([
    {
      label: "Kepada pembeli",
      title: "Pembayaran diterima",
      text: `Batik Sekar Jagad mengonfirmasi dalam ${values.konfirmasi}. Uang Anda aman di rekening bersama.`,
    },
    {
      label: "Kepada penjual",
      title: "Pesanan baru",
      text: `Terima atau tolak dalam ${values.konfirmasi}: ${values.barang}.`,
    },
  ]);
});
