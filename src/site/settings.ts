import { hrefs } from "#hrefs.ts";
import { brandName } from "#lib/brand.ts";
import { companyDetails, internationalNumber } from "#lib/company.ts";
import { promiseSentence, promiseSetting } from "./promise.ts";
import { settingOf, type Setting } from "#lib/settings/setting.ts";

export type Hours = { days: string; opens: string; closes: string };
export type ComplaintOffice = { title: string; office: string; ministry: string; whatsapp: string };
export type FooterLink = { label: string; href: string; column: "about" | "help" };
export type ChatLink = { label: string; href: string };

/** A notice above every page, from one moment to another; without text there is none. Moments are ISO text. */
export type Announcement = {
  text: string;
  level: "info" | "warning" | "incident";
  href: string;
  from: string | null;
  until: string | null;
};

/** The marketplace's texts, contact data and hours, until operators change them. */
export const siteSettings = {
  promise: promiseSetting,
  about: {
    key: "site.about",
    defaultValue:
      "Pasar daring untuk karya dan kebutuhan dari seluruh Nusantara. Belanja langsung dari penjual dan perajin, dibayar aman lewat rekening bersama.",
  } as Setting<string>,
  hours: {
    key: "site.hours",
    defaultValue: { days: "Setiap hari", opens: "09:00", closes: "20:00" },
  } as Setting<Hours>,
  copyrightYear: { key: "site.copyright_year", defaultValue: 2023 } as Setting<number>,
  complaints: {
    key: "site.complaint_office",
    defaultValue: {
      title: "Layanan Pengaduan Konsumen",
      office: "Direktorat Jenderal Perlindungan Konsumen dan Tertib Niaga",
      ministry: "Kementerian Perdagangan Republik Indonesia",
      whatsapp: "+62 853 1111 1010",
    },
  } as Setting<ComplaintOffice>,
  announcement: {
    key: "site.announcement",
    defaultValue: { text: "", level: "info", href: "", from: null, until: null },
  } as Setting<Announcement>,
  /** Links in the footer behind those of pages. Links of the header's menu are edited with the categories. */
  footerLinks: { key: "site.footer_links", defaultValue: [] } as Setting<FooterLink[]>,
  /** The target of the help link (S012): a chat's URL, or a page of this site. */
  chat: {
    key: "site.chat",
    defaultValue: { label: "Bantuan", href: `${hrefs.guide()}#tanya-kami` },
  } as Setting<ChatLink>,
};

/** The announcement that is shown at this moment. */
export function announcementAt(now: Date): Announcement | undefined {
  const announcement = settingOf(siteSettings.announcement);
  const { text, from, until } = announcement;
  const isBefore = from !== null && now < new Date(from);
  const isAfter = until !== null && now >= new Date(until);
  return text === "" || isBefore || isAfter ? undefined : announcement;
}

/** The announcement of this moment. Real time counts, also where a demo's clock was moved. */
export function currentAnnouncement(): Announcement | undefined {
  return announcementAt(new Date());
}

/** `09:00` as the pages write it: `9:00 AM` (S013). */
function clockText(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

/** The marketplace's texts and contact data as they are now. Read a field when it is shown. */
export const site = {
  get name() {
    return brandName();
  },
  get promise() {
    return promiseSentence();
  },
  get about() {
    return settingOf(siteSettings.about);
  },
  get company() {
    return companyDetails();
  },
  get hours() {
    const { days, opens, closes } = settingOf(siteSettings.hours);
    return { days, opens: clockText(opens), closes: clockText(closes), opensAt: opens, closesAt: closes };
  },
  get copyrightYear() {
    return settingOf(siteSettings.copyrightYear);
  },
  get complaints() {
    const { whatsapp, ...office } = settingOf(siteSettings.complaints);
    return {
      ...office,
      whatsapp: { shown: whatsapp, href: `https://wa.me/${internationalNumber(whatsapp).slice(1)}` },
    };
  },
  get footerLinks() {
    return settingOf(siteSettings.footerLinks);
  },
  get chat() {
    return { ...settingOf(siteSettings.chat), icon: "help" as const };
  },
};
