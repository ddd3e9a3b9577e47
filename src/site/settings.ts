import { hrefs } from "#hrefs.ts";
import { company, marketName } from "#lib/brand.ts";

/**
 * The marketplace's contact data, hours and slogan: the defaults of the operator's settings. Pages show them unchanged,
 * and no other code repeats them.
 */
export const site = {
  name: marketName,
  /** The sentence in the top bar (S005). */
  promise: "Uang Anda aman: kami teruskan ke penjual setelah barang diterima",
  about:
    "Pasar daring untuk karya dan kebutuhan dari seluruh Nusantara. Belanja langsung dari penjual dan perajin, dibayar aman lewat rekening bersama.",
  company,
  hours: { days: "Setiap hari", opens: "9:00 AM", closes: "8:00 PM", opensAt: "09:00", closesAt: "20:00" },
  copyrightYear: 2023,
  complaints: {
    title: "Layanan Pengaduan Konsumen",
    office: "Direktorat Jenderal Perlindungan Konsumen dan Tertib Niaga",
    ministry: "Kementerian Perdagangan Republik Indonesia",
    whatsapp: { shown: "+62 853 1111 1010", href: "https://wa.me/6285311111010" },
  },
  /** The target of the help link (S012): a chat's URL with its name and icon, or a page of this site. */
  chat: { label: "Bantuan", icon: "help", href: `${hrefs.guide()}#tanya-kami` },
} as const;
