/** The texts of the mails of accounts, until an operator changes them. mails.ts sends them. */
import { span } from "#lib/time.ts";
import { makeMailTemplate, type MailTemplate, type MailTexts } from "#messages/mail-template.ts";
import { unfamiliarFailedLogins } from "./login/rules.ts";
import { measureMailTemplates } from "./measures/mail-texts.ts";
import { roleMailTemplates } from "./operators/mail-texts.ts";
import { proofTtl } from "./providers/rules.ts";
import { changeLinkTtl, resetLinkTtl, verifyLinkTtl } from "./recovery/rules.ts";

const salam = { about: "sapaan dengan nama penerima", sample: "Halo Sari," };
const validity = (ttl: number) => ({ about: "berapa lama tautan berlaku", sample: span(ttl) });
const waktu = { about: "kapan itu terjadi", sample: "22 Nov 2026, 20.15 WIB" };

function template<Name extends string>(
  name: string,
  about: { label: string; help: string } & Pick<MailTemplate<Name>, "variables" | "required">,
  defaultValue: MailTexts,
): MailTemplate<Name> {
  return makeMailTemplate(`accounts.mail_${name}`, about, defaultValue);
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

const email = { about: "email yang baru", sample: "sari.baru@contoh.example" };

export const emailChangeRequestedTemplate = template(
  "email_change_requested",
  {
    label: "penggantian email diminta",
    help: "Dikirim ke alamat yang sekarang, sebelum ada yang berubah. Tombolnya mengatur ulang kata sandi.",
    variables: { salam, email, waktu },
    required: ["email", "waktu"],
  },
  {
    subject: "Permintaan mengganti email akun {merek}",
    title: "Email akun Anda akan diganti",
    text: "{salam}\n\nPada {waktu} diminta agar email akun Anda diganti menjadi {email}. Email baru dipakai setelah dikonfirmasi dari sana.\n\nBukan Anda yang meminta? Atur ulang kata sandi sekarang: semua perangkat dikeluarkan dan penggantian email dibatalkan.",
    button: "Bukan saya",
    note: "Jika Anda sendiri yang meminta, tidak ada yang perlu dilakukan.",
  },
);

export const emailChangedTemplate = template(
  "email_changed",
  {
    label: "email sudah diganti",
    help: "Dikirim ke alamat yang lama. Tombolnya membuka halaman kontak.",
    variables: { salam, email, waktu },
    required: ["email", "waktu"],
  },
  {
    subject: "Email akun {merek} Anda sudah diganti",
    title: "Email akun sudah diganti",
    text: "{salam}\n\nSejak {waktu} akun {merek} Anda memakai {email}. Email ini tidak lagi bisa dipakai untuk masuk.",
    button: "Hubungi kami",
    note: "Bukan Anda yang menggantinya? Hubungi kami secepatnya dan sertakan email ini sebagai bukti bahwa akun itu milik Anda.",
  },
);

const revokedWays = "perangkat yang masuk, passkey, akun Google, Apple, atau Facebook, dan verifikasi dua langkah";
const revokedNote = "Jika Anda sendiri yang membuatnya, tambahkan lagi di Keamanan.";
const revokedStart =
  "{salam}\n\nPada {waktu} email ini dikonfirmasi untuk pertama kali, dari browser lain dari yang dipakai mendaftar.";

export const credentialsRevokedTemplate = template(
  "credentials_revoked",
  {
    label: "cara masuk lama dihapus",
    help: "Dikirim setelah email dikonfirmasi dari browser lain. Tombolnya membuka halaman untuk kata sandi baru.",
    variables: { salam, waktu },
    required: ["waktu"],
  },
  {
    subject: "Cara masuk lama ke akun {merek} Anda sudah dihapus",
    title: "Email Anda sudah dikonfirmasi",
    text: `${revokedStart}\n\nDemi keamanan, cara masuk yang dibuat sebelumnya sudah dihapus: kata sandi, ${revokedWays}. Pilih kata sandi baru untuk masuk.`,
    button: "Pilih kata sandi baru",
    note: revokedNote,
  },
);

export const otherCredentialsRevokedTemplate = template(
  "other_credentials_revoked",
  {
    label: "cara masuk lama dihapus, kata sandi tetap",
    help: "Seperti di atas, bila kata sandinya sudah dipilih oleh pemilik email.",
    variables: { salam, waktu },
    required: ["waktu"],
  },
  {
    subject: "Cara masuk lama ke akun {merek} Anda sudah dihapus",
    title: "Email Anda sudah dikonfirmasi",
    text: `${revokedStart}\n\nDemi keamanan, cara masuk yang dibuat sebelumnya sudah dihapus: ${revokedWays}. Kata sandi Anda tetap berlaku.`,
    button: "Buka Keamanan",
    note: revokedNote,
  },
);

const layanan = { about: "Google, Apple atau Facebook", sample: "Google" };

export const oauthVerificationTemplate = template(
  "oauth_verification",
  {
    label: "lanjutkan membuat akun",
    help: "Dikirim kepada orang yang pertama kali masuk dengan layanan lain. Tombolnya melanjutkan.",
    variables: { salam, layanan, berlaku: validity(proofTtl) },
    required: ["layanan", "berlaku"],
  },
  {
    subject: "Lanjutkan masuk ke {merek} dengan {layanan}",
    title: "Lanjutkan membuat akun",
    text: "{salam}\n\nAkun {layanan} dengan email ini ingin dipakai untuk membuat akun {merek}. Tekan tombol di bawah, lalu masuk lagi dengan {layanan}.\n\nTautan ini berlaku {berlaku}.",
    button: "Lanjutkan dengan {layanan}",
    note: "Bukan Anda? Abaikan email ini. Tidak ada akun yang dibuat.",
  },
);

export const oauthExistingAccountTemplate = template(
  "oauth_existing_account",
  {
    label: "layanan lain, email sudah punya akun",
    help: "Dikirim bila emailnya sudah punya akun dengan cara masuk lain.",
    variables: { salam, layanan },
    required: ["layanan"],
  },
  {
    subject: "Masuk ke {merek} dengan {layanan}",
    title: "Email ini sudah punya akun",
    text: "{salam}\n\nAkun {layanan} dengan email ini ingin dipakai untuk masuk ke {merek}. Email ini sudah punya akun {merek}, dan {layanan} belum terhubung dengannya.\n\nJika itu Anda: masuk dengan kata sandi, lalu hubungkan {layanan} di Profil, Keamanan.",
    button: "Masuk",
    note: "Bukan Anda? Abaikan email ini. Tidak ada yang berubah.",
  },
);

export const loginMethodTemplate = template(
  "login_method",
  {
    label: "cara masuk berubah",
    help: "Dikirim setelah verifikasi dua langkah, passkey atau layanan lain berubah.",
    variables: {
      salam,
      perubahan: { about: "kalimat tentang apa yang berubah", sample: "Sebuah passkey dihapus." },
      waktu,
    },
    required: ["perubahan", "waktu"],
  },
  {
    subject: "Cara masuk ke akun {merek} Anda berubah",
    title: "Cara masuk berubah",
    text: "{salam}\n\n{perubahan}\nWaktu: {waktu}\n\nBukan Anda? Ganti kata sandi Anda sekarang, lalu periksa perangkat dan cara masuk di Keamanan.",
    button: "Buka Keamanan",
    note: "Jika Anda sendiri yang mengubahnya, tidak ada yang perlu dilakukan.",
  },
);

export const pinSetTemplate = template(
  "pin_set",
  {
    label: "PIN dibuat atau diganti",
    help: "Dikirim setelah PIN untuk menarik saldo dibuat atau diganti.",
    variables: { salam, perubahan: { about: "“dibuat” atau “diganti”", sample: "dibuat" }, waktu },
    required: ["perubahan", "waktu"],
  },
  {
    subject: "PIN {merek} Anda sudah {perubahan}",
    title: "PIN sudah {perubahan}",
    text: "{salam}\n\nPIN untuk menarik saldo {perubahan} pada {waktu}.\n\nBukan Anda? Ganti kata sandi Anda sekarang, lalu periksa rekening dan perangkat Anda.",
    button: "Buka Keamanan",
    note: "Jika ini Anda, tidak ada yang perlu dilakukan.",
  },
);

export const unfamiliarLoginsTemplate = template(
  "unfamiliar_logins",
  {
    label: "percobaan masuk yang gagal",
    help: "Dikirim setelah banyak percobaan masuk yang gagal dari jaringan baru.",
    variables: {
      salam,
      waktu,
      banyak: { about: "banyaknya percobaan", sample: String(unfamiliarFailedLogins.max) },
      jeda: { about: "seberapa sering paling banyak dikirim", sample: span(unfamiliarFailedLogins.window) },
    },
    required: ["waktu", "banyak"],
  },
  {
    subject: "Ada yang mencoba masuk ke akun {merek} Anda",
    title: "Percobaan masuk yang gagal",
    text: "{salam}\n\nSampai {waktu} ada {banyak} percobaan masuk dengan kata sandi yang salah dari jaringan yang belum pernah Anda pakai.\n\nAkun Anda tidak dikunci dan tidak ada yang berubah. Jika kata sandi Anda juga dipakai di tempat lain, ganti sekarang. Passkey atau verifikasi dua langkah melindungi akun meski kata sandi ditebak.\n\nJika masuk dengan kata sandi ditolak sementara, masuklah dari browser yang biasa Anda pakai, atau pilih Lupa kata sandi: tautannya selalu sampai ke email ini.",
    button: "Buka Keamanan",
    note: "Jika itu Anda sendiri, tidak ada yang perlu dilakukan. Kabar seperti ini kami kirim paling banyak sekali dalam {jeda}.",
  },
);

export const phoneTakenTemplate = template(
  "phone_taken",
  {
    label: "nomor telepon dipakai akun lain",
    help: "Dikirim kepada pemilik sebelumnya, setelah orang lain membuktikan nomor itu miliknya. Tombolnya membuka profil.",
    variables: { nomor: { about: "nomor telepon", sample: "0812-3456-7890" } },
    required: ["nomor"],
  },
  {
    subject: "Nomor telepon Anda dipakai akun lain",
    title: "Nomor telepon tidak lagi terverifikasi",
    text: "Nomor {nomor} baru saja dibuktikan oleh pemilik akun lain, jadi tidak lagi terverifikasi di akun Anda.\n\nJika nomor itu masih milik Anda, verifikasi lagi di profil. Jika sudah Anda ganti, simpan nomor Anda yang baru.",
    button: "Buka profil",
  },
);

/** All of them, in the order of the console. */
export const mailTemplates: readonly MailTemplate[] = [
  verifyTemplate,
  resetTemplate,
  passwordChangedTemplate,
  emailChangeTemplate,
  emailChangeRequestedTemplate,
  emailChangedTemplate,
  emailTakenTemplate,
  credentialsRevokedTemplate,
  otherCredentialsRevokedTemplate,
  oauthVerificationTemplate,
  oauthExistingAccountTemplate,
  newDeviceTemplate,
  loginMethodTemplate,
  pinSetTemplate,
  unfamiliarLoginsTemplate,
  phoneTakenTemplate,
  ...measureMailTemplates,
  ...roleMailTemplates,
];
