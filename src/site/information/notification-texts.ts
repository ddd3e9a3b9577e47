/** The texts of notifications about changed terms, until an operator changes them. */
import { hour, span } from "#lib/time.ts";
import { makeTemplate } from "#notifications/notification-template.ts";

const about = { group: "account_notifications", readers: { buyer: "Kepada semua pengguna" } } as const;
const mulai = { about: "hari mulai berlaku", sample: "1 Januari 2027", isNeeded: true } as const;

export const termTemplates = {
  announced: makeTemplate(
    "site.notification_terms_announced",
    {
      ...about,
      label: "Ketentuan akan berubah",
      help: "Setelah syarat dan ketentuan atau kebijakan privasi yang baru diumumkan.",
      variables: { teks: { about: "nama teksnya", sample: "Syarat dan ketentuan", isCommon: true }, mulai },
    },
    {
      buyer: {
        title: "{teks} berubah mulai {mulai}",
        text: "Perubahannya sudah bisa dibaca. Pesanan yang dibuat sebelum {mulai} tidak berubah.",
      },
    },
  ),
  withdrawn: makeTemplate(
    "site.notification_terms_withdrawn",
    {
      ...about,
      label: "Perubahan ketentuan dibatalkan",
      help: "Setelah pengumuman ketentuan ditarik.",
      variables: { teks: { about: "nama teksnya, huruf kecil", sample: "syarat dan ketentuan", isCommon: true } },
    },
    { buyer: { title: "Perubahan {teks} dibatalkan", text: "Yang diumumkan tidak jadi berlaku." } },
  ),
  deadline: makeTemplate(
    "site.notification_deadline_announced",
    {
      ...about,
      label: "Batas waktu akan berubah",
      help: "Setelah perubahan batas waktu yang tertulis di syarat diumumkan.",
      variables: {
        nama: { about: "nama batas waktu", sample: "Waktu membayar", isNeeded: true },
        lama: { about: "yang berlaku sekarang", sample: span(24 * hour), isNeeded: true },
        baru: { about: "yang berlaku nanti", sample: span(12 * hour), isNeeded: true },
        mulai,
      },
    },
    {
      buyer: {
        title: "Ketentuan berubah mulai {mulai}",
        text: "{nama}: {lama} menjadi {baru} mulai {mulai}. Batas waktu yang sudah berjalan tidak berubah.",
      },
    },
  ),
  deadlineWithdrawn: makeTemplate(
    "site.notification_deadline_withdrawn",
    {
      ...about,
      label: "Perubahan batas waktu dibatalkan",
      help: "Setelah pengumuman batas waktu ditarik.",
      variables: {
        nama: { about: "nama batas waktu", sample: "Waktu membayar", isNeeded: true },
        lama: { about: "yang tetap berlaku", sample: span(24 * hour), isNeeded: true },
      },
    },
    { buyer: { title: "Perubahan ketentuan dibatalkan", text: "{nama} tetap {lama}." } },
  ),
};
