import { linkTtls } from "#accounts/recovery/rules.ts";
import { phoneCode } from "#accounts/phone/rules.ts";
import { recoveryCodes } from "#accounts/second-factor/rules.ts";
import { hrefs } from "#hrefs.ts";
import { span } from "#lib/time.ts";
import { archiveTtl, deletionGraceDuration } from "#privacy/rules.ts";
import type { HelpTopic } from "./article.ts";

const security = hrefs.profile("security");
const privacy = `${hrefs.profile()}?page=privacy`;
const notifications = hrefs.profile("notification");

/** The guide about the account: logging in, its security, notifications and personal data. */
export const accountTopics = (): readonly HelpTopic[] => [
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
];
