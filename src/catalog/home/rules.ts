import { hrefs } from "#hrefs.ts";
import { settingOf, type PictureValue, type Setting } from "#lib/settings/setting.ts";

/** When something is shown: from one moment to another, each as ISO text or open. */
export type Schedule = { from: string | null; until: string | null };

/** The large title of the home page. Without a picture it has that of the demo. */
export type Hero = {
  isShown: boolean;
  title: string;
  text: string;
  action: string;
  href: string;
  picture: PictureValue | null;
};

export const heroSetting: Setting<Hero> = {
  key: "catalog.home_hero",
  defaultValue: {
    isShown: true,
    title: "Langsung dari penjual dan perajin",
    text: "Batik Laweyan, kopi Gayo, rotan Bali. Dikirim dari 38 provinsi, dibayar aman lewat rekening bersama.",
    action: "Lihat yang terlaris",
    href: hrefs.products({ sort: "sold" }),
    picture: null,
  },
};

/** A picture that leads somewhere. Phones show `narrow` if there is one. */
export type Banner = Schedule & { wide: PictureValue; narrow: PictureValue | null; alt: string; href: string };

/** @rule The home page shows at most 8 banners. */
export const maxBanners = 8;

export const bannersSetting: Setting<readonly Banner[]> = { key: "catalog.home_banners", defaultValue: [] };

/** The kinds of sections, with what an operator calls them. `source` says what the section's source must be. */
export const sectionKinds = {
  categories: { label: "Kategori", title: "", source: null },
  discounted: { label: "Sedang turun harga", title: "Sedang turun harga", source: null },
  provinces: { label: "Belanja dari daerah", title: "Belanja dari daerah", source: null },
  story: { label: "Cerita perajin (contoh)", title: "", source: null },
  varied: { label: "Terlaris dari berbagai daerah", title: "Terlaris dari berbagai daerah", source: null },
  newest: { label: "Terbaru", title: "Baru dijual", source: null },
  bestselling: { label: "Terlaris", title: "Terlaris", source: null },
  category: { label: "Satu kategori", title: "", source: "listing" },
  collection: { label: "Koleksi (daftar produk dengan saringan)", title: "", source: "listing" },
  products: { label: "Produk pilihan", title: "Pilihan kami", source: "products" },
} as const satisfies Record<string, { label: string; title: string; source: "listing" | "products" | null }>;
export type SectionKind = keyof typeof sectionKinds;

/** A section of the home page. Without a title it has that of its kind. */
export type Section = Schedule & { kind: SectionKind; title: string; source: string };

const always = { title: "", source: "", from: null, until: null } as const;

export const sectionsSetting: Setting<readonly Section[]> = {
  key: "catalog.home_sections",
  defaultValue: [
    { kind: "categories", ...always },
    { kind: "discounted", ...always },
    { kind: "provinces", ...always },
    { kind: "story", ...always },
    { kind: "varied", ...always },
  ],
};

/** @rule The home page has at most 12 sections, and a section of chosen products at most 12 of them. */
export const maxSections = 12;
export const maxChosenProducts = 12;

/** @rule A section of the home page shows 10 products; the one of best-selling products of all regions shows 20. */
export const sectionSize = 10;
export const variedSize = 20;

/** Whether something with this schedule is shown at a moment: from its first to before its last. */
export function isShownAt({ from, until }: Schedule, at: Date): boolean {
  return (from === null || at >= new Date(from)) && (until === null || at < new Date(until));
}

/** What is wrong with a schedule's end, or null. */
export function scheduleComplaint({ from, until }: Schedule): string | null {
  return from !== null && until !== null && Date.parse(from) >= Date.parse(until)
    ? "Waktu selesai harus setelah waktu mulai."
    : null;
}

/** What the home page consists of at a moment. */
export function homeLayout(at: Date): { hero: Hero; banners: readonly Banner[]; sections: readonly Section[] } {
  return {
    hero: settingOf(heroSetting),
    banners: settingOf(bannersSetting).filter((one) => isShownAt(one, at)),
    sections: settingOf(sectionsSetting).filter((one) => isShownAt(one, at)),
  };
}

const productFolder = hrefs.product("");

/**
 * The slugs of chosen products, which an operator writes as addresses of their pages or as the last part of them,
 * separated by spaces, commas or lines; null for anything else.
 */
export function chosenSlugs(source: string): string[] | null {
  const parts = source.split(/[\s,]+/).filter((part) => part !== "");
  const slugs = parts.map((part) => {
    const [path = ""] = part.split(/[?#]/);
    const [before = "", after] = path.split(productFolder);
    return after ?? before;
  });
  return slugs.every((slug) => /^[a-z0-9-]{1,120}$/.test(slug)) ? [...new Set(slugs)] : null;
}

/** The query of a listing's address, which may be a whole URL, a path, or only a category's slug; null for others. */
export function listingQueryOf(source: string): URLSearchParams | null {
  const text = source.trim();
  if (/^[a-z0-9-]{1,60}$/.test(text)) return new URLSearchParams({ category: text });
  if (text.length > 500 || !(text.startsWith("/") || text.startsWith("https://"))) return null;
  const url = URL.canParse(text, "https://site.invalid") ? new URL(text, "https://site.invalid") : undefined;
  return url?.pathname === hrefs.products() ? url.searchParams : null;
}

/** What is wrong with the source of a section, or null. */
export function sourceComplaint({ kind, source }: Section): string | null {
  switch (sectionKinds[kind].source) {
    case null:
      return source === "" ? null : "Kosongkan: jenis bagian ini memilih isinya sendiri.";
    case "products": {
      const slugs = chosenSlugs(source);
      if (slugs === null) return "Tulis alamat halaman produk, satu per baris.";
      if (slugs.length === 0) return "Tulis paling sedikit satu produk.";
      return slugs.length > maxChosenProducts ? `Paling banyak ${maxChosenProducts} produk.` : null;
    }
    case "listing": {
      const query = listingQueryOf(source);
      if (query === null) return "Tulis alamat daftar produk, misalnya /product?category=batik-kain-nusantara.";
      return kind === "category" && !query.get("category") ? "Alamat ini tidak menyebut kategori." : null;
    }
  }
}
