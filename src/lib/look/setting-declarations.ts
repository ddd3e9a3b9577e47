import { declareSetting, type Declaration } from "../settings/declaration.ts";
import { colourSetting, iconSetting, logoSetting } from "./look.ts";
import { defaultColour, paletteOf } from "./palette.ts";

const logoShape = { kind: "picture", minWidth: 72, minHeight: 72, minRatio: 0.5, maxRatio: 8 } as const;
const iconShape = { kind: "picture", minWidth: 512, minHeight: 512, minRatio: 1, maxRatio: 1 } as const;

/** How the marketplace looks. The pages' HTML refers to it, so a change purges all of them. */
export const lookDeclarations: readonly Declaration[] = [
  declareSetting({
    setting: colourSetting,
    group: "brand",
    label: "Warna utama",
    help: "Tombol, tautan, dan latar judul. Warna lain untuk mode terang dan gelap dihitung dari warna ini, dengan tulisan yang tetap terbaca. Gambar bawaan di judul beranda hanya tampil dengan warna bawaan.",
    field: { kind: "colour" },
    tags: ["all"],
    check: (colour) =>
      paletteOf(colour)
        ? null
        : "Warna ini terlalu terang: tulisan dengan warna ini tidak terbaca di latar putih. Pilih warna yang lebih gelap.",
    remark: (colour) => {
      if (colour === defaultColour) return null;
      const readable = paletteOf(colour)?.light.brand;
      const darker =
        readable === undefined || readable === colour
          ? ""
          : `Agar tulisan terbaca, di latar terang dipakai ${readable}, sedikit lebih gelap dari pilihan Anda. `;
      return `${darker}Gambar bawaan di judul beranda dibuat untuk warna bawaan, jadi tidak tampil dengan warna ini. Gambar Anda sendiri diunggah di pengaturan Judul beranda.`;
    },
  }),
  declareSetting({
    setting: logoSetting,
    group: "brand",
    label: "Logo",
    help: "Di kepala setiap halaman, di email, dan di dokumen. PNG atau WebP dengan latar tembus pandang paling baik; SVG tidak diterima.",
    field: {
      kind: "record",
      fields: {
        light: {
          label: "Logo untuk latar terang",
          help: `Tinggi paling sedikit ${logoShape.minHeight} piksel.`,
          field: logoShape,
        },
        dark: {
          label: "Logo untuk latar gelap",
          help: "Boleh kosong: logo untuk latar terang dipakai juga di mode gelap.",
          field: logoShape,
        },
        hasName: {
          label: "Tulis nama pasar di samping logo",
          help: "Matikan bila logo sudah memuat nama.",
          field: { kind: "switch" },
        },
      },
    },
    tags: ["all"],
    check: ({ light, dark }) =>
      dark && !light ? { path: ["light"], message: "Isi juga logo untuk latar terang." } : null,
  }),
  declareSetting({
    setting: iconSetting,
    group: "brand",
    label: "Ikon",
    help: `Di tab browser dan di layar utama ponsel. Bujur sangkar, paling sedikit ${iconShape.minWidth} piksel.`,
    field: iconShape,
    tags: ["all"],
  }),
];
