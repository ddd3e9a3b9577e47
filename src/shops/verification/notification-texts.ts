/** The texts of notifications about the verification of sellers, until an operator changes them. */
import { span } from "#lib/time.ts";
import { makeTemplate, type NotificationTexts, type Variables } from "#notifications/notification-template.ts";
import { returnedDuration, verificationDuration } from "./rules.ts";

const alasan = { about: "alasan operator", sample: "Foto KTP tidak terbaca.", isNeeded: true } as const;

function template<Name extends string>(
  name: string,
  { label, help, variables }: { label: string; help: string; variables: Record<Name, Variables[string]> },
  seller: NotificationTexts,
) {
  const about = { group: "shop_notifications", label: `Verifikasi: ${label}`, help, variables } as const;
  return makeTemplate<Name>(`shops.notification_verification_${name}`, about, { seller });
}

export const verificationTemplates = {
  accept: template(
    "accepted",
    { label: "diterima", help: "Setelah operator menerima data penjual.", variables: {} },
    { title: "Toko Anda terverifikasi", text: "Pembeli melihat tanda terverifikasi di toko Anda." },
  ),
  return: template(
    "returned",
    {
      label: "perlu diperbaiki",
      help: "Setelah operator mengembalikan data penjual.",
      variables: { bagian: { about: "bagian yang perlu diperbaiki", sample: "NIK, foto KTP", isNeeded: true } },
    },
    {
      title: "Data verifikasi perlu diperbaiki",
      text: "Yang perlu diperbaiki: {bagian}. Perbaiki, lalu kirim lagi.",
    },
  ),
  refuse: template(
    "refused",
    { label: "ditolak", help: "Setelah operator menolak data penjual.", variables: { alasan } },
    { title: "Verifikasi toko Anda ditolak", text: "Alasan: {alasan}" },
  ),
  withdrawn: template(
    "withdrawn",
    { label: "dicabut", help: "Setelah operator mengakhiri verifikasi yang berlaku.", variables: { alasan } },
    { title: "Verifikasi toko Anda dicabut", text: "Alasan: {alasan}" },
  ),
  ending: template(
    "ending",
    {
      label: "segera berakhir",
      help: "Sebelum masa berlaku verifikasi habis.",
      variables: { akhir: { about: "hari terakhir", sample: "23 Nov 2027", isNeeded: true } },
    },
    {
      title: "Verifikasi toko Anda segera berakhir",
      text: "Verifikasi toko Anda berlaku sampai {akhir}. Kirim data Anda lagi supaya tetap berlaku.",
    },
  ),
  expired: template(
    "expired",
    { label: "berakhir", help: "Setelah masa berlaku verifikasi habis.", variables: {} },
    {
      title: "Verifikasi toko Anda berakhir",
      text: "Pembeli tidak melihat tanda terverifikasi lagi. Kirim data Anda untuk diperiksa kembali.",
    },
  ),
  forgotten: template(
    "forgotten",
    {
      label: "pengajuan berakhir",
      help: "Bila data yang dikembalikan tidak dikirim lagi.",
      variables: { waktu: { about: "waktu untuk memperbaiki", sample: span(returnedDuration), isNeeded: true } },
    },
    {
      title: "Pengajuan verifikasi Anda berakhir",
      text: "Data yang perlu diperbaiki tidak dikirim lagi dalam {waktu}. Anda bisa mengajukan lagi kapan saja.",
    },
  ),
  waiting: template(
    "waiting",
    {
      label: "menunggu perbaikan",
      help: "Pengingat bila data yang dikembalikan belum dikirim lagi.",
      variables: { periksa: { about: "waktu kami memeriksa", sample: span(verificationDuration), isNeeded: true } },
    },
    {
      title: "Data verifikasi menunggu perbaikan",
      text: "Perbaiki yang ditandai, lalu kirim lagi. Kami memeriksanya dalam {periksa}.",
    },
  ),
  begin: template(
    "begin",
    {
      label: "ajakan",
      help: "Pengingat bagi toko yang belum pernah mengajukan verifikasi.",
      variables: {
        batas_produk: {
          about: "kalimat tentang batas produk, kosong bila batasnya mati",
          sample: "Tanpa verifikasi, toko bisa memuat paling banyak 20 produk.",
          isNeeded: true,
          isOptional: true,
        },
      },
    },
    {
      title: "Verifikasi toko Anda",
      text: "Pembeli lebih percaya kepada toko yang identitasnya sudah diperiksa. {batas_produk}",
    },
  ),
};
