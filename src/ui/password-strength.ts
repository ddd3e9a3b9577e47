/** How hard a password is to guess: 0 empty, 1 weak, 2 fair, 3 strong, 4 very strong. */
export type Strength = 0 | 1 | 2 | 3 | 4;

export const strengthLabels = ["", "Lemah", "Cukup", "Kuat", "Sangat kuat"] as const;

/** Common passwords, in Indonesia and elsewhere. As parts of a password they count for little. */
const commonPasswordParts =
  "password passw0rd sandi rahasia qwerty asdf zxcv admin login indonesia jakarta bandung sayang cinta bismillah garuda merdeka kawung iloveyou welcome 12345 abc123 abcdef abc".split(
    " ",
  );

/**
 * An estimate of a password's strength for the user who chooses it. The server has its own rules. Several words are
 * strong, however plain. Repeated letters, sequences and common passwords add almost nothing.
 */
export function strengthOf(password: string): Strength {
  if (password === "") return 0;
  const typed = password.toLowerCase();
  const plain = commonPasswordParts
    .reduce((text, word) => text.replaceAll(word, "§"), typed)
    .replace(/(?:19|20)\d\d/g, "§");
  const letters = [...plain];
  let bits = 0;
  const perLetter = Math.log2(alphabetOf(plain));
  for (const [at, letter] of letters.entries()) {
    const before = letters[at - 1];
    const step = before === undefined ? Number.NaN : (letter.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
    const sameStep = at > 1 && step === (before?.codePointAt(0) ?? 0) - (letters[at - 2]?.codePointAt(0) ?? 0);
    if (letter === before || (sameStep && Math.abs(step) === 1)) bits += 0.5;
    else if (letters.slice(0, at).includes(letter)) bits += perLetter * 0.6;
    else bits += perLetter;
  }
  if (/[A-Z]/.test(password) && /[a-z]/.test(password)) bits += 3;
  if (bits < 32 || letters.length < 6) return 1;
  if (bits < 48) return 2;
  return bits < 64 ? 3 : 4;
}

function alphabetOf(text: string): number {
  let size = 0;
  if (/[a-z]/.test(text)) size += 26;
  if (/\d/.test(text)) size += 10;
  if (/[^a-z\d]/.test(text)) size += 20;
  return Math.max(2, size);
}

/** A sentence that says what would make the password stronger; empty when it is strong. */
export function strengthAdvice(strength: Strength): string {
  if (strength === 1) return "Tambahkan beberapa kata yang tidak saling berhubungan.";
  if (strength === 2) return "Satu kata lagi membuatnya kuat.";
  return "";
}
