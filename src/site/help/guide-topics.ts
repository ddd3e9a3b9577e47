import { hrefs } from "#hrefs.ts";
import { site } from "../settings.ts";
import type { FeeTexts } from "#payments/fees/rules.ts";
import { accountTopics } from "./account-topics.ts";
import type { HelpTopic } from "./article.ts";
import { buyingTopics } from "./buying-topics.ts";
import { reviewTopics } from "./review-topics.ts";

/** All articles of the guide, in the order of the page. */
export const guideTopics = (fees: FeeTexts): readonly HelpTopic[] => [
  ...buyingTopics(fees),
  ...accountTopics(),
  ...reviewTopics(),
  {
    id: "berjualan",
    title: "Mulai berjualan",
    articles: [
      {
        id: "membuka-toko",
        title: "Membuka toko",
        also: "jualan seller penjual daftar komisi biaya",
        blocks: [
          {
            text: `Dengan akun yang sudah ada, [buka toko dari profil](${hrefs.profile("openShop")}); tanpa akun, daftar sebagai penjual. Isi nama toko, kota asal kiriman dan kurir, lalu tambahkan barang pertama Anda. Formulir produk menunjukkan jumlah yang Anda terima setelah komisi (${fees.commission}).${fees.commissionDetails} Selengkapnya ada di [tanya jawab penjual](${hrefs.faqSeller()}).`,
          },
        ],
      },
    ],
  },
  {
    id: "tanya-kami",
    title: "Tanya kami",
    articles: [
      {
        id: "kontak",
        title: "Menghubungi kami",
        also: "customer service cs layanan pelanggan telepon email jam buka",
        blocks: [
          {
            text: `Layanan pelanggan buka ${site.hours.days.toLowerCase()} ${site.hours.opens} – ${site.hours.closes}. Siapkan nomor invoice bila pertanyaannya tentang sebuah pesanan.`,
          },
          {
            list: [
              `Telepon [${site.company.phone.shown}](${site.company.phone.href})`,
              `Email [${site.company.email}](mailto:${site.company.email})`,
            ],
          },
          {
            text: `Lihat juga [tanya jawab pembeli](${hrefs.faqBuyer()}) dan [syarat dan ketentuan](${hrefs.termCondition()}).`,
          },
        ],
      },
    ],
  },
];
