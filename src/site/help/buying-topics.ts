import { complaintHrefs } from "#complaint-hrefs.ts";
import { hrefs } from "#hrefs.ts";
import { paymentGroups, paymentMethods } from "#payments/rules.ts";
import { site } from "../settings.ts";
import { terms } from "../term-text.ts";
import type { FeeTexts } from "#payments/fees/rules.ts";
import type { HelpTopic } from "./article.ts";

const payments = [...new Set(paymentMethods.map(({ group }) => paymentGroups[group]))]
  .join(", ")
  .toLowerCase()
  .replace(/qris/g, "QRIS");

/** The guide about buying, from the search to the goods in hand. */
export const buyingTopics = (fees: FeeTexts): readonly HelpTopic[] => [
  {
    id: "mencari",
    title: "Mencari barang",
    articles: [
      {
        id: "cari-barang",
        title: "Mencari dengan kata",
        also: "pencarian search saran suggestion keyword kata kunci salah ketik",
        blocks: [
          {
            text: "Ketik nama barang di kotak pencarian di atas. Pilih **Produk** untuk mencari barang, atau **Penjual** untuk mencari toko. Saran muncul setelah Anda berhenti mengetik sejenak; memilih satu saran langsung membuka hasilnya. Salah ketik satu huruf pun biasanya tetap ketemu.",
          },
          {
            text: "Pencarian terakhir hanya disimpan di perangkat Anda. Klik kotak pencarian yang kosong untuk melihatnya, dan tekan Hapus untuk melupakannya.",
          },
        ],
      },
      {
        id: "kategori-dan-saringan",
        title: "Kategori, saringan dan urutan",
        also: "filter sortir harga lokasi penilaian diskon",
        blocks: [
          {
            text: "Anda juga bisa masuk dari menu **Kategori**. Di halaman hasil, saring menurut harga, lokasi penjual, penilaian dan diskon, lalu urutkan sesuai kebutuhan. Saringan tersimpan di alamat halaman, jadi Anda bisa membagikannya.",
          },
        ],
      },
    ],
  },
  {
    id: "memesan",
    title: "Memesan dan membayar",
    articles: [
      {
        id: "cara-memesan",
        title: "Dari keranjang sampai bayar",
        also: "beli checkout order belanja varian",
        blocks: [
          {
            steps: [
              "Pilih varian dan jumlah, lalu tekan Keranjang atau Beli sekarang.",
              `Di [keranjang](${hrefs.cart()}), centang barang yang ingin dibeli. Barang dari beberapa toko bisa dibayar sekaligus.`,
              "Isi alamat, pilih kurir untuk tiap toko, dan pilih cara membayar.",
              "Periksa rinciannya. Semua biaya tertulis sebelum Anda menekan tombol, dan tombolnya mengulang jumlah yang dibayar.",
              "Bayar sebelum batas waktu yang tertera.",
            ],
          },
        ],
      },
      {
        id: "cara-membayar",
        title: "Cara membayar dan batas waktunya",
        also: "pembayaran cod bayar di tempat tunai transfer virtual account va qris ovo dana gopay kartu kredit minimarket alfamart indomaret biaya layanan",
        blocks: [
          {
            text: `Pembayaran bisa lewat ${payments}. Batasnya ${terms.payment}; untuk QRIS, dompet digital dan kartu ${terms.instantPayment}. Biaya layanan ${fees.serviceFee} untuk tiap pembayaran.${fees.serviceFeeDetails}`,
          },
          {
            text: `Bila pilihan **Bayar di tempat (COD)** bisa dipilih, Anda membayar tunai kepada kurir saat paket tiba. Pilihan itu untuk barang dari satu toko yang menerima COD, paling banyak ${terms.codTotal}. Paket yang tidak Anda terima kembali ke penjual tanpa bayaran; setelah ${terms.codRefusals} paket tidak jadi dibayar dalam ${terms.codWindow}, pesanan dibayar di muka. Pesanan COD tertulis tiba begitu kurir melaporkannya; bila Anda sudah membayar kurir dan itu belum terjadi, [hubungi kami](${hrefs.aboutUs()}).`,
          },
          {
            text: "Halaman pembayaran menunjukkan langkah, jumlah dan sisa waktu, dan berubah sendiri begitu uang Anda diterima. Pesanan yang tidak dibayar batal dengan sendirinya dan stoknya kembali. Uang yang datang terlambat dikembalikan satu kali secara otomatis.",
          },
        ],
      },
      {
        id: "alamat",
        title: "Alamat dan titik peta",
        also: "buku alamat kirim pin maps lokasi rumah kelurahan kecamatan kode pos",
        blocks: [
          {
            text: `Simpan beberapa alamat di [buku alamat](${hrefs.profile("addresses")}) dan tandai satu sebagai alamat utama. Pilih provinsi, kabupaten atau kota, kecamatan dan desa, atau cari nama daerahnya langsung.`,
          },
          {
            text: "Bila formulir alamat menampilkan peta, Anda boleh menaruh pin di rumah Anda dengan jari, mouse atau tombol panah, agar kurir lebih mudah menemukannya. Tanpa pin pun alamat Anda lengkap; hanya kurir instan yang memerlukannya.",
          },
        ],
      },
    ],
  },
  {
    id: "setelah-bayar",
    title: "Setelah Anda membayar",
    articles: [
      {
        id: "rekening-bersama",
        title: "Rekening bersama",
        also: "escrow dana ditahan aman uang penjual",
        blocks: [
          {
            text: "Uang Anda masuk ke **rekening bersama**, bukan ke penjual. Penjual baru menerimanya setelah pesanan selesai. Tiap tahap punya batas waktu, dan batas itu tampil di halaman pesanan dengan zona waktu Anda.",
          },
        ],
      },
      {
        id: "batas-waktu",
        title: "Batas waktu tiap tahap",
        also: "lama kirim deadline konfirmasi otomatis selesai",
        blocks: [
          {
            list: [
              `**Penjual mengonfirmasi** dalam ${terms.confirmation}. Lewat dari itu pesanan batal dan uang kembali.`,
              `**Penjual mengirim** dalam ${terms.ship}, atau sesuai hari pre-order. Lewat dari itu pesanan batal dan uang kembali.`,
              `**Kurir memindai paket** dalam ${terms.firstScan} setelah nomor resi diisi, bila pindaiannya sampai kepada kami. Lewat dari itu pesanan batal dan uang kembali. Untuk kurir lain kami bertanya kepada Anda pada hari terakhir perkiraan tiba; tanpa jawaban, paket dianggap tiba ${terms.assumedArrival} kemudian.`,
              `**Kurir instan** punya batas sendiri: penjual mengonfirmasi dalam ${terms.instantConfirmation} dan menyerahkan paket dalam ${terms.instantHandover}. Paket yang tidak tiba dalam ${terms.instantLost} sejak dijemput dianggap hilang.`,
              `**Anda memeriksa barang** dalam ${terms.autoComplete} sejak paket tiba. Lewat dari itu pesanan selesai dan dana diteruskan kepada penjual.`,
            ],
          },
          {
            text: "Bila toko sedang libur, jam konfirmasi dan jam kirimnya berhenti sampai toko buka lagi.",
          },
        ],
      },
      {
        id: "melacak",
        title: "Melacak paket",
        also: "resi tracking lacak pengiriman kurir status pesanan",
        blocks: [
          {
            text: `Buka [pesanan Anda](${hrefs.buyerTransactions()}) dan pilih pesanannya. Garis waktu menunjukkan tahap yang sudah lewat dan tahap berikutnya. Nomor resi bisa disalin dengan satu tekan.`,
          },
        ],
      },
      {
        id: "membatalkan",
        title: "Membatalkan pesanan",
        also: "batal cancel refund uang kembali pengembalian dana",
        blocks: [
          {
            text: `Sebelum penjual mengonfirmasi, Anda bebas membatalkan. Sesudahnya Anda bisa meminta pembatalan, dan menariknya lagi selama penjual belum menjawab; bila penjual tidak menjawab dalam ${terms.cancelAnswer}, permintaan Anda dianggap disetujui. Uang kembali lewat cara pembayaran yang sama.`,
          },
        ],
      },
    ],
  },
  {
    id: "menerima",
    title: "Menerima barang",
    articles: [
      {
        id: "pesanan-diterima",
        title: "Memeriksa dan menerima",
        also: "selesai terima paket unboxing perpanjang",
        blocks: [
          {
            text: `Buka paket sambil merekam video bila barangnya berharga. Bila isinya sesuai, tekan Pesanan diterima. Perlu waktu lebih lama untuk mencoba barangnya? Anda bisa minta tambahan waktu ${terms.extension}, satu kali.`,
          },
        ],
      },
      {
        id: "bila-ada-masalah",
        title: "Barang rusak, kurang atau tidak sesuai",
        also: "komplain keluhan retur kembali pengaduan penipuan cacat salah kirim",
        blocks: [
          {
            steps: [
              "**Jangan tekan Pesanan diterima.** Buka pesanannya dan tekan Buka komplain.",
              "Pilih barang dan masalahnya, jelaskan, dan tambahkan foto atau video pendek. Pilih penyelesaian yang Anda inginkan.",
              `Uang Anda langsung ditahan. Penjual menjawab dalam ${terms.sellerAnswer}; bila ia diam, permintaan Anda dijalankan.`,
              `Bila penjual menawarkan yang lain, jawab dalam ${terms.buyerAnswer}: terima, minta jumlah lain, atau panggil mediator. Tanpa kesepakatan dalam ${terms.talk}, mediator dipanggil dengan sendirinya.`,
              `Mediator memutuskan secara tertulis dalam ${terms.mediator}. Satu kali dalam satu komplain, Anda atau penjual bisa mengajukan banding dalam ${terms.appeal}; putusan banding final.`,
            ],
          },
          {
            text: `Halaman komplain selalu menulis giliran siapa, sampai kapan, dan apa yang terjadi bila tidak ada jawaban. Foto dan video hanya dilihat oleh Anda, penjual dan mediator, dan dihapus ${terms.evidenceKept} setelah komplain selesai. Bagaimana komplain selesai setiap bulan ada di [Statistik Pusat Resolusi](${complaintHrefs.statistics()}).`,
          },
          {
            text: `Pengaduan konsumen juga diterima oleh ${site.complaints.office} lewat WhatsApp ${site.complaints.whatsapp.shown}.`,
          },
        ],
      },
    ],
  },
];
