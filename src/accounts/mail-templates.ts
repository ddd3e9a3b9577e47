/** The texts of the mails of accounts, until an operator changes them. mails.ts sends them. */
import { span } from "#lib/time.ts";
import type { MailTemplate, MailTexts } from "#messages/mail-template.ts";
import { changeLinkTtl, resetLinkTtl, verifyLinkTtl } from "./recovery/rules.ts";

const salam = { about: "sapaan dengan nama penerima", sample: "Halo Sari," };
const validity = (ttl: number) => ({ about: "berapa lama tautan berlaku", sample: span(ttl) });
const waktu = { about: "kapan itu terjadi", sample: "22 Nov 2026, 20.15 WIB" };

function template<Name extends string>(
  name: string,
  { label, help, ...parts }: { label: string; help: string } & Pick<MailTemplate<Name>, "variables" | "required">,
  defaultValue: MailTexts,
): MailTemplate<Name> {
  return { setting: { key: `accounts.mail_${name}`, defaultValue }, label: `Email: ${label}`, help, ...parts };
}

export const resetTemplate = template(
  "reset",
  {
    label: "atur ulang kata sandi",
    help: "Dikirim kepada orang yang lupa kata sandinya. Tombolnya membuka halaman untuk kata sandi baru.",
    variables: { salam, berlaku: validity(resetLinkTtl) },
    required: ["berlaku"],
  },
  {
    subject: "Atur ulang kata sandi {merek}",
    title: "Atur ulang kata sandi",
    text: "{salam}\n\nKami menerima permintaan untuk mengatur ulang kata sandi akun {merek} Anda. Tekan tombol di bawah untuk memilih kata sandi baru.\n\nTautan ini berlaku {berlaku} dan hanya bisa dipakai satu kali.",
    button: "Pilih kata sandi baru",
    note: "Bukan Anda yang meminta? Abaikan email ini. Kata sandi Anda tidak berubah.",
  },
);

export const passwordChangedTemplate = template(
  "password_changed",
  {
    label: "kata sandi sudah diganti",
    help: "Dikirim setelah setiap penggantian kata sandi.",
    variables: { salam, waktu },
    required: ["waktu"],
  },
  {
    subject: "Kata sandi {merek} Anda sudah diganti",
    title: "Kata sandi sudah diganti",
    text: "{salam}\n\nKata sandi akun {merek} Anda diganti pada {waktu}. Perangkat lain sudah kami keluarkan.\n\nBukan Anda yang menggantinya? Segera atur ulang kata sandi Anda.",
    button: "Amankan akun saya",
    note: "Jika Anda sendiri yang menggantinya, tidak ada yang perlu dilakukan.",
  },
);

export const verifyTemplate = template(
  "verify",
  {
    label: "konfirmasi email akun baru",
    help: "Dikirim kepada orang yang baru mendaftar. Tombolnya mengonfirmasi emailnya.",
    variables: { salam, berlaku: validity(verifyLinkTtl) },
    required: ["berlaku"],
  },
  {
    subject: "Konfirmasi email Anda di {merek}",
    title: "Konfirmasi email Anda",
    text: "{salam}\n\nTerima kasih sudah bergabung. Konfirmasikan bahwa email ini milik Anda, agar kabar pesanan dan tautan pengaman sampai ke tempat yang benar.\n\nTautan ini berlaku {berlaku}.",
    button: "Konfirmasi email",
    note: "Tidak merasa mendaftar di {merek}? Abaikan email ini.",
  },
);

export const emailChangeTemplate = template(
  "email_change",
  {
    label: "konfirmasi email baru",
    help: "Dikirim ke alamat baru sebelum dipakai. Tombolnya mengonfirmasinya.",
    variables: { salam, berlaku: validity(changeLinkTtl) },
    required: ["berlaku"],
  },
  {
    subject: "Konfirmasi email baru untuk akun {merek}",
    title: "Konfirmasi email baru",
    text: "{salam}\n\nAnda meminta agar email ini dipakai untuk akun {merek} Anda. Tekan tombol di bawah selagi Anda masuk ke akun itu.\n\nTautan ini berlaku {berlaku}.",
    button: "Pakai email ini",
    note: "Tidak meminta ini? Abaikan saja. Email ini tidak akan dipakai.",
  },
);

export const emailTakenTemplate = template(
  "email_taken",
  {
    label: "email sudah punya akun",
    help: "Dikirim kepada pemilik alamat yang ingin dipakai orang lain.",
    variables: { salam },
    required: [],
  },
  {
    subject: "Email ini sudah menjadi akun {merek}",
    title: "Email ini sudah punya akun",
    text: "{salam}\n\nSeseorang ingin memakai email ini untuk akun {merek} yang lain. Karena email ini sudah menjadi akun Anda, tidak ada yang berubah.\n\nJika itu Anda: masuklah dengan email ini, atau atur ulang kata sandinya bila lupa.",
    button: "Masuk",
    note: "Jika bukan Anda, abaikan email ini.",
  },
);

export const newDeviceTemplate = template(
  "new_device",
  {
    label: "masuk dari perangkat baru",
    help: "Dikirim setelah orang masuk dari jenis perangkat yang belum pernah dipakainya.",
    variables: { salam, perangkat: { about: "jenis perangkatnya", sample: "Chrome di Android" }, waktu },
    required: ["perangkat", "waktu"],
  },
  {
    subject: "Masuk dari perangkat baru",
    title: "Masuk dari perangkat baru",
    text: "{salam}\n\nAkun {merek} Anda baru saja dibuka dari perangkat yang belum pernah Anda pakai.\n\nPerangkat: {perangkat}\nWaktu: {waktu}\n\nBukan Anda? Keluarkan perangkat itu, lalu ganti kata sandi Anda.",
    button: "Periksa perangkat",
    note: "Jika ini Anda, tidak ada yang perlu dilakukan.",
  },
);

/** All of them, in the order of the console. */
export const mailTemplates: readonly MailTemplate[] = [
  verifyTemplate,
  resetTemplate,
  passwordChangedTemplate,
  emailChangeTemplate,
  emailTakenTemplate,
  newDeviceTemplate,
];
