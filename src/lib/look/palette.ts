import { contrast, hexOf, oklchOf } from "./colour.ts";

/** The colours that follow from the main colour, in one theme; the names are those of src/ui/tokens.css. */
export type ThemeColours = {
  brand: string;
  "brand-hover": string;
  "brand-tint": string;
  "on-brand": string;
  "brand-deep": string;
};
export type Palette = { light: ThemeColours; dark: ThemeColours; hero: string };

/** @rule Text in the main colour, and text on it, has a contrast of at least 4.5 in light and dark. */
export const minContrast = 4.5;

/** @rule The main colour may become darker by at most a quarter of the scale to be readable; else it is refused. */
export const maxDarkening = 0.25;

/** The main colour until an operator chooses another one. Its palette is written in src/ui/tokens.css. */
export const defaultColour = "#243b7a";

// What is below text in the main colour: --paper, --surface and --surface-2 of src/ui/tokens.css. A test compares them.
export const grounds = {
  light: ["#fbf8f3", "#ffffff", "#f4efe6"],
  dark: ["#15161b", "#1d1f26", "#262932"],
} as const;

const step = 0.01;

/** The palette of a main colour `#rrggbb`, or null when no colour near it is readable. */
export function paletteOf(colour: string): Palette | null {
  const main = oklchOf(colour);
  const soft = Math.min(main.c, 0.025);
  const at = (l: number, c = main.c) => hexOf({ l, c, h: main.h });
  const lightTint = at(0.945, soft);
  const darkTint = at(0.29, Math.min(main.c, 0.045));
  const isReadable = (text: string, below: readonly string[]) =>
    below.every((ground) => contrast(text, ground) >= minContrast);

  let l = main.l;
  const darkest = Math.max(0, main.l - maxDarkening);
  let brand = colour;
  while (!isReadable(brand, [...grounds.light, lightTint])) {
    l -= step;
    if (l < darkest) return null;
    brand = at(l);
  }
  let bright = Math.max(l, 0.72);
  const darkChroma = Math.min(main.c, 0.11);
  while (!isReadable(at(bright, darkChroma), [...grounds.dark, darkTint])) bright += step;
  const onDark = at(0.2, Math.min(main.c, 0.06));
  return {
    light: {
      brand,
      "brand-hover": at(Math.max(0, l - 0.07)),
      "brand-tint": lightTint,
      "on-brand": "#ffffff",
      "brand-deep": brand,
    },
    dark: {
      brand: at(bright, darkChroma),
      "brand-hover": at(Math.min(1, bright + 0.06), darkChroma),
      "brand-tint": darkTint,
      "on-brand": onDark,
      "brand-deep": darkTint,
    },
    hero: brand,
  };
}
