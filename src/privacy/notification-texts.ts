/** The texts of notifications about personal data and accounts, until an operator changes them. */
import { makeTemplate, type NotificationTexts, type Variables } from "#notifications/notification-template.ts";

function template<Name extends string>(
  name: string,
  { label, help, variables }: { label: string; help: string; variables: Record<Name, Variables[string]> },
  buyer: NotificationTexts,
) {
  const readers = { buyer: "Kepada pemilik akun" } as const;
  const about = { group: "account_notifications", label, help, variables, readers } as const;
  return makeTemplate<Name>(`privacy.notification_${name}`, about, { buyer });
}

const hari = { about: "hari penghapusan", sample: "7 Desember 2026", isNeeded: true } as const;

export const privacyTemplates = {
  deletionRequested: template(
    "deletion_requested",
    { label: "Akun akan dihapus", help: "Setelah penghapusan akun diminta.", variables: { hari } },
    {
      title: "Akun Anda akan dihapus {hari}",
      text: "Berubah pikiran? Batalkan di profil, bagian Privasi & data.",
    },
  ),
  deletionCancelled: template(
    "deletion_cancelled",
    { label: "Penghapusan akun dibatalkan", help: "Setelah pemilik akun membatalkannya.", variables: {} },
    { title: "Akun Anda tetap ada", text: "Penghapusan akun sudah dibatalkan." },
  ),
  deletionHeld: template(
    "deletion_held",
    {
      label: "Penghapusan akun menunggu",
      help: "Bila pada harinya masih ada yang belum selesai.",
      variables: {
        halangan: {
          about: "kalimat tentang yang belum selesai",
          sample: "Ada pesanan yang belum selesai.",
          isNeeded: true,
        },
      },
    },
    { title: "Penghapusan akun Anda menunggu", text: "{halangan} Akun dihapus setelah selesai." },
  ),
  archiveReady: template(
    "archive_ready",
    {
      label: "Salinan data siap",
      help: "Setelah salinan data dibuat.",
      variables: { akhir: { about: "sampai kapan bisa diunduh", sample: "30 Nov 2026, 20.15 WIB", isNeeded: true } },
    },
    { title: "Salinan data Anda siap", text: "Unduh di profil, bagian Privasi & data, sampai {akhir}." },
  ),
  requestAnswered: template(
    "request_answered",
    {
      label: "Permintaan data dijawab",
      help: "Setelah operator menjawab permintaan tentang data pribadi.",
      variables: {
        nomor: { about: "nomor permintaan", sample: "PDP-20261123-0001", isCommon: true },
        hasil: { about: "“dikabulkan” atau “ditolak”", sample: "dikabulkan", isNeeded: true },
        jawaban: { about: "jawaban operator", sample: "Nama Anda sudah kami perbaiki.", isNeeded: true },
      },
    },
    { title: "Permintaan data {nomor}: {hasil}", text: "{jawaban}" },
  ),
  phoneTaken: template(
    "phone_taken",
    {
      label: "Nomor telepon diverifikasi akun lain",
      help: "Kepada pemilik sebelumnya, setelah orang lain membuktikan nomor itu miliknya.",
      variables: {},
    },
    {
      title: "Nomor telepon tidak lagi terverifikasi",
      text: "Nomor Anda baru saja diverifikasi oleh pemilik akun lain. Masih milik Anda? Verifikasi lagi di Profil.",
    },
  ),
  breach: template(
    "breach",
    {
      label: "Kegagalan pelindungan data",
      help: "Bersama surat kepada orang yang datanya terungkap (UU 27/2022, Pasal 46).",
      variables: {
        diketahui: { about: "kapan kami mengetahuinya", sample: "22 Nov 2026, 20.15 WIB", isNeeded: true },
        data: { about: "data yang terungkap", sample: "nama, alamat email", isNeeded: true },
        waktu: { about: "waktu kejadian", sample: "21 Nov 2026, 02.00 WIB", isNeeded: true },
      },
    },
    {
      title: "Pemberitahuan tentang data pribadi Anda di {merek}",
      text: "Data pribadi Anda di {merek} termasuk dalam kegagalan pelindungan data pribadi yang kami ketahui pada {diketahui}. Data yang terungkap: {data}. Waktu kejadian: {waktu}. Rinciannya kami kirim lewat email.",
    },
  ),
};
