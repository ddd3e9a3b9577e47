/**
 * Design note. A palette is derived in OKLCH, where an equal step of lightness looks equal for every hue. HSL would
 * make a yellow and a blue of the same lightness differ greatly. Contrast is computed as WCAG 2 defines it, on the
 * colours as they are written, with 8 bits for each channel.
 */

/** Lightness from 0 to 1, chroma from 0 to about 0.4, hue in degrees. */
type Oklch = { l: number; c: number; h: number };

/** The channels of `#rrggbb`, from 0 to 1. */
function channelsOf(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const fromLinear = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

/** Relative luminance of WCAG 2. */
function luminance(colour: string): number {
  const [r, g, b] = channelsOf(colour);
  return 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b);
}

/** The contrast of two colours `#rrggbb` by WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Lightness, chroma and hue of `#rrggbb`. */
export function oklchOf(colour: string): Oklch {
  const [r, g, b] = channelsOf(colour).map(toLinear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(x, y),
    h: (Math.atan2(y, x) * 180) / Math.PI,
  };
}

function linearOf({ l, c, h }: Oklch): [number, number, number] {
  const [x, y] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
  const long = (l + 0.3963377774 * x + 0.2158037573 * y) ** 3;
  const middle = (l - 0.1055613458 * x - 0.0638541728 * y) ** 3;
  const short = (l - 0.0894841775 * x - 1.291485548 * y) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

/** `#rrggbb` of a colour. What a screen cannot show loses chroma until it can. */
export function hexOf(colour: Oklch): string {
  let { c } = colour;
  let linear = linearOf(colour);
  while (c > 0 && linear.some((part) => part < -0.0005 || part > 1.0005)) {
    c = Math.max(0, c - 0.005);
    linear = linearOf({ ...colour, c });
  }
  const byte = (part: number) => Math.round(255 * fromLinear(Math.min(1, Math.max(0, part))));
  return `#${linear.map((part) => byte(part).toString(16).padStart(2, "0")).join("")}`;
}
