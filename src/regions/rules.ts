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

/** @rule A file of regions has at most 100,000 lines, and a name has at most 100 characters. */
export const importLimits = { maxRows: 100_000, maxColumns: 10, maxCellLength: 100 };

/** The level of a code of Kemendagri: 1 for a province (32) to 4 for a village (32.73.01.1001). */
export function levelOf(code: string): 1 | 2 | 3 | 4 | undefined {
  if (/^\d{2}$/.test(code)) return 1;
  if (/^\d{2}\.\d{2}$/.test(code)) return 2;
  if (/^\d{2}\.\d{2}\.\d{2}$/.test(code)) return 3;
  if (/^\d{2}\.\d{2}\.\d{2}\.\d{4}$/.test(code)) return 4;
  return undefined;
}

/** The code of the region around this one; null for a province. */
export function parentOf(code: string): string | null {
  const end = code.lastIndexOf(".");
  return end < 0 ? null : code.slice(0, end);
}
