import { brandNameSetting } from "#lib/brand.ts";
import { companySetting } from "#lib/company.ts";
import { declareSetting, type Declaration } from "#lib/settings/declaration.ts";
import { maxPageLinks, pageLimits, pageLinksSetting } from "./information/rules.ts";
import { declareTemplate } from "#notifications/notification-template.ts";
import { termTemplates } from "./information/notification-texts.ts";
import { siteSettings } from "./settings.ts";

/** More links would push the contacts out of the footer. */
const maxFooterLinks = 12;

/** The marketplace's name, texts and contact data. Every page shows some of them. */
export const siteDeclarations: readonly Declaration[] = [
  declareSetting({
    setting: brandNameSetting,
    group: "brand",
    label: "Nama pasar",
    help: "Nama di semua halaman, email dan dokumen baru. Nama pengguna dan toko tidak boleh memuatnya.",
    field: { kind: "text", min: 2, max: 30, form: "name" },
    isPublic: true,
    // The name is part of a mail's sender.
    check: (name) => (/[<>"\\]/.test(name) ? 'Nama tidak boleh memuat tanda <, >, " atau \\.' : null),
  }),
  declareSetting({
    setting: siteSettings.promise,
    group: "brand",
    label: "Kalimat di baris teratas",
    help: "Satu kalimat di atas setiap halaman.",
    field: { kind: "text", min: 5, max: 90 },
    isPublic: true,
  }),
  declareSetting({
    setting: siteSettings.about,
    group: "brand",
    label: "Tentang pasar ini",
    help: "Satu atau dua kalimat di kaki halaman, juga untuk mesin pencari.",
    field: { kind: "text", min: 20, max: 300, isLong: true },
    isPublic: true,
  }),
  declareSetting({
    setting: companySetting,
    group: "brand",
    label: "Perusahaan",
    help: "Perusahaan yang menjalankan pasar ini: di kaki halaman, syarat, kebijakan privasi dan setiap dokumen.",
    field: {
      kind: "record",
      fields: {
        name: { label: "Nama perusahaan", field: { kind: "text", min: 3, max: 100 } },
        address: { label: "Alamat", field: { kind: "text", min: 10, max: 200 } },
        phone: { label: "Telepon", field: { kind: "text", min: 6, max: 30, form: "phone" } },
        email: { label: "Email", field: { kind: "text", min: 5, max: 100, form: "email" } },
      },
    },
    isPublic: true,
  }),
  declareSetting({
    setting: siteSettings.hours,
    group: "brand",
    label: "Jam layanan pelanggan",
    help: "Kapan layanan pelanggan bisa dihubungi, waktu Indonesia barat.",
    field: {
      kind: "record",
      fields: {
        days: { label: "Hari", help: "Misalnya: Senin sampai Jumat", field: { kind: "text", min: 3, max: 40 } },
        opens: { label: "Buka", field: { kind: "time" } },
        closes: { label: "Tutup", field: { kind: "time" } },
      },
    },
    isPublic: true,
    check: ({ opens, closes }) =>
      opens < closes ? null : { path: ["closes"], message: "Jam tutup harus setelah jam buka." },
  }),
  declareSetting({
    setting: siteSettings.complaints,
    group: "brand",
    label: "Layanan pengaduan konsumen",
    help: "Kantor pemerintah yang menerima pengaduan konsumen; wajib disebut di kaki halaman.",
    field: {
      kind: "record",
      fields: {
        title: { label: "Judul", field: { kind: "text", min: 3, max: 60 } },
        office: { label: "Kantor", field: { kind: "text", min: 3, max: 120 } },
        ministry: { label: "Kementerian", field: { kind: "text", min: 3, max: 120 } },
        whatsapp: { label: "WhatsApp", field: { kind: "text", min: 6, max: 30, form: "phone" } },
      },
    },
    isPublic: true,
  }),
  declareSetting({
    setting: siteSettings.announcement,
    group: "pages",
    label: "Pengumuman di atas semua halaman",
    help: "Misalnya gangguan atau libur pengiriman. Tanpa tulisan tidak ada pengumuman. Tampil dan hilang pada waktunya.",
    field: {
      kind: "record",
      fields: {
        text: { label: "Tulisan", field: { kind: "text", min: 0, max: 200 } },
        level: {
          label: "Jenis",
          field: {
            kind: "choice",
            options: [
              { value: "info", label: "Informasi" },
              { value: "warning", label: "Peringatan" },
              { value: "incident", label: "Gangguan" },
            ],
          },
        },
        href: {
          label: "Alamat penjelasan",
          help: "Boleh kosong. Halaman situs ini, atau alamat https://.",
          field: { kind: "text", min: 0, max: 300, form: "link" },
        },
        from: { label: "Tampil mulai", field: { kind: "moment" } },
        until: { label: "Tampil sampai", field: { kind: "moment" } },
      },
    },
    tags: ["all"],
    check: ({ from, until }) =>
      from !== null && until !== null && Date.parse(from) >= Date.parse(until)
        ? { path: ["until"], message: "Waktu selesai harus setelah waktu mulai." }
        : null,
    remark: ({ text, from, until }, now) => {
      if (text === "") return null;
      if (until !== null && Date.parse(until) <= now.getTime())
        return "Pengumuman ini tidak tampil: waktunya sudah lewat.";
      if (from !== null && Date.parse(from) > now.getTime())
        return "Pengumuman ini belum tampil: waktunya belum mulai.";
      return null;
    },
  }),
  declareSetting({
    setting: siteSettings.chat,
    group: "brand",
    label: "Tautan bantuan",
    help: "Tombol bantuan di setiap halaman: ke halaman situs ini, atau ke layanan obrolan.",
    field: {
      kind: "record",
      fields: {
        label: { label: "Tulisan", field: { kind: "text", min: 2, max: 20 } },
        href: { label: "Alamat", field: { kind: "text", min: 1, max: 300, form: "link" } },
      },
    },
    isPublic: true,
  }),
  declareSetting({
    setting: siteSettings.footerLinks,
    group: "pages",
    label: "Tautan di kaki halaman",
    help: "Tampil setelah halaman pasar ini, menurut urutan. Tautan di menu atas diubah bersama kategori.",
    field: {
      kind: "list",
      item: "Tautan",
      max: maxFooterLinks,
      fields: {
        label: { label: "Tulisan", field: { kind: "text", min: 2, max: 40 } },
        href: {
          label: "Alamat",
          help: "Halaman situs ini, atau alamat https://.",
          field: { kind: "text", min: 1, max: 300, form: "link" },
        },
        column: {
          label: "Kolom",
          field: {
            kind: "choice",
            options: [
              { value: "about", label: "Tentang pasar" },
              { value: "help", label: "Bantuan" },
            ],
          },
        },
      },
    },
    isPublic: true,
  }),
  declareSetting({
    setting: siteSettings.copyrightYear,
    group: "brand",
    label: "Tahun hak cipta",
    help: "Tahun di kaki halaman.",
    field: { kind: "number", min: 1990, max: 2100 },
    isPublic: true,
  }),
  declareSetting({
    setting: pageLinksSetting,
    group: "pages",
    label: "Tautan halaman informasi",
    help: "Dihitung dari halaman yang diterbitkan.",
    field: {
      kind: "list",
      max: maxPageLinks,
      item: "Tautan",
      fields: {
        slug: { label: "Alamat", field: { kind: "text", min: 1, max: pageLimits.slug } },
        title: { label: "Tulisan", field: { kind: "text", min: 1, max: pageLimits.title } },
        column: {
          label: "Kolom",
          field: {
            kind: "choice",
            options: [
              { value: "about", label: "Tentang pasar" },
              { value: "help", label: "Bantuan" },
            ],
          },
        },
      },
    },
    isPublic: true,
    isComputed: true,
  }),
  ...Object.values(termTemplates).map(declareTemplate),
];
