import { hrefs } from "#hrefs.ts";
import type { Setting } from "#lib/settings/setting.ts";

/**
 * @rule Operators write at most 100 information pages of up to 30,000 characters. Each text has at most 1,000 versions.
 */
export const pageLimits = {
  pages: 100,
  versions: 1000,
  minTitle: 3,
  title: 120,
  summary: 300,
  body: 30_000,
  slug: 60,
} as const;

/** @rule The footer shows at most 20 links to pages of operators. */
export const maxPageLinks = 20;

/** @rule The console shows the last 20 versions of a page. */
export const shownVersions = 20;

/** How many users one job notifies of new terms. */
export const usersPerNotification = 500;

type Place = {
  /** What operators call it. */
  label: string;
  about: string;
  /** The built-in page that shows the text. */
  path: string;
  /** Its versions begin on a day with notice, and consents name them. */
  purpose?: "terms" | "privacy";
};

/** The parts of built-in pages that show a text of the operators, by slug. No own page has such a slug. */
export const places = {
  about: {
    label: "Tentang kami: cerita",
    about: "Menggantikan bagian “Mengapa kami ada”. Bagian tentang uang, biaya dan wilayah tetap dari sistem.",
    path: hrefs.aboutUs(),
  },
  contact: {
    label: "Tentang kami: kontak",
    about: "Tampil di bagian “Perusahaan dan kontak”, setelah data perusahaan dari pengaturan.",
    path: hrefs.aboutUs(),
  },
  terms: {
    label: "Syarat: ketentuan tambahan",
    about: "Bagian tambahan di syarat dan ketentuan. Aturan yang dijalankan sistem tetap tertulis di atasnya.",
    path: hrefs.termCondition(),
    purpose: "terms",
  },
  privacy: {
    label: "Privasi: ketentuan tambahan",
    about: "Bagian tambahan di kebijakan privasi.",
    path: hrefs.privacy(),
    purpose: "privacy",
  },
} as const satisfies Record<string, Place>;
/** The refusal of an address that another page or a text of a built-in page has. */
export const addressTaken = "Alamat ini sudah dipakai.";

export type PlaceName = keyof typeof places;
export const placeNames = Object.keys(places) as [PlaceName, ...PlaceName[]];

/** The place with this slug; undefined for an own page. */
export function placeOf(slug: string): Place | undefined {
  return Object.hasOwn(places, slug) ? places[slug as PlaceName] : undefined;
}

/** The anchor of the deadlines that change. */
export const announcedDeadlines = "batas-waktu-diumumkan";

/** The anchor of what is announced for terms and privacy policy. */
export const announcedChapter = "perubahan-diumumkan";

/** The tag of the cached page that shows this text. */
export function informationTag(slug: string): string {
  return `information:${slug}`;
}

export type PageLink = { slug: string; title: string; column: "about" | "help" };

/** The own pages with a link in the footer. Code computes it from the published versions. */
export const pageLinksSetting: Setting<PageLink[]> = { key: "site.page_links", defaultValue: [] };
