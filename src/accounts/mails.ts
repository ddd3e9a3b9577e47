/** The texts of the mails of accounts. Who gets which mail, and when, is decided where they are sent. */
import { hrefs } from "#hrefs.ts";
import { accountHrefs } from "#account-hrefs.ts";
import { formatDateTime, span, zoneOfProvince } from "#lib/time.ts";
import { mailOf } from "#messages/mail-template.ts";
import type { Mail } from "#messages/queue-mail.ts";
import { unfamiliarFailedLogins } from "./login/rules.ts";
import {
  credentialsRevokedTemplate,
  emailChangedTemplate,
  emailChangeRequestedTemplate,
  emailChangeTemplate,
  emailTakenTemplate,
  loginMethodTemplate,
  newDeviceTemplate,
  oauthExistingAccountTemplate,
  oauthVerificationTemplate,
  otherCredentialsRevokedTemplate,
  passwordChangedTemplate,
  pinSetTemplate,
  resetTemplate,
  unfamiliarLoginsTemplate,
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
  const values = { salam: greeting(to.name), email, waktu: formatMailTime(at, to) };
  const path = accountHrefs.forgotPassword();
  return { ...mailOf(emailChangeRequestedTemplate, values, { to: to.email, path }), dedupeKey };
}

/** To the former address, after the e-mail has changed. */
export function emailChangedMail(to: MailRecipient, email: string, at: Date, dedupeKey: string): Mail {
  const values = { salam: greeting(to.name), email, waktu: formatMailTime(at, to) };
  return { ...mailOf(emailChangedTemplate, values, { to: to.email, path: hrefs.aboutUs() }), dedupeKey };
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
  const values = { salam: greeting(to.name), waktu: formatMailTime(at, to) };
  const template = keepsPassword ? otherCredentialsRevokedTemplate : credentialsRevokedTemplate;
  const path = keepsPassword ? hrefs.profile("security") : accountHrefs.forgotPassword();
  return { ...mailOf(template, values, { to: to.email, path }), dedupeKey };
}

/** Continues a first login with a provider that does not verify this e-mail. */
export function oauthVerificationMail(
  to: { email: string; name: string },
  provider: Provider,
  path: string,
): SecretMail {
  const values = { salam: greeting(to.name), layanan: providerNames[provider], berlaku: span(proofTtl) };
  return mailOf(oauthVerificationTemplate, values, { to: to.email, path });
}

/** The same mail when the e-mail has an account already: a provider is connected only after a login. */
export function oauthExistingAccountMail(to: MailRecipient, provider: Provider): SecretMail {
  const values = { salam: greeting(to.name), layanan: providerNames[provider] };
  return mailOf(oauthExistingAccountTemplate, values, { to: to.email, path: hrefs.login() });
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
  const values = { salam: greeting(to.name), perubahan: loginMethodChanges[change], waktu: formatMailTime(at, to) };
  return { ...mailOf(loginMethodTemplate, values, { to: to.email, path: hrefs.profile("security") }), dedupeKey };
}

/** The PIN that confirms withdrawals was set. */
export function pinSetMail(to: MailRecipient, isNew: boolean, at: Date, dedupeKey: string): Mail {
  const perubahan = isNew ? "dibuat" : "diganti";
  const values = { salam: greeting(to.name), perubahan, waktu: formatMailTime(at, to) };
  return { ...mailOf(pinSetTemplate, values, { to: to.email, path: hrefs.profile("security") }), dedupeKey };
}

/** Many failed logins came from networks that are new to the account; nothing was blocked. */
export function unfamiliarLoginsMail(to: MailRecipient, at: Date, dedupeKey: string): Mail {
  const { max, window } = unfamiliarFailedLogins;
  const values = {
    salam: greeting(to.name),
    waktu: formatMailTime(at, to),
    banyak: String(max),
    jeda: span(window),
  };
  return { ...mailOf(unfamiliarLoginsTemplate, values, { to: to.email, path: hrefs.profile("security") }), dedupeKey };
}

/** There was a login from a kind of device that this user has not used before. */
export function newDeviceMail(to: MailRecipient, device: string, at: Date, dedupeKey: string): Mail {
  const values = { salam: greeting(to.name), perangkat: device, waktu: formatMailTime(at, to) };
  return { ...mailOf(newDeviceTemplate, values, { to: to.email, path: hrefs.profile("security") }), dedupeKey };
}
