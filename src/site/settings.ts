import { hrefs } from "#hrefs.ts";
import { marketName } from "#lib/brand.ts";

/**
 * What a marketplace says of itself: the defaults of the operator's settings (product rules §7). Everything here is
 * shown as it is; nothing else in the code repeats it.
 */
export const site = {
  name: marketName,
  /** The one promise of the top bar. */
  promise: "Uang Anda aman: kami teruskan ke penjual setelah barang diterima",
  about:
    "Pasar daring untuk karya dan kebutuhan dari seluruh Nusantara. Belanja langsung dari penjual dan perajin, dibayar aman lewat rekening bersama.",
  company: {
    name: "PT Kawung Niaga Nusantara",
    address: "Jalan Pasar Seni 24, Bandung 40111, Jawa Barat",
    phone: { shown: "(022) 5550 1945", href: "tel:+622255501945" },
    email: "halo@kawung.example",
  },
  hours: { days: "Setiap hari", opens: "9:00 AM", closes: "8:00 PM", opensAt: "09:00", closesAt: "20:00" },
  copyrightYear: 2023,
  complaints: {
    title: "Layanan Pengaduan Konsumen",
    office: "Direktorat Jenderal Perlindungan Konsumen dan Tertib Niaga",
    ministry: "Kementerian Perdagangan Republik Indonesia",
    whatsapp: { shown: "+62 853 1111 1010", href: "https://wa.me/6285311111010" },
  },
  /** Where questions go: the address of a chat with its name and icon, or a page of this site. */
  chat: { label: "Bantuan", icon: "help", href: `${hrefs.guide()}#tanya-kami` },
} as const;
