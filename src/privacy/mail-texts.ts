/** The texts of mails about personal data and accounts, until an operator changes them. */
import { makeMailTemplate } from "#messages/mail-template.ts";
import { orderRetentionText } from "./rules.ts";

const hari = { about: "hari penghapusan", sample: "7 Desember 2026" };

export const archiveMailTemplate = makeMailTemplate(
  "privacy.mail_archive",
  {
    label: "salinan data siap",
    help: "Dikirim setelah salinan data dibuat. Tombolnya membuka Privasi & data.",
    variables: { akhir: { about: "sampai kapan bisa diunduh", sample: "30 Nov 2026, 20.15 WIB" } },
    required: ["akhir"],
  },
  {
    subject: "Salinan data Anda siap diunduh",
    title: "Salinan data Anda siap",
    text: "Anda bisa mengunduhnya sampai {akhir}. Hanya Anda yang bisa membukanya, setelah masuk.",
    button: "Buka Privasi & data",
    note: "Tidak merasa memintanya? Ganti kata sandi Anda dan keluarkan perangkat yang tidak Anda kenal.",
  },
);

export const deletionMailTemplate = makeMailTemplate(
  "privacy.mail_deletion",
  {
    label: "akun akan dihapus",
    help: "Dikirim setelah penghapusan akun diminta. Tombolnya membuka Privasi & data.",
    variables: { hari },
    required: ["hari"],
  },
  {
    subject: "Akun {merek} Anda akan dihapus {hari}",
    title: "Permintaan penghapusan akun",
    text: "Akun Anda dan data di dalamnya akan dihapus pada {hari}. Sampai hari itu Anda masih bisa masuk dan membatalkannya.",
    button: "Batalkan penghapusan",
    note: "Bukan Anda yang meminta? Masuk, batalkan, lalu ganti kata sandi Anda.",
  },
);

export const deletedMailTemplate = makeMailTemplate(
  "privacy.mail_deleted",
  {
    label: "akun sudah dihapus",
    help: "Dikirim setelah akun dihapus, ke alamat yang dihapus bersamanya.",
    variables: {
      simpan: { about: "berapa lama catatan pesanan disimpan", sample: orderRetentionText },
      pajak: {
        about: "paragraf untuk pemilik toko, selain itu kosong",
        sample:
          "NPWP atau NIK yang Anda nyatakan untuk pajak toko disimpan tersegel selama itu juga, sebagai bukti pajak.",
      },
    },
    required: ["simpan", "pajak"],
  },
  {
    subject: "Akun {merek} Anda sudah dihapus",
    title: "Akun Anda sudah dihapus",
    text: "Nama, email, telepon, alamat, dan foto Anda sudah dihapus. Catatan pesanan disimpan {simpan} tanpa identitas Anda, sesuai PP 80/2019.\n\n{pajak}\n\nTerima kasih sudah pernah bersama kami.",
  },
);

export const requestMailTemplate = makeMailTemplate(
  "privacy.mail_request",
  {
    label: "jawaban atas permintaan data",
    help: "Dikirim setelah operator menjawab permintaan tentang data pribadi, juga yang datang sebagai surat.",
    variables: {
      nomor: { about: "nomor permintaan", sample: "PDP-20261123-0001" },
      permintaan: { about: "jenis permintaan, huruf kecil", sample: "perbaikan data" },
      hasil: { about: "“dikabulkan” atau “ditolak”", sample: "dikabulkan" },
      jawaban: { about: "jawaban operator", sample: "Nama Anda sudah kami perbaiki." },
    },
    required: ["nomor", "hasil", "jawaban"],
  },
  {
    subject: "Permintaan data {nomor}: {hasil}",
    title: "Jawaban {merek} atas permintaan Anda: {permintaan}",
    text: "Nomor permintaan {nomor}. Hasil: {hasil}.\n\n{jawaban}",
    button: "Buka Privasi & data",
  },
);

export const breachMailTemplate = makeMailTemplate(
  "privacy.mail_breach",
  {
    label: "kegagalan pelindungan data",
    help: "Surat kepada orang yang datanya terungkap. Isinya yang wajib disebut menurut Pasal 46 UU 27/2022.",
    variables: {
      diketahui: { about: "kapan kami mengetahuinya", sample: "22 Nov 2026, 20.15 WIB" },
      data: { about: "data yang terungkap", sample: "nama, alamat email" },
      waktu: { about: "waktu kejadian", sample: "21 Nov 2026, 02.00 WIB sampai 04.10 WIB" },
      kejadian: { about: "yang terjadi, dari catatan kejadian", sample: "Cadangan data terbuka selama dua jam." },
      tindakan: { about: "yang sudah dilakukan, dari catatan kejadian", sample: "Cadangan itu sudah ditutup." },
      saran: {
        about: "paragraf “Yang bisa Anda lakukan:” dengan saran, kosong bila tidak ada",
        sample: "Yang bisa Anda lakukan:\n\nGanti kata sandi Anda.",
      },
      nomor: { about: "nomor kejadian", sample: "INS-20261122-0001" },
      kontak: { about: "email, telepon dan nama perusahaan", sample: "halo@contoh.example, 021-555 0100. PT Contoh." },
    },
    required: ["diketahui", "data", "waktu", "kejadian", "tindakan", "saran", "kontak"],
  },
  {
    subject: "Pemberitahuan tentang data pribadi Anda di {merek}",
    title: "Pemberitahuan tentang data pribadi Anda di {merek}",
    text: "Data pribadi Anda di {merek} termasuk dalam kegagalan pelindungan data pribadi yang kami ketahui pada {diketahui}. Kami wajib memberi tahu Anda sesuai Pasal 46 UU 27/2022.\n\nData yang terungkap: {data}.\n\nWaktu kejadian: {waktu}.\n\n{kejadian}\n\nYang sudah kami lakukan:\n\n{tindakan}\n\n{saran}\n\nNomor kejadian {nomor}. Pertanyaan: {kontak}",
  },
);

/** In the order of the console. */
export const privacyMailTemplates = [
  archiveMailTemplate,
  deletionMailTemplate,
  deletedMailTemplate,
  requestMailTemplate,
  breachMailTemplate,
];
