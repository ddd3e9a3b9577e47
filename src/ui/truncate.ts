/** The maximum number of characters of a name in the header (S058). */
export const headerNameLength = 14;

/** The first `limit` characters as people count them (grapheme clusters), with `…` only when text was cut. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = [...new Intl.Segmenter("id", { granularity: "grapheme" }).segment(text)];
  if (characters.length <= limit) return text;
  const visible = characters.slice(0, limit).map(({ segment }) => segment);
  return `${visible.join("").trimEnd()}…`;
}

/** Makes the first letter a capital: `penjual` → `Penjual`. */
export function capitalise(text: string): string {
  const [first = ""] = text;
  return first.toLocaleUpperCase("id") + text.slice(first.length);
}

/** One or two letters for a person without a picture: `Siti Rahmawati` → `SR`. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters.map((word) => [...(word ?? "")][0]?.toLocaleUpperCase("id") ?? "").join("");
}
