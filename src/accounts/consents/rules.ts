import { brandName } from "#lib/brand.ts";
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
    version: "2026-11-22",
    needed: true,
  },
  privacy: {
    title: "Kebijakan Privasi",
    text: "Pemrosesan data yang diperlukan agar akun, pesanan, dan pembayaran Anda berjalan.",
    version: "2026-11-22",
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
