import { resetLinkTtl } from "#accounts/recovery/rules.ts";
import { recoveryCodes } from "#accounts/second-factor/rules.ts";
import { isVisitorCartOpen } from "#cart/rules.ts";
import { hrefs } from "#hrefs.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import { span } from "#lib/time.ts";
import { reviewDuration } from "#orders/rules.ts";
import { deletionGraceDuration } from "#privacy/rules.ts";
import { terms } from "../term-text.ts";
import { formatPerMille, type FeeTexts } from "#payments/fees/rules.ts";
import { insurancePerMille } from "#shipping/rules.ts";
import type { QuestionGroup } from "./article.ts";

/** Frequent questions of buyers. */
export const buyerQuestions = (fees: FeeTexts): readonly QuestionGroup[] => [
  {
    id: "memesan",
    title: "Memesan",
    questions: [
      {
        id: "apakah-saya-harus-punya-akun",
        question: "Apakah saya harus punya akun?",
        answer: `${isVisitorCartOpen() ? `Anda bebas melihat-lihat dan mengisi keranjang tanpa akun. Keranjang itu tersimpan di browser Anda selama ${terms.visitorCart} sejak terakhir dipakai, dan pindah ke akun Anda saat Anda masuk.` : "Anda bebas melihat-lihat tanpa akun; untuk mengisi keranjang, masuk dulu."} Untuk membayar, daftar dengan nama, email dan kata sandi; itu saja. Nomor telepon baru diperlukan bersama alamat kiriman. Bila tombolnya tampil di halaman masuk, Anda juga bisa masuk dengan Google, Apple atau Facebook.`,
      },
      {
        id: "dapatkah-saya-membeli-dari-beberapa-toko-sekaligus",
        question: "Bisakah saya membeli dari beberapa toko sekaligus?",
        answer:
          "Bisa. Semua masuk ke satu keranjang dan satu pembayaran. Tiap toko mengirim sendiri, jadi setiap toko menjadi satu pesanan dengan nomor invoice dan ongkos kirimnya masing-masing.",
      },
      {
        id: "mengapa-harga-di-keranjang-berubah",
        question: "Mengapa harga di keranjang berubah?",
        answer:
          "Keranjang selalu menunjukkan harga dan stok saat ini. Bila penjual mengubahnya setelah Anda memasukkan barang, Anda melihatnya sebelum membayar. Setelah pesanan dibuat, harga tidak berubah lagi.",
      },
      {
        id: "apa-arti-pre-order",
        question: "Apa arti Pre-order?",
        answer:
          "Barang dibuat setelah Anda memesan. Jumlah hari pengerjaannya tertulis di halaman produk dan dihitung sebagai hari kalender sejak penjual mengonfirmasi. Batas kirim penjual mengikuti hari itu, dan tidak berubah lagi setelah Anda memesan.",
      },
    ],
  },
  {
    id: "membayar",
    title: "Membayar",
    questions: [
      {
        id: "berapa-lama-batas-pembayaran",
        question: "Berapa lama batas pembayaran?",
        answer: `Batasnya ${terms.payment} sejak pesanan dibuat. Untuk QRIS, dompet digital dan kartu ${terms.instantPayment}. Bila Anda belum membayar sampai saat itu, pesanan batal dengan sendirinya dan stok dikembalikan.`,
      },
      {
        id: "biaya-apa-saja-yang-saya-bayar",
        question: "Biaya apa saja yang saya bayar?",
        answer: `Harga barang, ongkos kirim tiap toko, asuransi paket bila Anda mencentangnya (${formatPerMille(insurancePerMille)} dari harga barang), dan biaya layanan ${fees.serviceFee} untuk tiap pembayaran. Semuanya tertulis di baris sendiri sebelum tombol bayar, dan tombol mengulang jumlahnya.${fees.serviceFeeDetails}`,
      },
      {
        id: "saya-terlanjur-membayar-pesanan-yang-sudah-batal",
        question: "Saya telanjur membayar pesanan yang sudah batal. Bagaimana uang saya?",
        answer:
          "Pembayaran yang datang terlambat dikembalikan satu kali secara otomatis ke cara pembayaran yang sama. Anda mendapat notifikasi ketika pengembalian diproses.",
      },
      {
        id: "ke-mana-uang-saya-masuk",
        question: "Ke mana uang saya masuk?",
        answer:
          "Ke rekening bersama. Penjual menerimanya setelah pesanan selesai; sampai saat itu uang Anda aman di sana.",
      },
    ],
  },
  {
    id: "pengiriman",
    title: "Pengiriman",
    questions: [
      {
        id: "kapan-barang-saya-dikirim",
        question: "Kapan barang saya dikirim?",
        answer: `Penjual mengonfirmasi dalam ${terms.confirmation} dan mengirim dalam ${terms.ship}. Akhir pekan dan hari libur nasional tidak dihitung sebagai hari kerja. Untuk kurir instan batasnya lebih singkat. Bila penjual melewati batas itu, pesanan batal dan uang Anda kembali.`,
      },
      {
        id: "nomor-resi-saya-tidak-bergerak-apakah-ini",
        question: "Nomor resi saya tidak bergerak. Apakah ini penipuan?",
        answer: `Nomor resi harus sesuai bentuk kurirnya dan belum pernah dipakai. Bila pindaian kurir itu sampai kepada kami, tetapi paket tidak dipindai dalam ${terms.firstScan} setelah nomor resi diisi, pesanan batal dengan sendirinya dan uang tetap milik Anda. Untuk kurir lain kami bertanya kepada Anda pada hari terakhir perkiraan tiba. Jawab Belum tiba untuk membuka komplain; uang Anda tetap ditahan. Tanpa jawaban, paket dianggap tiba ${terms.assumedArrival} kemudian.`,
      },
      {
        id: "bagaimana-bila-toko-memakai-kurir-sendiri",
        question: "Bagaimana bila toko memakai kurir sendiri?",
        answer: `Paket dengan kurir toko yang tidak tiba dalam ${terms.ownCourier} membatalkan pesanan, dan uang kembali kepada Anda.`,
      },
      {
        id: "bagaimana-kurir-instan-bekerja",
        question: "Bagaimana kurir instan bekerja?",
        answer: `Kurir instan mengantar dalam hitungan jam. Pilihannya tampil bila toko memakainya dan sedang menyerahkan paket, alamat Anda punya titik peta, dan jarak, berat serta ukurannya masih dilayani. Penjual mengonfirmasi dalam ${terms.instantConfirmation} dan menyerahkan paket dalam ${terms.instantHandover}; lewat dari itu pesanan batal dan uang Anda kembali. Bila pengemudi tidak jadi datang, yang lain dipanggil; pengemudi yang masih di jalan saat batas itu lewat ditunggu ${terms.driverGrace}. Paket yang tidak tiba dalam ${terms.instantLost} sejak dijemput dianggap hilang, dan uang kembali kepada Anda. COD tidak berlaku untuk kurir ini.`,
      },
      {
        id: "siapa-yang-melihat-alamat-dan-telepon-saya",
        question: "Siapa yang melihat alamat dan telepon saya?",
        answer: `Hanya penjual yang mengirim pesanan Anda, dan hanya selama diperlukan. Setelah ${terms.addressVisible} sejak pesanan selesai, penjual tidak lagi melihatnya.`,
      },
    ],
  },
  {
    id: "batal-dan-komplain",
    title: "Pembatalan dan komplain",
    questions: [
      {
        id: "dapatkah-saya-membatalkan-pesanan",
        question: "Bisakah saya membatalkan pesanan?",
        answer: `Sebelum penjual mengonfirmasi, Anda bisa membatalkan tanpa alasan. Saat pesanan diproses, Anda bisa memintanya satu kali, dan menariknya lagi selama penjual belum menjawab; bila penjual tidak menjawab dalam ${terms.cancelAnswer}, pembatalan disetujui.`,
      },
      {
        id: "barang-rusak-atau-tidak-sesuai-apa-yang",
        question: "Barang rusak atau tidak sesuai. Apa yang harus saya lakukan?",
        answer: `Jangan tekan Pesanan diterima. Buka pesanan Anda dan tekan Buka komplain: pilih barangnya, jelaskan masalahnya, tambahkan foto atau video pendek, dan pilih penyelesaian yang Anda inginkan. Uang langsung ditahan sampai komplain selesai. Penjual menjawab dalam ${terms.sellerAnswer}; bila ia diam, permintaan Anda dijalankan.`,
      },
      {
        id: "sampai-kapan-saya-dapat-mengajukan-komplain",
        question: "Sampai kapan saya bisa menyampaikan komplain?",
        answer: `Selama pesanan belum selesai. Pesanan selesai ${terms.autoComplete} setelah paket tiba; Anda bisa minta tambahan waktu ${terms.extension}, satu kali. Bila paket belum tiba sampai akhir perkiraannya, Anda bisa menyampaikan bahwa barang tidak tiba; dari pesanan dalam beberapa paket, barang yang sudah tiba tetapi rusak bisa disertakan. Pesanan COD bisa dikomplain setelah paket tiba, karena sebelum itu belum ada uang yang dibayar.`,
      },
      {
        id: "bisakah-saya-mengembalikan-barang-karena-berubah-pikiran",
        question: "Bisakah saya mengembalikan barang karena berubah pikiran?",
        answer: `Bisa, dalam ${terms.changedMind} setelah paket tiba dan sebelum pesanan selesai, asalkan barangnya utuh. Makanan, minuman dan barang pre-order tidak bisa. Anda mengirim balik dalam ${terms.sendBack}, penjual memeriksa dalam ${terms.inspection}, lalu uang kembali.`,
      },
      {
        id: "bagaimana-bila-penjual-dan-saya-tidak-sepakat",
        question: "Bagaimana bila penjual dan saya tidak sepakat?",
        answer: `Panggil mediator dari halaman komplain; setelah ${terms.talk} tanpa kesepakatan mediator dipanggil dengan sendirinya. Ia membaca keterangan kedua pihak dan memutuskan secara tertulis dalam ${terms.mediator}, dengan alasan dan aturannya. Satu kali dalam satu komplain, Anda atau penjual bisa mengajukan banding dalam ${terms.appeal}; mediator lain memutuskannya, dan putusan itu final. Seluruh berkas komplain bisa Anda unduh sebagai PDF. Anda juga bisa mengadu kepada Direktorat Jenderal Perlindungan Konsumen dan Tertib Niaga; nomornya ada di kaki setiap halaman.`,
      },
      {
        id: "siapa-yang-menanggung-ongkos-kirim-balik",
        question: "Paket saya tidak pernah tiba. Bagaimana?",
        answer: `Paket yang sudah dipindai tetapi tidak tiba dalam ${terms.lostParcel} sejak dikirim dianggap hilang: pesanan batal dan uang kembali kepada Anda tanpa perlu meminta.`,
      },
      {
        id: "apakah-saya-menunggu-klaim-asuransi",
        question: "Paket saya diasuransikan. Apakah saya menunggu klaimnya?",
        answer:
          "Tidak. Uang Anda diputuskan dalam komplain dan tidak menunggu kurir membayar klaim. Klaimnya diajukan oleh toko, atau oleh kami bila kurirnya dipesan lewat kami.",
      },
    ],
  },
  {
    id: "ulasan-dan-akun",
    title: "Akun dan ulasan",
    questions: [
      {
        id: "kapan-saya-dapat-menulis-ulasan",
        question: "Dari mana bintang dan ulasan di halaman produk?",
        answer: `Dari pembeli yang pesanannya selesai. Anda bisa [menulis ulasan](${reviewHrefs.buyerReviews()}) sampai ${span(reviewDuration)} setelah pesanan selesai. Angka rata-rata dan jumlahnya dihitung dari ulasan yang sama, dan penjual tidak bisa menghapusnya. [Cara kami menghitung](${hrefs.guide()}#ulasan-jujur) ada di panduan.`,
      },
      {
        id: "saya-lupa-kata-sandi",
        question: "Saya lupa kata sandi. Bagaimana masuk kembali?",
        answer: `Pilih Lupa kata sandi di halaman masuk dan tulis email Anda. Tautan untuk memilih kata sandi baru berlaku ${span(resetLinkTtl)}, satu kali. Setelah itu semua perangkat dikeluarkan.`,
      },
      {
        id: "ponsel-untuk-kode-masuk-hilang",
        question: "Ponsel dengan aplikasi kode saya hilang. Apa yang harus saya lakukan?",
        answer: `Masukkan salah satu dari ${recoveryCodes.count} kode cadangan yang Anda simpan ketika menyalakan verifikasi dua langkah. Tiap kode berlaku satu kali. Sesudah masuk, pasang aplikasi di ponsel baru dan buat kode cadangan baru di menu Keamanan.`,
      },
      {
        id: "bagaimana-saya-tahu-akun-saya-dipakai-orang",
        question: "Bagaimana saya tahu akun saya dipakai orang lain?",
        answer:
          "Kami mengirim email setiap kali akun Anda dipakai dari jenis perangkat yang baru. Di menu Keamanan ada daftar perangkat yang sedang masuk. Keluarkan yang tidak Anda kenali, lalu ganti kata sandi; semua perangkat lain ikut keluar. Verifikasi dua langkah atau passkey membuat kata sandi saja tidak cukup untuk masuk.",
      },
      {
        id: "dapatkah-saya-menghapus-akun",
        question: "Bisakah saya menghapus akun?",
        answer: `Bisa, dari Privasi & data di profil Anda. Akun dihapus ${span(deletionGraceDuration)} setelah diminta, dan sampai saat itu Anda bisa membatalkannya. Riwayat pesanan yang wajib disimpan menurut hukum tetap ada tanpa nama Anda. Di tempat yang sama Anda bisa mengunduh semua data Anda.`,
      },
    ],
  },
];
