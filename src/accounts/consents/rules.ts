import { brandName } from "#lib/brand.ts";
import { settingOf, type Setting } from "#lib/settings/setting.ts";

/**
 * @rule Every consent is recorded with its purpose, text version, time and place. A consent that the account does not
 * need is off until the user turns it on, and can be withdrawn at any time (UU 27/2022, Pasal 20–24 and 9).
 */
export const consentPurposes = {
  terms: {
    title: "Syarat dan Ketentuan",
    get text() {
      return `Aturan jual beli di ${brandName()}. Berlaku selama Anda memiliki akun.`;
    },
    version: "2026-11-23",
    needed: true,
  },
  privacy: {
    title: "Kebijakan Privasi",
    text: "Pemrosesan data yang diperlukan agar akun, pesanan, dan pembayaran Anda berjalan.",
    version: "2026-11-23",
    needed: true,
  },
  marketing: {
    title: "Kabar promo dan ide belanja",
    text: "Penawaran lewat email dan notifikasi. Kabar tentang pesanan Anda tetap dikirim tanpa ini.",
    version: "2026-11-21",
    needed: false,
  },
  surveys: {
    title: "Undangan survei",
    get text() {
      return `Sesekali kami mengajak Anda memberi pendapat tentang ${brandName()}.`;
    },
    version: "2026-11-21",
    needed: false,
  },
} as const;

export type ConsentPurpose = keyof typeof consentPurposes;

/** A version of operators' clauses: the Jakarta day on which it begins, and that moment as ISO text. */
export type TextVersion = { purpose: "terms" | "privacy"; version: string; from: string };

/** The operators' clauses in effect and those announced. Code computes it when they are published. */
export const textVersionsSetting: Setting<TextVersion[]> = { key: "accounts.text_versions", defaultValue: [] };

/**
 * @rule A consent names the later version of two: the one of the software's text, and the day on which the operators'
 * clauses in effect began.
 */
export function textVersionOf(purpose: ConsentPurpose, now: Date): string {
  const begun = settingOf(textVersionsSetting).filter((one) => one.purpose === purpose && new Date(one.from) <= now);
  return [consentPurposes[purpose].version, ...begun.map(({ version }) => version)].toSorted().at(-1) ?? "";
}

/** The clauses that are announced and have not begun. Without `now`, real time counts. */
export function announcedTexts(now: Date = new Date()): TextVersion[] {
  return settingOf(textVersionsSetting).filter(({ from }) => new Date(from) > now);
}
