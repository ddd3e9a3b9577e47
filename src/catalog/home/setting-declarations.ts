import { chosenPalette } from "#lib/look/look.ts";
import { declareSetting, type Declaration } from "#lib/settings/declaration.ts";
import type { LabelledField } from "#lib/settings/field.ts";
import { homeTag } from "./contract.ts";
import {
  bannersSetting,
  heroSetting,
  isShownAt,
  maxBanners,
  maxSections,
  scheduleComplaint,
  sectionKinds,
  sectionsSetting,
  sourceComplaint,
  type Schedule,
} from "./rules.ts";

const heroShape = { kind: "picture", minWidth: 800, minHeight: 400, minRatio: 1.2, maxRatio: 2 } as const;
const wideShape = { kind: "picture", minWidth: 1200, minHeight: 400, minRatio: 2.5, maxRatio: 3.5 } as const;
const narrowShape = { kind: "picture", minWidth: 720, minHeight: 360, minRatio: 1.6, maxRatio: 2.4 } as const;

const schedule: Record<keyof Schedule, LabelledField> = {
  from: { label: "Tampil mulai", help: "Boleh kosong: mulai sekarang.", field: { kind: "moment" } },
  until: { label: "Tampil sampai", help: "Boleh kosong: seterusnya.", field: { kind: "moment" } },
};

/** The first row whose schedule ends before it begins. */
function rowComplaint(rows: readonly Schedule[]) {
  for (const [at, row] of rows.entries()) {
    const message = scheduleComplaint(row);
    if (message !== null) return { path: [at, "until"], message };
  }
  return null;
}

/** How many rows are not shown now because of their schedule, as a sentence. */
function hiddenRemark(rows: readonly Schedule[], now: Date, name: string): string | null {
  const hidden = rows.filter((row) => !isShownAt(row, now)).length;
  return hidden === 0 ? null : `${hidden} dari ${rows.length} ${name} tidak tampil sekarang karena jadwalnya.`;
}

/** What operators put on the home page. */
export const homeDeclarations: readonly Declaration[] = [
  declareSetting({
    setting: heroSetting,
    group: "pages",
    label: "Judul beranda",
    help: "Bagian teratas beranda: kalimat utama pasar ini, satu tombol dan satu gambar.",
    field: {
      kind: "record",
      fields: {
        isShown: {
          label: "Tampilkan bagian ini",
          help: "Bila mati, beranda mulai dari banner.",
          field: { kind: "switch" },
        },
        title: { label: "Judul", field: { kind: "text", min: 5, max: 60 } },
        text: { label: "Kalimat", field: { kind: "text", min: 0, max: 160 } },
        action: { label: "Tulisan tombol", field: { kind: "text", min: 2, max: 30 } },
        href: {
          label: "Tujuan tombol",
          help: "Halaman situs ini, atau alamat https://.",
          field: { kind: "text", min: 1, max: 300, form: "link" },
        },
        picture: {
          label: "Gambar",
          help: `Mendatar, paling sedikit ${heroShape.minWidth} piksel; tepinya memudar ke warna utama. Tanpa gambar dipakai gambar bawaan, selama warna utama pun bawaan: gambar itu berlatar warna bawaan.`,
          field: heroShape,
        },
      },
    },
    tags: [homeTag],
    remark: ({ isShown, picture }) =>
      isShown && picture === null && chosenPalette() !== null
        ? "Bagian ini tampil tanpa gambar: gambar bawaan hanya cocok dengan warna utama bawaan. Unggah gambar sendiri di bawah."
        : null,
  }),
  declareSetting({
    setting: bannersSetting,
    group: "pages",
    label: "Banner beranda",
    help: "Gambar yang bisa ditekan, di bawah judul beranda. Gambar tanpa tulisan lebih mudah dibaca di layar kecil.",
    field: {
      kind: "list",
      item: "Banner",
      max: maxBanners,
      fields: {
        wide: {
          label: "Gambar lebar",
          help: `Paling sedikit ${wideShape.minWidth} × ${wideShape.minHeight} piksel, tiga kali lebih lebar dari tingginya.`,
          field: wideShape,
        },
        narrow: {
          label: "Gambar untuk ponsel",
          help: `Boleh kosong. Paling sedikit ${narrowShape.minWidth} piksel, dua kali lebih lebar dari tingginya.`,
          field: narrowShape,
        },
        alt: {
          label: "Keterangan gambar",
          help: "Apa yang ditawarkan, untuk pembaca layar dan mesin pencari.",
          field: { kind: "text", min: 5, max: 120 },
        },
        href: {
          label: "Tujuan",
          help: "Halaman situs ini, atau alamat https://.",
          field: { kind: "text", min: 1, max: 300, form: "link" },
        },
        ...schedule,
      },
    },
    tags: [homeTag],
    check: (banners) => {
      const without = banners.findIndex(({ wide }) => (wide as unknown) === null);
      return without >= 0 ? { path: [without, "wide"], message: "Pilih gambar." } : rowComplaint(banners);
    },
    remark: (banners, now) => hiddenRemark(banners, now, "banner"),
  }),
  declareSetting({
    setting: sectionsSetting,
    group: "pages",
    label: "Bagian beranda",
    help: "Bagian apa saja yang ada di beranda, dan urutannya. Bagian tanpa isi tidak tampil.",
    field: {
      kind: "list",
      item: "Bagian",
      max: maxSections,
      fields: {
        kind: {
          label: "Jenis",
          field: {
            kind: "choice",
            options: Object.entries(sectionKinds).map(([value, { label }]) => ({ value, label })),
            isPicked: true,
          },
        },
        title: {
          label: "Judul",
          help: "Boleh kosong: judul bawaan jenis itu.",
          field: { kind: "text", min: 0, max: 60 },
        },
        source: {
          label: "Isi",
          help: "Untuk kategori dan koleksi: alamat daftar produk dengan saringannya. Untuk produk pilihan: alamat produk, satu per baris.",
          field: { kind: "text", min: 0, max: 2_000, isLong: true },
        },
        ...schedule,
      },
    },
    tags: [homeTag],
    check: (sections) => {
      for (const [at, section] of sections.entries()) {
        const message = sourceComplaint(section);
        if (message !== null) return { path: [at, "source"], message };
      }
      return rowComplaint(sections);
    },
    remark: (sections, now) => hiddenRemark(sections, now, "bagian"),
  }),
];
