import { span } from "#lib/time.ts";
import { scoreWeight } from "#catalog/rules.ts";
import { reviewDuration } from "#orders/rules.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import { areQuestionsOpen, maxOpenQuestions } from "#reviews/questions/rules.ts";
import { objection, reportDuration } from "#reviews/reports/rules.ts";
import { areReviewPicturesOpen, burst, maxReviewPictures, paidBack, reviewEditDuration } from "#reviews/rules.ts";
import type { HelpTopic } from "./article.ts";

/** The guide about reviews and questions. */
export const reviewTopics = (): readonly HelpTopic[] => [
  {
    id: "ulasan",
    title: "Ulasan",
    articles: [
      {
        id: "menulis-ulasan",
        title: "Menulis ulasan",
        also: "review bintang rating penilaian testimoni foto",
        blocks: [
          {
            text: `Setelah pesanan selesai, buka [Ulasan](${reviewHrefs.buyerReviews()}) atau tombol **Beri ulasan** di pesanan itu. Pilih 1 sampai 5 bintang, lalu tambahkan cerita${areReviewPicturesOpen() ? ` dan sampai ${maxReviewPictures} foto` : ""} bila mau. Menulis bisa sampai ${span(reviewDuration)} setelah pesanan selesai, mengubah sampai ${span(reviewEditDuration)} setelah ditulis, dan menghapus kapan saja. Nama Anda tampil sebagai nama depan dan satu huruf.`,
          },
        ],
      },
      ...(areQuestionsOpen()
        ? [
            {
              id: "bertanya-tentang-barang",
              title: "Bertanya tentang barang",
              also: "diskusi tanya jawab penjual pertanyaan",
              blocks: [
                {
                  text: `Di halaman produk, bagian **Diskusi**, Anda bisa bertanya kepada penjual. Penjual dan orang yang sudah membeli barang itu bisa menjawab, dan Anda diberi tahu. Paling banyak ${maxOpenQuestions} pertanyaan Anda tentang satu barang boleh menunggu jawaban penjual. Tautan dan nomor telepon hanya tampil sebagai teks.`,
                },
              ],
            },
          ]
        : []),
      {
        id: "ulasan-jujur",
        title: "Cara kami menghitung ulasan",
        also: "asli palsu integritas verifikasi rata-rata peringkat urutan membantu",
        blocks: [
          {
            list: [
              "Setiap penilaian berasal dari barang yang dibeli di sini dan pesanannya selesai. Satu barang dalam satu pesanan mendapat satu ulasan.",
              "Angka di halaman produk dan toko adalah rata-rata biasa dari semua penilaian yang dihitung.",
              "Barang yang dananya dikembalikan seluruhnya tidak bisa diulas lagi. Bila itu terjadi lewat komplain atau bank, ulasan yang sudah ditulis tetap bisa dibaca, diberi tanda, dan bintangnya tidak dihitung lagi.",
              "Uang yang dikembalikan penjual sendiri setelah ulasan ditulis tidak menghapus bintangnya. Ulasan itu diberi tanda bahwa pembeli sudah menerima uang kembali.",
              `Bila paling sedikit ${paidBack.percent}% harga sudah dikembalikan, ulasan yang ditulis atau diubah sesudahnya mendapat paling banyak ${paidBack.maxStars} bintang.`,
              "Penjual tidak bisa menghapus ulasan. Ia bisa membalas satu kali, dan balasan itu tidak bisa diubah.",
              "Nomor telepon, email, dan tautan dalam ulasan, pertanyaan, dan jawaban tidak tampil kepada pembaca.",
              `Ulasan, balasan penjual, pertanyaan atau jawaban yang kasar, palsu, atau memuat data pribadi bisa Anda laporkan satu kali. Laporan saja tidak menyembunyikan apa pun: operator memutuskan dalam ${span(reportDuration)}, dan hasilnya tampil di [Laporan](${reviewHrefs.reports()}).`,
              "Operator bisa menyembunyikan hanya foto ulasan, atau hanya balasan penjual. Cerita dan bintangnya tetap tampil dan dihitung.",
              `Penulis yang tulisannya disembunyikan membaca alasannya dan bisa keberatan satu kali dalam ${span(objection.duration)}. Operator lain yang memutuskan keberatan itu.`,
              "Halaman produk menyebut berapa ulasan diubah, ditarik penulisnya, atau tidak dihitung.",
              `Bila paling sedikit ${burst.min} penilaian, dan paling sedikit ${burst.share * 100}% dari penilaian ${span(burst.window)} terakhir, datang pada hari yang sama, halaman produk mengatakannya.`,
              `Urutan **Penilaian tertinggi** menghitung seolah setiap barang punya ${scoreWeight.ratings} penilaian ${scoreWeight.stars} bintang lagi, supaya sedikit penilaian tidak mengalahkan yang banyak.`,
              "Urutan **Paling membantu** memakai batas bawah Wilson (95%) dari pembaca yang merasa terbantu, supaya satu suara tidak mengalahkan yang banyak.",
            ],
          },
        ],
      },
    ],
  },
];
