import { hrefs } from "#hrefs.ts";
import { brandName } from "#lib/brand.ts";
import type { PageHandle } from "#lib/page.ts";
import { formatCount } from "#lib/rupiah.ts";
import { span } from "#lib/time.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import { badgeWindow, shopBadges, trustedRule } from "#shops/badges/rules.ts";
import { formatRating } from "#ui/rating.ts";
import { Article, type Chapter } from "../ui/information/article.tsx";

export const handle: PageHandle = {
  layout: "shop",
  head: () => ({
    title: "Tanda toko",
    description: `Bagaimana sebuah toko di ${brandName()} mendapat tanda ${shopBadges.trusted}.`,
    canonical: reviewHrefs.shopBadges(),
  }),
};

const chapters = (): readonly Chapter[] => [
  {
    id: "terpercaya",
    title: shopBadges.trusted,
    body: (
      <>
        <p>Sebuah toko {shopBadges.trusted} bila semua hal ini benar:</p>
        <ul>
          <li>Identitas penjualnya sudah kami periksa.</li>
          <li>
            Paling sedikit {formatCount(trustedRule.orders)} pesanannya selesai dalam {span(badgeWindow)} terakhir.
          </li>
          <li>
            Paling banyak {trustedRule.complaintPercent}% pesanan yang dibayar dalam {span(badgeWindow)} terakhir
            dikomplain.
          </li>
          <li>Separuh pesanan itu ditanggapi dalam {span(trustedRule.answerDuration)} atau lebih cepat.</li>
          <li>
            Nilainya {formatRating(trustedRule.stars)} atau lebih, dari paling sedikit{" "}
            {formatCount(trustedRule.ratings)} penilaian.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: "perhitungan",
    title: "Kapan dihitung",
    body: (
      <p>
        Sebuah program menghitungnya setiap malam dari data pasar ini, untuk semua toko dengan rumus yang sama. Tanda
        ini tidak bisa dibeli dan tidak diberikan dengan tangan. Bila satu hal tidak terpenuhi lagi, tandanya hilang
        pada malam itu.
      </p>
    ),
  },
  {
    id: "batas",
    title: "Yang tidak dikatakan tanda ini",
    body: (
      <p>
        Tanda ini bukan jaminan untuk setiap barang. Uang Anda tetap kami jaga sampai barang diterima, di toko dengan
        atau tanpa tanda: lihat <a href={hrefs.aboutUs()}>Tentang kami</a>.
      </p>
    ),
  },
];

/** The published formula of the badges of shops, with the numbers of the rules. */
export function Component() {
  return <Article title="Tanda toko" intro="Rumus tanda yang tampil di toko, dengan angkanya." chapters={chapters()} />;
}
