/** Whole rupiah as a safe integer; never a fraction. */
export type Rupiah = number;

/**
 * Writes money as Indonesians do: `Rp10.000`, `−Rp500`. Expects whole rupiah. The minus sign stays on the line of its
 * amount, which a hyphen does not.
 */
export function formatRupiah(amount: Rupiah): string {
  return `${amount < 0 ? "−" : ""}Rp${formatCount(Math.abs(amount))}`;
}

/** Writes a whole number with Indonesian thousands separators: `1.284`. */
export function formatCount(count: number): string {
  let text = String(count);
  for (let at = text.length - 3; at > (count < 0 ? 1 : 0); at -= 3) text = `${text.slice(0, at)}.${text.slice(at)}`;
  return text;
}

/**
 * Shortens a count for cards: `312`, `1,2 rb`, `3,4 jt`. Cut and not rounded up, so that it never promises too much.
 */
export function formatShortCount(count: number): string {
  if (count < 1000) return String(count);
  const [unit, name] = count < 1_000_000 ? [1000, "rb"] : [1_000_000, "jt"];
  const tenths = Math.floor((count / (unit as number)) * 10);
  return `${Math.floor(tenths / 10)}${tenths % 10 === 0 || tenths >= 1000 ? "" : `,${tenths % 10}`} ${name}`;
}

/**
 * Reads an amount as other systems write it: `10000`, `"10000"` or `"10000.00"`. Null for everything else, such as a
 * fraction of a rupiah, a thousands separator, a sign or an exponent. Never rounds.
 */
export function parseRupiah(value: unknown): Rupiah | null {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? value : null;
  if (typeof value !== "string" || value.length > 20) return null;
  const [, whole] = /^(0|[1-9]\d{0,14})(?:\.0{1,2})?$/.exec(value) ?? [];
  return whole === undefined ? null : Number(whole);
}

/**
 * Splits whole rupiah over parts in proportion to their weights, so that the sum of the parts is always the whole
 * (largest remainder; ties go to the earlier part). Weights are whole and not negative. If all are zero, the parts are
 * equal.
 */
export function splitRupiah(whole: Rupiah, weights: readonly number[]): Rupiah[] {
  if (weights.length === 0) return [];
  const sum = weights.reduce((a, b) => a + b, 0);
  const fair = sum === 0 ? weights.map(() => 1) : weights;
  const total = BigInt(sum === 0 ? weights.length : sum);
  const parts = fair.map((weight, index) => {
    const exact = BigInt(whole) * BigInt(weight);
    return { index, floor: exact / total, rest: exact % total };
  });
  let left = whole - Number(parts.reduce((a, part) => a + part.floor, 0n));
  const shares = parts.map((part) => Number(part.floor));
  for (const part of [...parts].sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1))) {
    if (left === 0) break;
    shares[part.index] = (shares[part.index] ?? 0) + 1;
    left -= 1;
  }
  return shares;
}
