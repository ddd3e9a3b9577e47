/** Hundredths up to this number are the values of an attribute that is a number: 0 to 9,999,999.99. */
export const maxHundredths = 999_999_999;

/** A number with a unit: `1.250,5 gram` is 125,050 hundredths of a gram. Null for any other text. */
export function readMeasure(text: string): { hundredths: number; unit: string } | null {
  const [first = "", ...rest] = text.trim().split(" ");
  const digits = first.replace(/(\d)\.(?=\d{3}(?!\d))/g, "$1").replace(",", ".");
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(digits)) return null;
  return { hundredths: Math.round(Number(digits) * 100), unit: rest.join(" ").trim() };
}

/** The number as people write it in Indonesian, without separators of thousands: 125,050 hundredths are `1250,5`. */
export function formatHundredths(hundredths: number): string {
  return String(hundredths / 100).replace(".", ",");
}
