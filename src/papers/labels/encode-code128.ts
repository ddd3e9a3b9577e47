/** The widths of bars and gaps of each Code 128 symbol (ISO/IEC 15417), in modules; the last one is the stop. */
const patterns = (
  "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 " +
  "123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 " +
  "232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 " +
  "313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 " +
  "111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 " +
  "111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 " +
  "114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112"
).split(" ");

const symbols = { toB: 100, toC: 99, startB: 104, startC: 105, stop: 106 } as const;

/**
 * The widths of alternating bars and gaps of a text, in modules, without the quiet zones. Four or more digits in a row
 * take half the space (code set C). Throws for characters other than printable ASCII.
 */
export function encodeCode128(text: string): number[] {
  if (!/^[ -~]+$/.test(text)) throw new Error("Code 128 encodes printable ASCII only");
  const values: number[] = [];
  let set: "B" | "C" | undefined;
  for (let at = 0; at < text.length;) {
    const digits = /^\d*/.exec(text.slice(at))?.[0].length ?? 0;
    const pairs = digits >= 4 ? Math.floor(digits / 2) : 0;
    const next = pairs > 0 ? "C" : "B";
    if (set === undefined) values.push(next === "C" ? symbols.startC : symbols.startB);
    else if (set !== next) values.push(next === "C" ? symbols.toC : symbols.toB);
    set = next;
    if (next === "C") {
      for (let pair = 0; pair < pairs; pair += 1) values.push(Number(text.slice(at + 2 * pair, at + 2 * pair + 2)));
      at += 2 * pairs;
    } else {
      values.push(text.charCodeAt(at) - 32);
      at += 1;
    }
  }
  const checksum = values.reduce((sum, value, at) => sum + value * Math.max(1, at), 0) % 103;
  return [...values, checksum, symbols.stop].flatMap((value) => Array.from(patterns[value] ?? "", Number));
}
