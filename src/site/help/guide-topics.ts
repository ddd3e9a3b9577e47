import { complaintHrefs } from "#complaint-hrefs.ts";
import { linkTtls } from "#accounts/recovery/rules.ts";
import { phoneCode } from "#accounts/phone/rules.ts";
import { recoveryCodes } from "#accounts/second-factor/rules.ts";
import { hrefs } from "#hrefs.ts";
import { span } from "#lib/time.ts";
import { scoreWeight } from "#catalog/rules.ts";
import { reviewDuration } from "#orders/rules.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import { areQuestionsOpen, maxOpenQuestions } from "#reviews/questions/rules.ts";
import { objection, reportDuration } from "#reviews/reports/rules.ts";
import { areReviewPicturesOpen, burst, maxReviewPictures, paidBack, reviewEditDuration } from "#reviews/rules.ts";
import { paymentGroups, paymentMethods } from "#payments/rules.ts";
import { archiveTtl, deletionGraceDuration } from "#privacy/rules.ts";
import { site } from "../settings.ts";
import { terms } from "../term-text.ts";
import type { FeeTexts } from "#payments/fees/rules.ts";
import type { HelpTopic } from "./article.ts";

const security = hrefs.profile("security");
const privacy = `${hrefs.profile()}?page=privacy`;
const notifications = hrefs.profile("notification");
const payments = [...new Set(paymentMethods.map(({ group }) => paymentGroups[group]))]
  .join(", ")
  .toLowerCase()
  .replace(/qris/g, "QRIS");

/** All articles of the guide, in the order of the page. */
export const guideTopics = (fees: FeeTexts): readonly HelpTopic[] => [
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
  {
    id: "akun",
    title: "Masuk dan akun",
    articles: [
      {
        id: "lupa-kata-sandi",
        title: "Lupa kata sandi",
        also: "password reset atur ulang tidak bisa masuk login",
        blocks: [
          {
            steps: [
              `Di [halaman masuk](${hrefs.login()}), pilih Lupa kata sandi.`,
              `Tulis email Anda. Bila email itu punya akun, tautan dikirim ke sana dan berlaku ${span(linkTtls.reset)}, satu kali.`,
              "Buka tautannya dan pilih kata sandi baru. Semua perangkat yang sedang masuk dikeluarkan.",
            ],
          },
        ],
      },
      {
        id: "konfirmasi-email",
        title: "Mengonfirmasi atau mengganti email",
        also: "verifikasi surel ubah alamat email tautan",
        blocks: [
          {
            text: `Setelah mendaftar, buka tautan yang kami kirim; berlaku ${span(linkTtls.verify)}. Untuk mengganti email, buka [Keamanan](${security}), masukkan alamat baru, lalu konfirmasi dari kotak surat yang baru. Alamat lama mendapat pemberitahuan.`,
          },
        ],
      },
      {
        id: "nomor-telepon",
        title: "Memverifikasi nomor telepon",
        also: "hp whatsapp kode otp sms nomor",
        blocks: [
          {
            text: `Masukkan nomor Anda di [Keamanan](${security}) dan minta kode. Kode ${phoneCode.digits} angka berlaku ${span(phoneCode.ttl)} dan satu kali pakai. Bila nomor itu sebelumnya dipakai akun lain, bukti terbaru yang berlaku dan pemilik lama diberi tahu.`,
          },
        ],
      },
      {
        id: "masuk-dengan-penyedia",
        title: "Masuk dengan Google, Apple atau Facebook",
        also: "oauth sosial akun terhubung",
        blocks: [
          {
            text: `Tombolnya tampil di halaman masuk bila tersedia di sini. Akun yang terhubung bisa dilihat dan diputus di [Keamanan](${security}), asalkan Anda masih punya cara lain untuk masuk.`,
          },
        ],
      },
    ],
  },
  {
    id: "keamanan",
    title: "Menjaga akun Anda",
    articles: [
      {
        id: "verifikasi-dua-langkah",
        title: "Verifikasi dua langkah",
        also: "2fa totp authenticator kode cadangan recovery code otp",
        blocks: [
          {
            text: `Nyalakan di [Keamanan](${security}): pindai kode QR dengan aplikasi autentikator, lalu masukkan kode enam angkanya. Anda mendapat ${recoveryCodes.count} kode cadangan; simpan di tempat aman, karena tiap kode bisa dipakai satu kali bila ponsel Anda hilang.`,
          },
        ],
      },
      {
        id: "passkey",
        title: "Masuk dengan passkey",
        also: "sidik jari wajah fingerprint face id kunci keamanan tanpa kata sandi webauthn",
        blocks: [
          {
            text: `Passkey membuat Anda masuk dengan sidik jari, wajah atau PIN perangkat, tanpa kata sandi yang bisa dicuri. Tambahkan, beri nama dan hapus di [Keamanan](${security}). Satu akun bisa memiliki beberapa passkey.`,
          },
        ],
      },
      {
        id: "perangkat",
        title: "Perangkat yang sedang masuk",
        also: "sesi keluar logout semua perangkat hacker diretas dibajak orang lain",
        blocks: [
          {
            text: `Daftar perangkat ada di [Keamanan](${security}). Keluarkan yang tidak Anda kenali, lalu ganti kata sandi; semua perangkat lain ikut keluar. Kami mengirim email setiap kali akun Anda dipakai dari jenis perangkat yang baru.`,
          },
        ],
      },
      {
        id: "penipuan",
        title: "Mengenali penipuan",
        also: "phishing otp transfer langsung curiga scam",
        blocks: [
          {
            list: [
              "Bayar hanya lewat halaman pembayaran di sini. Jangan mengikuti penjual yang meminta transfer langsung.",
              "Kami tidak pernah meminta kata sandi atau kode, lewat telepon maupun pesan.",
              "Periksa alamat situs sebelum memasukkan kata sandi.",
            ],
          },
        ],
      },
    ],
  },
  {
    id: "notifikasi",
    title: "Notifikasi",
    articles: [
      {
        id: "atur-notifikasi",
        title: "Memilih kabar yang Anda terima",
        also: "email push lonceng promo berhenti langganan unsubscribe",
        blocks: [
          {
            text: `Kabar pesanan muncul di lonceng tanpa memuat ulang halaman. Di [Notifikasi](${notifications}) Anda memilih, untuk tiap jenis kabar, apakah juga dikirim lewat email dan push di perangkat. Promo hanya dikirim bila Anda menyalakannya; kabar tentang keamanan akun selalu dikirim.`,
          },
        ],
      },
    ],
  },
  {
    id: "data",
    title: "Data Anda",
    articles: [
      {
        id: "unduh-data",
        title: "Mengunduh data Anda",
        also: "salinan arsip export privasi uu pdp",
        blocks: [
          {
            text: `Buka [Privasi & data](${privacy}) dan minta salinan. Berkas berisi halaman yang bisa dibaca dan data untuk mesin; hanya Anda yang bisa mengunduhnya, selama ${span(archiveTtl)}.`,
          },
        ],
      },
      {
        id: "hapus-akun",
        title: "Menghapus akun",
        also: "tutup akun nonaktif delete",
        blocks: [
          {
            text: `Mintalah di [Privasi & data](${privacy}). Akun dihapus ${span(deletionGraceDuration)} kemudian; sampai saat itu Anda bisa membatalkannya. Pesanan dan pengembalian dana yang berjalan, dan saldo toko, harus selesai lebih dahulu. Catatan pesanan yang wajib disimpan tetap ada tanpa nama Anda.`,
          },
        ],
      },
      {
        id: "persetujuan",
        title: "Memberi dan menarik persetujuan",
        also: "consent izin promo survei",
        blocks: [
          {
            text: `Di [Privasi & data](${privacy}) tertulis apa yang Anda setujui, versi teksnya dan kapan. Yang tidak diperlukan untuk akun mati sejak awal dan bisa ditarik kapan saja.`,
          },
        ],
      },
    ],
  },
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
              `Ulasan, pertanyaan atau jawaban yang kasar, palsu, atau memuat data pribadi bisa Anda laporkan satu kali. Laporan saja tidak menyembunyikan apa pun: operator memutuskan dalam ${span(reportDuration)}, dan hasilnya tampil di [Laporan](${reviewHrefs.reports()}).`,
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
