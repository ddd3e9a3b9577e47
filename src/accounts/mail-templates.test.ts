import { afterEach, expect, test } from "vitest";
import { mailTemplates, newDeviceTemplate } from "./mail-templates.ts";
import { newDeviceMail } from "./mails.ts";
import { checkValue } from "#lib/settings/declaration.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { declareTemplate, mailOf, templateComplaint } from "#messages/mail-template.ts";

afterEach(() => applySettings({}, new Set()));

const texts = newDeviceTemplate.setting.defaultValue;
const complaint = (change: Partial<typeof texts>) => {
  const checked = checkValue(declareTemplate(newDeviceTemplate), { ...texts, ...change });
  return "issues" in checked ? checked.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join() : null;
};

test("the texts that come with the marketplace are accepted themselves", () => {
  for (const template of mailTemplates) expect(templateComplaint(template, template.setting.defaultValue)).toBeNull();
});

test("the names of mails in the console address their reader with a capital letter, as the mails do", () => {
  const names = mailTemplates.map(({ label }) => label);
  expect(names).toContain("Email: tindakan, akun Anda diblokir");
  expect(names.filter((name) => /\banda\b/.test(name))).toEqual([]);
});

test("an unknown variable is refused by its name, with those that can be used", () => {
  expect(complaint({ note: "Salam, {namaa}" })).toBe(
    "note: {namaa} tidak dikenal. Yang bisa dipakai: {salam}, {perangkat}, {waktu}, {merek}.",
  );
  expect(complaint({ subject: "Masuk {constructor}" })).toContain("subject: {constructor} tidak dikenal");
  expect(complaint({ title: "Masuk {dari perangkat" })).toContain("title: Tulis kurung kurawal");
});

test("a text without what its reader needs is refused", () => {
  expect(complaint({ text: "Ada yang masuk pada {waktu}. Periksa sekarang." })).toContain(
    "text: {perangkat} harus ada",
  );
});

test("a changed text is sent with its values, which are never read as variables or as HTML", async () => {
  applySettings(
    { [newDeviceTemplate.setting.key]: { ...texts, text: "<b>Awas</b> {perangkat}\n\nPukul {waktu}" } },
    new Set(),
  );
  const to = { email: "a@b.id", name: "Sari", province_code: null };
  const mail = newDeviceMail(to, "{waktu} <i>", new Date("2026-11-22T13:15:00Z"), "key");
  expect(mail.paragraphs[0]).toBe("<b>Awas</b> {waktu} <i>");
  expect(mail.paragraphs[1]).toMatch(/^Pukul 22 Nov/);
  const preview = await declareTemplate(newDeviceTemplate).preview?.(
    { ...texts, text: "<b>Awas</b> {perangkat}\n\nPukul {waktu}" },
    "https://pasar.example",
  );
  expect(preview?.html).toContain("&lt;b&gt;Awas&lt;/b&gt; Chrome di Android");
  expect(preview?.text).toContain("Chrome di Android");
});

test("a mail leads where the code says, whatever its texts are", () => {
  const values = { salam: "Halo,", perangkat: "x", waktu: "y" };
  expect(mailOf(newDeviceTemplate, values, { to: "a@b.id", path: "/profile" }).button).toEqual({
    label: "Periksa perangkat",
    path: "/profile",
  });
});
