/** The texts of the mails of accounts. Who gets which mail, and when, is decided where they are sent. */
import { hrefs } from "#hrefs.ts";
import { accountHrefs } from "#account-hrefs.ts";
import { brandName } from "#lib/brand.ts";
import { formatDateTime, span, zoneOfProvince } from "#lib/time.ts";
import { mailOf } from "#messages/mail-template.ts";
import type { Mail } from "#messages/queue-mail.ts";
import { unfamiliarFailedLogins } from "./login/rules.ts";
import {
  emailChangeTemplate,
  emailTakenTemplate,
  newDeviceTemplate,
  passwordChangedTemplate,
  resetTemplate,
  verifyTemplate,
} from "./mail-templates.ts";
import { proofTtl, providerNames, type Provider } from "./providers/rules.ts";
import { changeLinkTtl, greeting, resetLinkTtl, verifyLinkTtl } from "./recovery/rules.ts";

type MailRecipient = { email: string; name: string; province_code: string | null };
/** A mail with a secret: the job that makes the secret adds the key. */
type SecretMail = Omit<Mail, "dedupeKey">;

function formatMailTime(at: Date, to: MailRecipient): string {
  return formatDateTime(at, zoneOfProvince(to.province_code));
}

/** The link for a new password. */
export function resetMail(to: MailRecipient, token: string): SecretMail {
  const values = { salam: greeting(to.name), berlaku: span(resetLinkTtl) };
  return mailOf(resetTemplate, values, { to: to.email, path: accountHrefs.resetPassword(token) });
}

/** Sent after every change of the password. */
export function passwordChangedMail(to: MailRecipient, at: Date, dedupeKey: string): Mail {
  const values = { salam: greeting(to.name), waktu: formatMailTime(at, to) };
  const path = accountHrefs.forgotPassword();
  return { ...mailOf(passwordChangedTemplate, values, { to: to.email, path }), dedupeKey };
}

/** The link that confirms the e-mail of a new account. */
export function verifyMail(to: MailRecipient, token: string): SecretMail {
  const values = { salam: greeting(to.name), berlaku: span(verifyLinkTtl) };
  return mailOf(verifyTemplate, values, { to: to.email, path: accountHrefs.verifyEmail(token) });
}

/** To the new address: the link that confirms it. */
export function emailChangeMail(to: MailRecipient, email: string, token: string): SecretMail {
  const values = { salam: greeting(to.name), berlaku: span(changeLinkTtl) };
  return mailOf(emailChangeTemplate, values, { to: email, path: accountHrefs.verifyEmail(token) });
}

/** To the present address, before anything changes, so that its owner can stop the change. */
export function emailChangeRequestedMail(to: MailRecipient, email: string, at: Date, dedupeKey: string): Mail {
  return {
    to: to.email,
    subject: `Permintaan mengganti email akun ${brandName()}`,
    title: "Email akun Anda akan diganti",
    paragraphs: [
      greeting(to.name),
      `Pada ${formatMailTime(at, to)} diminta agar email akun Anda diganti menjadi ${email}. Email baru dipakai setelah dikonfirmasi dari sana.`,
      "Bukan Anda yang meminta? Atur ulang kata sandi sekarang: semua perangkat dikeluarkan dan penggantian email dibatalkan.",
    ],
    button: { label: "Bukan saya", path: accountHrefs.forgotPassword() },
    note: "Jika Anda sendiri yang meminta, tidak ada yang perlu dilakukan.",
    dedupeKey,
  };
}

/** To the former address, after the e-mail has changed. */
export function emailChangedMail(to: MailRecipient, email: string, at: Date, dedupeKey: string): Mail {
  return {
    to: to.email,
    subject: `Email akun ${brandName()} Anda sudah diganti`,
    title: "Email akun sudah diganti",
    paragraphs: [
      greeting(to.name),
      `Sejak ${formatMailTime(at, to)} akun ${brandName()} Anda memakai ${email}. Email ini tidak lagi bisa dipakai untuk masuk.`,
    ],
    note: "Bukan Anda yang menggantinya? Hubungi kami secepatnya dan sertakan email ini sebagai bukti bahwa akun itu milik Anda.",
    button: { label: "Hubungi kami", path: hrefs.aboutUs() },
    dedupeKey,
  };
}

/** To the owner of an address that another user wants to use. The other user learns nothing. */
export function emailTakenMail(to: MailRecipient, dedupeKey: string): Mail {
  const values = { salam: greeting(to.name) };
  return { ...mailOf(emailTakenTemplate, values, { to: to.email, path: hrefs.login() }), dedupeKey };
}

/**
 * The address was confirmed for the first time, and all earlier credentials, perhaps another person's, were revoked.
 */
export function credentialsRevokedMail(
  to: MailRecipient,
  { keepsPassword }: { keepsPassword: boolean },
  at: Date,
  dedupeKey: string,
): Mail {
  const ended = "perangkat yang masuk, passkey, akun Google, Apple, atau Facebook, dan verifikasi dua langkah";
  return {
    to: to.email,
    subject: `Cara masuk lama ke akun ${brandName()} Anda sudah dihapus`,
    title: "Email Anda sudah dikonfirmasi",
    paragraphs: [
      greeting(to.name),
      `Pada ${formatMailTime(at, to)} email ini dikonfirmasi untuk pertama kali, dari browser lain dari yang dipakai mendaftar.`,
      keepsPassword
        ? `Demi keamanan, cara masuk yang dibuat sebelumnya sudah dihapus: ${ended}. Kata sandi Anda tetap berlaku.`
        : `Demi keamanan, cara masuk yang dibuat sebelumnya sudah dihapus: kata sandi, ${ended}. Pilih kata sandi baru untuk masuk.`,
    ],
    button: keepsPassword
      ? { label: "Buka Keamanan", path: hrefs.profile("security") }
      : { label: "Pilih kata sandi baru", path: accountHrefs.forgotPassword() },
    note: "Jika Anda sendiri yang membuatnya, tambahkan lagi di Keamanan.",
    dedupeKey,
  };
}

/** Continues a first login with a provider that does not verify this e-mail. */
export function oauthVerificationMail(
  to: { email: string; name: string },
  provider: Provider,
  path: string,
): SecretMail {
  const name = providerNames[provider];
  return {
    to: to.email,
    subject: `Lanjutkan masuk ke ${brandName()} dengan ${name}`,
    title: "Lanjutkan membuat akun",
    paragraphs: [
      greeting(to.name),
      `Akun ${name} dengan email ini ingin dipakai untuk membuat akun ${brandName()}. Tekan tombol di bawah, lalu masuk lagi dengan ${name}.`,
      `Tautan ini berlaku ${span(proofTtl)}.`,
    ],
    button: { label: `Lanjutkan dengan ${name}`, path },
    note: "Bukan Anda? Abaikan email ini. Tidak ada akun yang dibuat.",
  };
}

/** The same mail when the e-mail has an account already: a provider is connected only after a login. */
export function oauthExistingAccountMail(to: MailRecipient, provider: Provider): SecretMail {
  const name = providerNames[provider];
  return {
    to: to.email,
    subject: `Masuk ke ${brandName()} dengan ${name}`,
    title: "Email ini sudah punya akun",
    paragraphs: [
      greeting(to.name),
      `Akun ${name} dengan email ini ingin dipakai untuk masuk ke ${brandName()}. Email ini sudah punya akun ${brandName()}, dan ${name} belum terhubung dengannya.`,
      `Jika itu Anda: masuk dengan kata sandi, lalu hubungkan ${name} di Profil, Keamanan.`,
    ],
    button: { label: "Masuk", path: hrefs.login() },
    note: "Bukan Anda? Abaikan email ini. Tidak ada yang berubah.",
  };
}

const loginMethodChanges = {
  second_factor_on: "Verifikasi dua langkah diaktifkan. Perangkat lain sudah kami keluarkan.",
  second_factor_off: "Verifikasi dua langkah dimatikan. Perangkat lain sudah kami keluarkan.",
  recovery_codes: "Kode cadangan baru dibuat. Kode yang lama tidak berlaku lagi.",
  passkey_added: "Sebuah passkey ditambahkan. Pemegangnya bisa masuk ke akun Anda.",
  passkey_removed: "Sebuah passkey dihapus.",
  provider_connected: "Sebuah akun Google, Apple, atau Facebook dihubungkan. Pemiliknya bisa masuk ke akun Anda.",
  provider_disconnected: "Sebuah akun Google, Apple, atau Facebook tidak lagi terhubung.",
} as const;
/** The changes to the ways to log in that are mailed, other than a changed password. */
export type LoginMethodChange = keyof typeof loginMethodChanges;

/** The ways to log in to this account have changed. */
export function loginMethodMail(to: MailRecipient, change: LoginMethodChange, at: Date, dedupeKey: string): Mail {
  return {
    to: to.email,
    subject: `Cara masuk ke akun ${brandName()} Anda berubah`,
    title: "Cara masuk berubah",
    paragraphs: [
      greeting(to.name),
      `${loginMethodChanges[change]}\nWaktu: ${formatMailTime(at, to)}`,
      "Bukan Anda? Ganti kata sandi Anda sekarang, lalu periksa perangkat dan cara masuk di Keamanan.",
    ],
    button: { label: "Buka Keamanan", path: hrefs.profile("security") },
    note: "Jika Anda sendiri yang mengubahnya, tidak ada yang perlu dilakukan.",
    dedupeKey,
  };
}

/** The PIN that confirms withdrawals was set. */
export function pinSetMail(to: MailRecipient, isNew: boolean, at: Date, dedupeKey: string): Mail {
  return {
    to: to.email,
    subject: `PIN ${brandName()} Anda sudah ${isNew ? "dibuat" : "diganti"}`,
    title: isNew ? "PIN sudah dibuat" : "PIN sudah diganti",
    paragraphs: [
      greeting(to.name),
      `PIN untuk menarik saldo ${isNew ? "dibuat" : "diganti"} pada ${formatMailTime(at, to)}.`,
      "Bukan Anda? Ganti kata sandi Anda sekarang, lalu periksa rekening dan perangkat Anda.",
    ],
    button: { label: "Buka Keamanan", path: hrefs.profile("security") },
    note: "Jika ini Anda, tidak ada yang perlu dilakukan.",
    dedupeKey,
  };
}

/** Many failed logins came from networks that are new to the account; nothing was blocked. */
export function unfamiliarLoginsMail(to: MailRecipient, at: Date, dedupeKey: string): Mail {
  return {
    to: to.email,
    subject: `Ada yang mencoba masuk ke akun ${brandName()} Anda`,
    title: "Percobaan masuk yang gagal",
    paragraphs: [
      greeting(to.name),
      `Sampai ${formatMailTime(at, to)} ada ${unfamiliarFailedLogins.max} percobaan masuk dengan kata sandi yang salah dari jaringan yang belum pernah Anda pakai.`,
      "Akun Anda tidak dikunci dan tidak ada yang berubah. Jika kata sandi Anda juga dipakai di tempat lain, ganti sekarang. Passkey atau verifikasi dua langkah melindungi akun meski kata sandi ditebak.",
      "Jika masuk dengan kata sandi ditolak sementara, masuklah dari browser yang biasa Anda pakai, atau pilih Lupa kata sandi: tautannya selalu sampai ke email ini.",
    ],
    button: { label: "Buka Keamanan", path: hrefs.profile("security") },
    note: `Jika itu Anda sendiri, tidak ada yang perlu dilakukan. Kabar seperti ini kami kirim paling banyak sekali dalam ${span(unfamiliarFailedLogins.window)}.`,
    dedupeKey,
  };
}

/** There was a login from a kind of device that this user has not used before. */
export function newDeviceMail(to: MailRecipient, device: string, at: Date, dedupeKey: string): Mail {
  const values = { salam: greeting(to.name), perangkat: device, waktu: formatMailTime(at, to) };
  return { ...mailOf(newDeviceTemplate, values, { to: to.email, path: hrefs.profile("security") }), dedupeKey };
}
