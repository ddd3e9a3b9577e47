import { reduction } from "#catalog/rules.ts";
import { span } from "#lib/time.ts";
import { hrefs } from "#hrefs.ts";
import { heldDuration } from "#catalog/screening/rules.ts";
import { verificationDuration } from "#shops/verification/rules.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import { sellerHrefs } from "#seller-hrefs.ts";
import { terms } from "../term-text.ts";
import type { FeeTexts } from "#payments/fees/rules.ts";
import type { QuestionGroup } from "./article.ts";

/** Frequent questions of sellers. */
export const sellerQuestions = (fees: FeeTexts): readonly QuestionGroup[] => [
  {
    id: "membuka-toko",
    title: "Membuka toko",
    questions: [
      {
        id: "siapa-yang-boleh-berjualan",
        question: "Siapa yang boleh berjualan?",
        answer:
          "Perorangan maupun usaha di Indonesia. Sudah punya akun? Buka toko dari Profile → Buka toko gratis. Belum? Daftar sebagai penjual. Isinya sama: nama toko, kota asal kiriman dan kurir yang Anda pakai. Penjual juga tetap bisa berbelanja.",
      },
      {
        id: "apakah-membuka-toko-berbayar",
        question: "Apakah membuka toko berbayar?",
        answer: `Tidak. Anda hanya membayar komisi dari barang yang terjual: ${fees.commission}. Tidak ada biaya bulanan.${fees.commissionDetails}`,
      },
      {
        id: "bagaimana-toko-saya-terverifikasi",
        question: "Bagaimana toko saya menjadi terverifikasi?",
        answer: `Isi data penjual dan unggah dokumennya di [Verifikasi](${sellerHrefs.verification()}). Kami memutuskannya dalam ${span(verificationDuration)}. Bila ada yang kurang, tertulis isian mana yang perlu diperbaiki. Setelah diperiksa, pembeli melihat nama penjual dan tanda terverifikasi. Rumus tanda toko lain ada di [Tanda toko](${reviewHrefs.shopBadges()}).`,
      },
      {
        id: "dapatkah-toko-ditutup-sementara",
        question: "Bisakah toko ditutup sementara?",
        answer: `Bisa. Dalam mode libur toko tetap terlihat tetapi tidak menerima pesanan baru, dan jam konfirmasi serta jam kirim pesanan berjalan berhenti sampai toko buka lagi. Permintaan pembatalan tidak menunggu: bila Anda tidak menjawab dalam ${terms.cancelAnswer}, permintaannya tetap dianggap disetujui.`,
      },
    ],
  },
  {
    id: "produk",
    title: "Produk dan stok",
    questions: [
      {
        id: "apa-yang-perlu-ada-di-halaman-produk",
        question: "Apa yang perlu ada di halaman produk?",
        answer:
          "Nama yang jelas, kategori, harga, stok, berat, sedikitnya satu foto, dan uraian yang jujur. Anda bisa menambahkan varian seperti warna dan ukuran, masing-masing dengan harga dan stoknya sendiri.",
      },
      {
        id: "barang-apa-yang-tidak-boleh-dijual",
        question: "Barang apa yang tidak boleh dijual?",
        answer:
          "Barang yang dilarang hukum, barang palsu, satwa dilindungi dan bagiannya, senjata, obat keras, serta barang yang melanggar hak orang lain. Daftar lengkap ada di syarat dan ketentuan.",
      },
      {
        id: "mengapa-produk-saya-ditahan",
        question: "Mengapa produk saya belum tayang?",
        answer: `Bila kata atau fotonya mirip barang yang dilarang, produk tersimpan dan kami periksa lebih dulu, paling lama ${span(heldDuration)}. Alasannya tertulis saat Anda membuka produk itu. Memperbaiki bagian yang disebut membuatnya tayang tanpa menunggu.`,
      },
      {
        id: "bagaimana-mengubah-harga-dan-stok-banyak-barang",
        question: "Bagaimana mengubah harga dan stok dengan cepat?",
        answer:
          "Ubah langsung di daftar produk toko Anda, tanpa membuka tiap barang. Barang yang sedang tidak dijual bisa disembunyikan dan ditampilkan lagi kapan saja.",
      },
      {
        id: "bagaimana-menampilkan-harga-coret",
        question: "Kapan harga coret tampil?",
        answer: `Dengan sendirinya, bila Anda menurunkan harga barang yang sudah dijual sedikitnya ${span(reduction.minOnSale)}. Harga coretnya adalah harga terendah selama ${span(reduction.comparedWith)} sebelum itu, dan tampil ${span(reduction.shownFor)}. Bila harga dinaikkan lagi, harga coret hilang. Karena itu harga tidak bisa dinaikkan sebentar agar tampak turun.`,
      },
      {
        id: "dapatkah-stok-terjual-melebihi-yang-ada",
        question: "Bisakah stok terjual melebihi yang ada?",
        answer:
          "Tidak. Stok dipesan pada saat pesanan dibuat dan dikembalikan satu kali bila pesanan batal atau tidak dibayar. Perubahan stok yang Anda simpan tidak menimpa penjualan yang terjadi pada saat yang sama.",
      },
      {
        id: "bagaimana-menjual-barang-yang-dibuat-setelah-dipesan",
        question: "Bagaimana menjual barang yang dibuat setelah dipesan?",
        answer:
          "Tandai sebagai pre-order dan isi jumlah hari pengerjaannya, dihitung sebagai hari kalender sejak Anda mengonfirmasi. Batas kirim Anda mengikuti hari itu. Perubahan jumlah hari berlaku untuk pesanan berikutnya.",
      },
    ],
  },
  {
    id: "pesanan",
    title: "Memproses pesanan",
    questions: [
      {
        id: "bagaimana-saya-tahu-ada-pesanan-baru",
        question: "Bagaimana saya tahu ada pesanan baru?",
        answer:
          "Lonceng di kepala halaman berubah saat itu juga, tanpa memuat ulang. Di menu Notifikasi Anda memilih apakah kabar pesanan juga dikirim lewat email dan push di perangkat.",
      },
      {
        id: "berapa-lama-saya-punya-waktu",
        question: "Berapa lama saya punya waktu?",
        answer: `Konfirmasi pesanan dalam ${terms.confirmation} setelah dibayar, lalu kirim dalam ${terms.ship}. Batas waktu tampil di tiap pesanan. Bila Anda melewatinya, pesanan batal dan uang kembali kepada pembeli.`,
      },
      {
        id: "apa-yang-berbeda-dengan-kurir-instan",
        question: "Apa yang berbeda dengan kurir instan?",
        answer: `Tentukan titik toko dan jam penjemputan di pengaturan toko. Konfirmasi pesanannya dalam ${terms.instantConfirmation}, panggil pengemudi saat paket siap, dan serahkan dalam ${terms.instantHandover}; lewat dari itu pesanan batal dan uang kembali kepada pembeli. Bila pengemudi tidak jadi datang, kami memanggil satu lagi selama jam penjemputan; setelah itu Anda memanggil lagi atau mengirim sendiri dengan nomor resi.`,
      },
      {
        id: "bagaimana-bila-saya-tidak-dapat-memenuhi-pesanan",
        question: "Bagaimana bila saya tidak bisa memenuhi pesanan?",
        answer:
          "Tolak dengan alasan sebelum mengonfirmasi. Dana langsung dikembalikan kepada pembeli dan stok kembali. Menolak lebih baik daripada mendiamkan.",
      },
      {
        id: "pembeli-meminta-pembatalan-apa-yang-terjadi",
        question: "Pembeli meminta pembatalan. Apa yang terjadi?",
        answer: `Setujui atau tolak dengan alasan dalam ${terms.cancelAnswer}. Bila Anda tidak menjawab, permintaannya dianggap disetujui. Pembeli bisa menariknya selama Anda belum menjawab; Anda diberi tahu dan batas kirim pesanan berlaku lagi.`,
      },
      {
        id: "apa-syarat-nomor-resi",
        question: "Apa syarat nomor resi?",
        answer: `Bentuknya harus sesuai kurir dan belum pernah dipakai. Bila pindaian kurir itu sampai kepada kami, paket harus dipindai dalam ${terms.firstScan}; jika tidak, pesanan batal dan uang tetap milik pembeli. Pesanan tidak pernah batal hanya karena pindaian kurirnya tidak sampai kepada kami: pembeli ditanya pada hari terakhir perkiraan tiba, dan tanpa jawaban paket dianggap tiba ${terms.assumedArrival} kemudian.`,
      },
    ],
  },
  {
    id: "uang",
    title: "Uang",
    questions: [
      {
        id: "kapan-saya-menerima-uang",
        question: "Kapan saya menerima uang?",
        answer: `Ketika pembeli menekan Pesanan diterima, atau ${terms.autoComplete} setelah paket tiba. Dana masuk ke saldo toko dan terlihat di menu Saldo, baris demi baris.`,
      },
      {
        id: "bagaimana-bila-kurir-tidak-menyetor-uang-cod",
        question: "Bagaimana bila kurir tidak menyetor uang COD?",
        answer:
          "Itu urusan kami dengan kurir. Begitu paket COD tiba, uangnya tercatat di rekening bersama seperti pembayaran lain, dan hak Anda tidak berkurang bila kurir menyetor terlambat atau kurang.",
      },
      {
        id: "bagaimana-menarik-saldo",
        question: "Bagaimana menarik saldo?",
        answer: `Simpan rekening bank Anda di menu Saldo dan buat PIN di Profil, bagian Keamanan. Rekening baru bisa dipakai ${terms.accountHold} kemudian. Lalu tarik paling sedikit ${terms.minWithdrawal}, kapan saja atau otomatis setiap minggu. Biayanya ${terms.withdrawalFee} untuk setiap penarikan, dan penarikan pertama ke suatu rekening kami periksa dulu.`,
      },
      {
        id: "berapa-yang-saya-terima-dari-satu-penjualan",
        question: "Berapa yang saya terima dari satu penjualan?",
        answer: `Harga barang dikurangi komisi (${fees.commission}), ditambah ongkos kirim dan premi asuransi yang dibayar pembeli. Kurir yang Anda pesan lewat halaman pesanan kami bayar dari ongkos kirim dan premi itu. Selama pemungutan PPh 22 menyala, pajak itu juga dipotong, kecuali toko Anda bebas (menu Saldo, Pajak). Formulir produk menunjukkan angkanya, dan pembayarannya sama sampai rupiah terakhir.${fees.commissionDetails}`,
      },
    ],
  },
  {
    id: "komplain",
    title: "Komplain dan ulasan",
    questions: [
      {
        id: "pembeli-mengajukan-komplain-apa-yang-harus-saya",
        question: "Pembeli menyampaikan komplain. Apa yang harus saya lakukan?",
        answer: `Jawab dalam ${terms.sellerAnswer} di halaman komplain: terima permintaannya, tawarkan jumlah lain, barang pengganti atau pengiriman balik, atau panggil mediator. Bila Anda diam, permintaan pembeli dijalankan. Dana pesanan tetap di rekening bersama sampai komplain selesai.`,
      },
      {
        id: "bagaimana-bila-pembeli-keliru",
        question: "Bagaimana bila pembeli keliru?",
        answer: `Jelaskan di halaman komplain dan tambahkan foto barang dan kemasannya sebelum dikirim, lalu panggil mediator. Ia memutuskan secara tertulis dalam ${terms.mediator}. Satu kali dalam satu komplain, Anda atau pembeli bisa mengajukan banding dalam ${terms.appeal}; putusan banding final. Barang yang dikirim balik Anda periksa dalam ${terms.inspection}; bila isinya tidak sesuai, mediator memutuskan.`,
      },
      {
        id: "siapa-yang-mengajukan-klaim-asuransi",
        question: "Siapa yang mengajukan klaim asuransi?",
        answer:
          "Anda, bila paket Anda serahkan sendiri ke kurir; kurir membayarnya langsung kepada Anda. Bila kurirnya dipesan lewat halaman pesanan, kami yang mengajukan. Yang dibayar kurir masuk ke saldo Anda, paling banyak sebesar yang hilang dari bagian Anda karena komplain, setelah komplain dan pesanannya selesai.",
      },
      {
        id: "dapatkah-ulasan-buruk-dihapus",
        question: "Bisakah ulasan buruk dihapus?",
        answer:
          "Ulasan ditulis oleh pembeli sungguhan dan tidak dihapus karena isinya tidak menyenangkan. Bila sebuah ulasan melanggar hukum atau memuat data pribadi, tekan Laporkan di bawahnya. Operator memutuskan, dan hasilnya tampil di Laporan.",
      },
      {
        id: "membalas-ulasan",
        question: "Bagaimana membalas ulasan?",
        answer: `Buka [Ulasan](${hrefs.manageMerchant("reviews")}) di toko Anda. Anda bisa membalas tiap ulasan satu kali; balasan tampil di halaman produk dan tidak bisa diubah.`,
      },
    ],
  },
];
