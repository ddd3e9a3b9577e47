/**
 * Design note. A thread has no settings of its own, because the snapshot belongs to the thread that answers requests
 * (lib/settings/setting.ts). So each PDF comes with the brand's settings and logo of its moment.
 */
import type { FilePlace } from "#lib/files/files-of.ts";
import { brandNameSetting } from "#lib/brand.ts";
import { colourSetting, logoSetting } from "#lib/look/look.ts";
import { applySettings, settingOf } from "#lib/settings/setting.ts";
import { pngOf } from "#media/png-of.ts";

/** Settings by key, and the logo as PNG. */
export type PdfLook = { settings: Readonly<Record<string, unknown>>; logo: Uint8Array | null };

let present: Uint8Array | null = null;

/** The brand's look for a PDF that is drawn now. */
export async function readPdfLook(place: FilePlace): Promise<PdfLook> {
  const settings = [brandNameSetting, colourSetting, logoSetting];
  const { light } = settingOf(logoSetting);
  // A logo whose file is missing must not keep anyone from an invoice.
  const logo = light && (await pngOf(place, light.picture, 400, false).catch(() => null));
  return { settings: Object.fromEntries(settings.map((one) => [one.key, settingOf<unknown>(one)])), logo };
}

/** In a thread: what is drawn next has this look. */
export function applyPdfLook({ settings, logo }: PdfLook): void {
  applySettings(settings, new Set());
  present = logo;
}

/** In a thread: the logo as PNG, if there is one. */
export function pdfLogo(): Uint8Array | null {
  return present;
}
