/** Where a pin may be: Indonesia and its waters. */
export const pinBounds = { lat: { min: -11.5, max: 6.5 }, lng: { min: 94.5, max: 141.5 } };

/**
 * Splits a search such as "Coblong, Kota Bandung": the first word, or the words before the first comma, must be in the
 * name itself; the others anywhere in its path. Empty when nothing is left to search for.
 */
export function searchWords(text: string): string[] {
  const [name = "", ...around] = text
    .toLowerCase()
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  const first = around.length > 0 ? [name] : name.split(/\s+/).slice(0, 1);
  const rest = [
    ...(around.length > 0 ? [] : name.split(/\s+/).slice(1)),
    ...around.flatMap((part) => part.split(/\s+/)),
  ];
  return [...first, ...rest].filter(Boolean).slice(0, 8);
}
