/** How the marketplace looks where operators decide it: main colour, logo and icon. */
import { settingOf, type PictureValue, type Setting } from "../settings/setting.ts";
import { defaultColour, paletteOf, type Palette } from "./palette.ts";

export const colourSetting: Setting<string> = { key: "site.colour", defaultValue: defaultColour };

/** A logo for light and one for dark grounds; without one of its own, dark grounds show the light one. */
export type Logo = { light: PictureValue | null; dark: PictureValue | null; hasName: boolean };

export const logoSetting: Setting<Logo> = {
  key: "site.logo",
  defaultValue: { light: null, dark: null, hasName: true },
};

export const iconSetting: Setting<PictureValue | null> = { key: "site.icon", defaultValue: null };

/** The widths in pixels of the icon's files. */
export const iconSizes = [32, 180, 192, 512] as const;

/** The palette of the chosen colour; null while it is the default. */
export function chosenPalette(): Palette | null {
  const colour = settingOf(colourSetting);
  return colour === defaultColour ? null : paletteOf(colour);
}

/** The colour of buttons and links on a light ground, for mails, papers and the manifest. */
export function mainColour(): string {
  return chosenPalette()?.light.brand ?? defaultColour;
}

/** The path of the icon in this size. */
export function iconHref(size: 192 | 512): string {
  const icon = settingOf(iconSetting);
  return icon ? brandFileHref(icon, size) : `/icon-${size}.png`;
}

/** The path of a picture of the brand as PNG, with at most this width. Only the brand's own pictures have one. */
export function brandFileHref({ picture }: PictureValue, size: number): string {
  return `/brand/${picture}-${size}.png`;
}
