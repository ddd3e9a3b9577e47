import { hrefs } from "#hrefs.ts";
import type { PageHandle } from "#lib/page.ts";
import { terms } from "../terms-in-words.ts";
import { Article, Questions, questionsForSearch } from "../ui/article.tsx";

const groups = [
  {
    id: "memesan",
    title: "Memesan",
    questions: [
      {
        question: "Apakah saya harus punya akun?",
        answer:
          "Anda bebas melihat-lihat tanpa akun. Untuk membeli, daftar dengan nama, email dan kata sandi; itu saja. Nomor telepon baru diperlukan bersama alamat kiriman.",
      },
      {
        question: "Dapatkah saya membeli dari beberapa toko sekaligus?",
        answer:
          "Dapat. Semua masuk ke satu keranjang dan satu pembayaran. Tiap toko mengirim sendiri, jadi setiap toko menjadi satu pesanan dengan nomor invoice dan ongkos kirimnya masing-masing.",
      },
      {
        question: "Mengapa harga di keranjang berubah?",
        answer:
          "Keranjang selalu menunjukkan harga dan stok saat ini. Bila penjual mengubahnya setelah Anda memasukkan barang, Anda melihatnya sebelum membayar. Setelah pesanan dibuat, harga tidak berubah lagi.",
      },
      {
        question: "Apa arti Pre-order?",
        answer:
          "Barang dibuat setelah Anda memesan. Jumlah hari pengerjaan tertulis di halaman produk dan dihitung sebagai hari kerja. Batas kirim penjual mengikuti hari itu.",
      },
    ],
  },
  {
    id: "membayar",
    title: "Membayar",
    questions: [
      {
        question: "Berapa lama batas pembayaran?",
        answer: `Batasnya ${terms.payment} sejak pesanan dibuat. Untuk QRIS, dompet digital dan kartu ${terms.instantPayment}. Bila lewat, pesanan batal dengan sendirinya dan stok dikembalikan.`,
      },
      {
        question: "Biaya apa saja yang saya bayar?",
        answer: `Harga barang, ongkos kirim tiap toko, dan biaya layanan ${terms.serviceFee} untuk tiap pembayaran. Semuanya tertulis di baris sendiri sebelum tombol bayar, dan tombol mengulang jumlahnya.`,
      },
      {
        question: "Saya terlanjur membayar pesanan yang sudah batal. Bagaimana uang saya?",
        answer:
          "Pembayaran yang datang terlambat dikembalikan satu kali secara otomatis ke cara pembayaran yang sama. Anda mendapat notifikasi ketika pengembalian diproses.",
      },
      {
        question: "Ke mana uang saya masuk?",
        answer: "Ke rekening bersama. Penjual menerima dananya setelah pesanan selesai; sebelum itu dana Anda ditahan.",
      },
    ],
  },
  {
    id: "pengiriman",
    title: "Pengiriman",
    questions: [
      {
        question: "Kapan barang saya dikirim?",
        answer: `Penjual mengonfirmasi dalam ${terms.confirmation} dan mengirim dalam ${terms.ship}. Akhir pekan dan hari libur nasional tidak dihitung sebagai hari kerja. Bila batasnya lewat, pesanan batal dan uang kembali.`,
      },
      {
        question: "Nomor resi saya tidak bergerak. Apakah ini penipuan?",
        answer: `Bila kurir tidak memindai paket dalam ${terms.firstScan} setelah resi dimasukkan, pesanan batal dengan sendirinya dan uang tetap milik Anda. Nomor resi yang sudah pernah dipakai juga ditolak.`,
      },
      {
        question: "Bagaimana bila toko memakai kurir sendiri?",
        answer: `Paket dengan kurir toko yang tidak tiba dalam ${terms.ownCourier} membatalkan pesanan, dan uang kembali kepada Anda.`,
      },
      {
        question: "Siapa yang melihat alamat dan telepon saya?",
        answer:
          "Hanya penjual yang mengirim pesanan Anda, dan hanya selama diperlukan. Di label kiriman nomor telepon disamarkan. Beberapa hari setelah pesanan selesai, penjual tidak lagi melihatnya.",
      },
    ],
  },
  {
    id: "batal-dan-komplain",
    title: "Pembatalan dan komplain",
    questions: [
      {
        question: "Dapatkah saya membatalkan pesanan?",
        answer: `Sebelum penjual mengonfirmasi, Anda dapat membatalkan tanpa alasan. Saat pesanan diproses, Anda dapat memintanya; bila penjual tidak menjawab dalam ${terms.cancelAnswer}, pembatalan disetujui.`,
      },
      {
        question: "Barang rusak atau tidak sesuai. Apa yang harus saya lakukan?",
        answer: `Jangan tekan Pesanan diterima. Buka halaman pesanan, ajukan komplain dengan foto, dan pilih penyelesaian: uang kembali penuh, sebagian, ganti barang, atau kirim kekurangannya. Penjual menjawab dalam ${terms.complaintAnswer}.`,
      },
      {
        question: "Sampai kapan saya dapat mengajukan komplain?",
        answer: `Selama pesanan belum selesai. Pesanan selesai ${terms.autoComplete} setelah paket tiba; Anda dapat memperpanjangnya satu kali selama ${terms.extension}.`,
      },
      {
        question: "Bagaimana bila penjual dan saya tidak sepakat?",
        answer: `Panggil penengah. Ia membaca bukti kedua pihak dan memutus secara tertulis dalam ${terms.mediation}. Anda dapat mengajukan banding satu kali dalam ${terms.appeal}.`,
      },
      {
        question: "Siapa yang menanggung ongkos kirim balik?",
        answer: `Bila barang memang rusak atau tidak sesuai, penjual menanggungnya dengan label yang disediakan. Penjual memeriksa barang dalam ${terms.returnCheck} setelah tiba, lalu dana Anda dikembalikan.`,
      },
    ],
  },
  {
    id: "ulasan-dan-akun",
    title: "Ulasan dan akun",
    questions: [
      {
        question: "Kapan saya dapat menulis ulasan?",
        answer: `Setelah pesanan selesai, dalam ${terms.review}. Anda memberi bintang satu sampai lima, tulisan dan foto, dan dapat mengubahnya dalam masa itu.`,
      },
      {
        question: "Bagaimana saya tahu akun saya dipakai orang lain?",
        answer:
          "Di menu keamanan akun ada daftar perangkat yang sedang masuk. Keluarkan yang tidak Anda kenali, lalu ganti kata sandi; semua perangkat lain ikut keluar. Kami tidak pernah meminta kata sandi atau kode lewat telepon maupun chat.",
      },
      {
        question: "Dapatkah saya menghapus akun?",
        answer:
          "Dapat, dari pengaturan akun. Riwayat transaksi yang wajib disimpan menurut hukum tetap ada tanpa nama Anda. Anda juga dapat mengunduh semua data Anda.",
      },
    ],
  },
] as const;

export const handle: PageHandle = {
  layout: "shop",
  head: () => ({
    title: "Tanya jawab pembeli",
    description: "Jawaban tentang memesan, membayar, pengiriman, pembatalan, komplain, ulasan dan akun di Kawung.",
    canonical: hrefs.faqBuyer(),
    structured: [questionsForSearch(groups)],
  }),
};

export function Component() {
  return (
    <Article
      title="Tanya jawab pembeli"
      intro="Yang paling sering ditanyakan orang sebelum dan sesudah membeli."
      chapters={groups.map(({ id, title, questions }) => ({ id, title, body: <Questions questions={questions} /> }))}
      after={
        <p>
          Belum terjawab? Baca <a href={hrefs.guide()}>panduan</a> atau{" "}
          <a href={`${hrefs.guide()}#tanya-kami`}>tanya kami</a>.
        </p>
      }
    />
  );
}
