import { marketName } from "#lib/brand.ts";
import { day, hour, minute } from "#lib/time.ts";
import { isCommonPassword } from "./password/common-passwords.ts";

/** @rule A session ends 90 days after login, however it is used. */
export const sessionLifetime = 90 * day;
/** @rule A session that nobody uses for 14 days ends. */
export const sessionIdle = 14 * day;

/** @rule An operator, who reads everybody's orders, logs in anew after 12 hours. */
export const operatorSessionLifetime = 12 * hour;
/** @rule An operator's session that nobody uses for 30 minutes ends. */
export const operatorSessionIdle = 30 * minute;

/**
 * @rule An operator gets to the console only with a second factor or a passkey, used in this very session. The one exception is
 * this account, and only in a demo marketplace, where its password stands in the README.
 */
export const demoOperator = "operator@kawung.test";

/** How long sessions of a person of this type last: in all, unused, and how often at most their use is written down. */
export function sessionTimes(type: string): { lifetime: number; idle: number; step: number } {
  return type === "operator"
    ? { lifetime: operatorSessionLifetime, idle: operatorSessionIdle, step: minute }
    : { lifetime: sessionLifetime, idle: sessionIdle, step: 15 * minute };
}

/** Types a person can register with; operators are made by other operators. */
export const registrableTypes = ["pembeli", "penjual"] as const;

/** @rule The user type `penjual` means seller; any other type is a buyer (specification §1). */
export function isSeller(type: string | null | undefined): boolean {
  return type === "penjual";
}

/** The type as people read it: `Penjual`, `Pembeli` (specification §2). */
export function typeLabel(type: string | null | undefined): string {
  if (type === "operator") return "Operator";
  return isSeller(type) ? "Penjual" : "Pembeli";
}

/** @rule Nine wrong logins a minute for one e-mail from one address; the tenth is refused unheard. */
export const loginTries = { max: 9, window: minute };
/** @rule Thirty wrong logins a minute from one address, whatever the e-mail. */
export const loginTriesOfAddress = { max: 30, window: minute };
/** @rule Thirty wrong logins an hour for one e-mail from one address. */
export const loginTriesOfHour = { max: 30, window: hour };
/** @rule A browser where the person logged in before has these two limits for itself; logins from elsewhere do not count for it. */
export const loginTriesOfBrowser = [loginTries, loginTriesOfHour] as const;
/**
 * @rule Thirty wrong logins an hour for one account, of which one address adds ten at most; then a password is checked only
 * in browsers where its person logged in before and at addresses where they are logged in. A link by mail works from anywhere.
 */
export const loginTriesOfAccount = { max: 30, window: hour };
export const loginTriesCounted = { max: 10, window: hour };
/** @rule The owner of an account is notified of the tenth wrong login within a day from addresses new to the account, once a day at most. */
export const strangeLogins = { max: 10, window: day };
/** @rule Twenty registrations an hour from one address. */
export const registrations = { max: 20, window: hour };
/** @rule At most 100 passwords wait to be hashed. */
export const maxWaitingHashes = 100;

/** @rule Nine wrong answers a minute in one session when the password is asked for again. */
export const passwordTries = { max: 9, window: minute };

/** @rule Changing phone number asks for the password again when login is more than 15 minutes ago. */
export const freshLogin = 15 * minute;

/**
 * @rule A code that proves a phone number has 6 digits, works once and for 5 minutes, and ends with the fifth wrong try;
 * the next may be asked for after 60 seconds.
 */
export const phoneCode = { digits: 6, lifetime: 5 * minute, tries: 5, again: minute };
/**
 * @rule In 24 hours at most 5 codes go to one phone number and 20 to one address of the network for people without a proven
 * e-mail; 3 to one number for each person with one, 12 for all of these; 10 to one person.
 */
export const phoneCodesPerDay = { phone: 5, address: 20, own: 3, proven: 12, person: 10 };

/**
 * @rule Every consent is recorded with its purpose, text version, moment and place; those not needed for the account are
 * off until the person turns them on, and can be withdrawn at any time (UU 27/2022, Pasal 20–24 and 9).
 */
export const consentPurposes = {
  terms: {
    title: "Syarat dan Ketentuan",
    text: "Aturan jual beli di Kawung. Berlaku selama Anda memiliki akun.",
    version: "2026-11-21",
    needed: true,
  },
  privacy: {
    title: "Kebijakan Privasi",
    text: "Pemrosesan data yang diperlukan agar akun, pesanan, dan pembayaran Anda berjalan.",
    version: "2026-11-21",
    needed: true,
  },
  marketing: {
    title: "Kabar promo dan ide belanja",
    text: "Penawaran lewat email dan notifikasi. Kabar tentang pesanan Anda tetap dikirim tanpa ini.",
    version: "2026-11-21",
    needed: false,
  },
  surveys: {
    title: "Undangan survei",
    text: "Sesekali kami mengajak Anda memberi pendapat tentang Kawung.",
    version: "2026-11-21",
    needed: false,
  },
} as const;
export type ConsentPurpose = keyof typeof consentPurposes;

/** What somebody is called whose account was deleted. */
export const erasedName = "Pengguna Kawung";

/**
 * @rule A person's name does not contain the marketplace's name, nor a separate word that suggests staff of the marketplace.
 */
export const reservedPersonNames = {
  anywhere: [marketName],
  words: [
    "official",
    "admin",
    "administrator",
    "operator",
    "moderator",
    "mediator",
    "cs",
    "helpdesk",
    "help desk",
    "customer service",
    "customer care",
    "customer support",
    "call center",
    "call centre",
    "layanan pelanggan",
    "layanan konsumen",
    "pusat bantuan",
    "pusat resolusi",
    "rekening bersama",
  ],
};

/** The message for a name with a reserved word. */
export function reservedNameSentence(word: string): string {
  return `Nama yang memuat “${word}” terlihat seperti akun resmi kami. Pilih nama lain.`;
}

/** @rule A profile picture sent by a person has at most 5 megabytes. */
export const avatarBytes = 5 * 1024 * 1024;

/**
 * @rule A browser is recognised for 180 days by the last eight accounts that were registered, logged in or passed the second
 * step there; a new password ends the latter two.
 */
export const browserMarks = { duration: 180 * day, max: 8 };

/** @rule A browser keeps the e-mail of an account that was just registered there for 10 minutes, for the login. */
export const registeredEmailKept = 10 * minute;

/** At most this many logins of one person are kept; the oldest ends. */
export const sessionsPerUser = 50;

/** @rule A password has 8 to 200 characters and at most 1,000 bytes; nothing of it is cut off. */
export const passwordLength = { min: 8, max: 200, maxBytes: 1000 };

/**
 * Why a password cannot be taken: sentences, none when it can. Common ones and what others know about the person (name,
 * e-mail, this product) are refused; kinds of characters are not prescribed (NIST SP 800-63B).
 */
export function passwordProblems(password: string, person: { name?: string; email?: string } = {}): string[] {
  const length = [...password].length;
  if (length < passwordLength.min) return [`Minimal ${passwordLength.min} karakter.`];
  if (length > passwordLength.max || new TextEncoder().encode(password).length > passwordLength.maxBytes) {
    return [`Maksimal ${passwordLength.max} karakter.`];
  }
  const plain = withoutRepeats(password.toLowerCase().trim());
  const letters = withoutRepeats(betweenLetters(plain));
  if (isMonotonous(plain) || isCommonPassword(plain) || isCommonPassword(letters)) {
    return ["Kata sandi ini terlalu mudah ditebak. Pilih yang lain."];
  }
  const known = [person.email?.toLowerCase(), person.email?.split("@")[0]?.toLowerCase(), person.name?.toLowerCase()];
  for (const word of known) {
    if (!word || word.length < 3) continue;
    const joined = word.replace(/\s+/g, "");
    if (
      [word, joined].some((one) => plain === one || (letters !== "" && letters === one.slice(0, endOfLetters(one))))
    ) {
      return ["Jangan memakai nama atau email Anda sebagai kata sandi."];
    }
  }
  return [];
}

// The next functions walk over the text instead of matching regular expressions: an expression for any of them backtracks,
// and an attacker can choose the text.

// The index after the last letter; 0 without letters.
function endOfLetters(text: string): number {
  let [at, end] = [0, 0];
  for (const sign of text) {
    at += sign.length;
    if (/\p{L}/u.test(sign)) end = at;
  }
  return end;
}

// `rahasia` of 123rahasia!!
function betweenLetters(text: string): string {
  const start = text.search(/\p{L}/u);
  return start < 0 ? "" : text.slice(start, endOfLetters(text));
}

/**
 * The shortest piece of at least 4 characters that the whole text repeats, with at most one character that is neither
 * letter nor digit between two of them: `kawung` of kawungkawung and kawung-kawung. Otherwise the text. Takes time that
 * grows with the square of the length.
 */
export function withoutRepeats(text: string): string {
  const signs = [...text];
  const separates = signs.map((sign) => !/[\p{L}\p{N}]/u.test(sign));
  // How many characters from here on equal the beginning of the text.
  const alike = signs.map((_, from) => {
    let length = 0;
    while (from + length < signs.length && signs[from + length] === signs[length]) length += 1;
    return length;
  });
  for (let length = 4; length * 2 <= signs.length; length += 1) {
    const isPiece = (at: number) => (alike[at] ?? 0) >= length;
    // Where a piece can end, from left to right. When the separator also occurs in the pieces, there are two possibilities.
    const ends = new Set([length]);
    for (const end of ends) {
      if (isPiece(end)) ends.add(end + length);
      if (separates[end] && isPiece(end + 1)) ends.add(end + 1 + length);
    }
    if (ends.has(signs.length)) return signs.slice(0, length).join("");
  }
  return text;
}

/**
 * Whether the text is a piece of at most 3 characters over and over (aaaaaaaa, abcabcabc), with up to 2 others at its end,
 * or a run (23456789, hgfedcba).
 */
export function isMonotonous(text: string): boolean {
  const points = [...text].map((one) => one.codePointAt(0) ?? 0);
  for (const length of [1, 2, 3]) {
    const change = points.findIndex((point, at) => at >= length && point !== points[at - length]);
    const pieces = Math.floor((change < 0 ? points.length : change) / length);
    if (pieces >= 2 && points.length - pieces * length <= 2) return true;
  }
  return [1, -1].some((step) => points.every((point, at) => at === 0 || point - (points[at - 1] ?? 0) === step));
}

/**
 * @rule Phone numbers 08…, 62… and +62… are one number, stored as +62…; null when it is no Indonesian mobile number
 * (product rules §8). Spaces, dots, hyphens and brackets do not matter.
 */
export function normalizePhone(typed: string): string | null {
  const digits = typed.trim().replace(/[\s().-]/g, "");
  const match = /^(?:\+62|62|0)(8\d{8,11})$/.exec(digits);
  return match ? `+62${match[1]}` : null;
}

/** `0812-3456-7890` of a stored number. */
export function formatPhone(stored: string): string {
  const local = stored.replace(/^\+62/, "0");
  return [local.slice(0, 4), local.slice(4, 8), local.slice(8)].filter(Boolean).join("-");
}

/**
 * @rule After login people return only to a path of this site (specification §4); anything else leads home. Never back
 * to the pages of logging in and out.
 */
export function safeFrom(from: string | null | undefined): string {
  if (!from || from.length > 2000 || !isSitePath(from)) return "/";
  const base = "http://site.invalid";
  let url: URL;
  try {
    url = new URL(from, base);
  } catch {
    return "/";
  }
  const path = url.pathname + url.search + url.hash;
  if (url.origin !== base || !isSitePath(path) || !isSitePath(decoded(url.pathname))) return "/";
  return /^\/(login|register|logout|removeToken)(\/|$)/.test(url.pathname) ? "/" : path;
}

// Browsers drop tabs and line breaks and read backslashes as slashes, so neither may be there.
function isSitePath(path: string): boolean {
  // oxlint-disable-next-line no-control-regex -- refusing them is the purpose
  return /^\/(?![/\\])/.test(path) && !/[\u0000-\u001f\u007f\\]/.test(path);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "//";
  }
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\/|\bOpera/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** What a person recognises a device by: `Chrome di Android`. */
export function deviceName(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (!browser && !system) return "Perangkat tidak dikenal";
  return [browser ?? "Browser lain", system].filter(Boolean).join(" di ");
}
