import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { contrast } from "./colour.ts";
import { grounds, minContrast, paletteOf } from "./palette.ts";

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);

test("whatever main colour is accepted, text in it and on it can be read in light and dark", () => {
  fc.assert(
    fc.property(anyColour, (colour) => {
      const palette = paletteOf(colour);
      if (!palette) return;
      for (const theme of ["light", "dark"] as const) {
        const colours = palette[theme];
        for (const ground of [...grounds[theme], colours["brand-tint"]]) {
          expect(contrast(colours.brand, ground)).toBeGreaterThanOrEqual(minContrast);
          expect(contrast(colours["brand-hover"], ground)).toBeGreaterThanOrEqual(minContrast);
        }
        expect(contrast(colours["on-brand"], colours.brand)).toBeGreaterThanOrEqual(minContrast);
        expect(contrast("#ffffff", colours["brand-deep"])).toBeGreaterThanOrEqual(minContrast);
      }
      expect(contrast("#ffffff", palette.hero)).toBeGreaterThanOrEqual(minContrast);
    }),
    { numRuns: 500 },
  );
});

test("a dark colour is used as it is, a brighter one becomes darker, and one that is too light is refused", () => {
  expect(paletteOf("#243b7a")?.light.brand).toBe("#243b7a");
  const orange = paletteOf("#ff6600")?.light.brand ?? "";
  expect(contrast(orange, "#ffffff")).toBeGreaterThan(contrast("#ff6600", "#ffffff"));
  for (const light of ["#ffcc00", "#ffffff", "#f4efe6"]) expect(paletteOf(light)).toBeNull();
});

test("the grounds that colours are compared with are those of the pages", () => {
  const tokens = readFileSync(new URL("../../ui/tokens.css", import.meta.url), "utf8");
  const ofPages = ["paper", "surface", "surface-2"].map(
    (name) => new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(tokens)?.slice(1) ?? [],
  );
  expect(ofPages.map(([light]) => light)).toEqual(grounds.light);
  expect(ofPages.map(([, dark]) => dark)).toEqual(grounds.dark);
});
