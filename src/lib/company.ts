/** The company that runs the marketplace, apart from brand.ts, because that file is in the first load of every page. */
import { settingOf, type Setting } from "./settings/setting.ts";

export type Company = { name: string; address: string; phone: string; email: string };

export const companySetting: Setting<Company> = {
  key: "site.company",
  defaultValue: {
    name: "PT Kawung Niaga Nusantara",
    address: "Jalan Pasar Seni 24, Bandung 40111, Jawa Barat",
    phone: "(022) 5550 1945",
    email: "halo@kawung.example",
  },
};

/** The company that runs the marketplace, as legal papers and information pages name it. */
export function companyDetails() {
  const { phone, ...company } = settingOf(companySetting);
  return { ...company, phone: { shown: phone, href: phoneHref(phone) } };
}

/** The link that calls a number as it is written: `(022) 5550 1945` → `tel:+622255501945`. */
export function phoneHref(phone: string): string {
  return `tel:${internationalNumber(phone)}`;
}

/** A number as it is written, with the country's code and digits only: `0853 1111` → `+628531111`. */
export function internationalNumber(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  return phone.trim().startsWith("+") ? `+${digits}` : `+62${digits.replace(/^0/, "")}`;
}
