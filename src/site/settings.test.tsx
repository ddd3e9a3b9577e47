import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { checkValue } from "#lib/settings/declaration.ts";
import { applySettings } from "#lib/settings/setting.ts";
import { hour } from "#lib/time.ts";
import { confirmationSetting } from "#shipping/handling-rules.ts";
import { settingDeclarations } from "../setting-declarations.ts";
import { Footer } from "./ui/frame/footer.tsx";
import { announcementAt, site, siteSettings, type Announcement } from "./settings.ts";

afterEach(() => applySettings({}, new Set()));

const announce = (announcement: Partial<Announcement>) => {
  const { key, defaultValue } = siteSettings.announcement;
  applySettings({ [key]: { ...defaultValue, text: "Pengiriman libur", ...announcement } }, new Set());
};
const at = (time: string) => announcementAt(new Date(time))?.text;

test("an announcement is shown from its first to its last moment, and without text there is none", () => {
  expect(at("2026-11-22T12:00:00Z")).toBeUndefined();
  announce({});
  expect(at("2026-11-22T12:00:00Z")).toBe("Pengiriman libur");
  announce({ from: "2026-11-23T00:00:00Z", until: "2026-11-24T00:00:00Z" });
  expect(at("2026-11-22T23:59:59Z")).toBeUndefined();
  expect(at("2026-11-23T00:00:00Z")).toBe("Pengiriman libur");
  expect(at("2026-11-23T23:59:59Z")).toBe("Pengiriman libur");
  expect(at("2026-11-24T00:00:00Z")).toBeUndefined();
});

test("hours are written as the footer has always written them, and numbers become links", () => {
  expect([site.hours.opens, site.hours.closes]).toEqual(["9:00 AM", "8:00 PM"]);
  expect(site.company.phone.href).toBe("tel:+622255501945");
  expect(site.complaints.whatsapp.href).toBe("https://wa.me/6285311111010");
  applySettings({ [siteSettings.hours.key]: { days: "Senin", opens: "00:30", closes: "12:15" } }, new Set());
  expect([site.hours.opens, site.hours.closes]).toEqual(["12:30 AM", "12:15 PM"]);
});

test("the default of every setting is a value that operators could save", () => {
  for (const declaration of settingDeclarations.filter(({ isSecret }) => !isSecret))
    expect(checkValue(declaration, declaration.setting.defaultValue), declaration.setting.key).toHaveProperty("value");
});

test("a deadline outside its bounds is refused", () => {
  const declaration = settingDeclarations.find(({ setting }) => setting.key === confirmationSetting.key);
  if (!declaration) throw new Error("not declared");
  expect(checkValue(declaration, 48 * hour)).toEqual({ value: 48 * hour });
  for (const wrong of [0, -hour, 11 * hour, 73 * hour, 24.5 * hour, "24"])
    expect(checkValue(declaration, wrong), String(wrong)).toHaveProperty("issues");
});

test("links in the footer lead to pages of this site or to https addresses, and nowhere else", () => {
  const { key } = siteSettings.footerLinks;
  const declaration = settingDeclarations.find(({ setting }) => setting.key === key);
  if (!declaration) throw new Error("not declared");
  const link = (href: string) => [{ label: "Blog kami", href, column: "about" }];
  for (const href of ["/guide", "https://blog.contoh.id/"]) {
    expect(checkValue(declaration, link(href))).toEqual({ value: link(href) });
    applySettings({ [key]: link(href) }, new Set());
    expect(renderToStaticMarkup(<Footer />)).toContain(`<a href="${href}">Blog kami</a>`);
  }
  for (const href of ["javascript:alert(1)", "//jahat.example", "http://contoh.id", "/\\jahat"])
    expect(checkValue(declaration, link(href)), href).toHaveProperty("issues");
});
