import { maxFileBytes, maxPicturePixels } from "#lib/field-limits.ts";
import { day, minute, second } from "#lib/time.ts";

/** @rule An uploaded picture has at most 8 megabytes and 40 million pixels. */
export const pictureLimits = { bytes: maxFileBytes, pixels: maxPicturePixels };

/** @rule A private video has at most 30 megabytes. */
export const videoLimits = { bytes: 30 * 1024 * 1024 };

/** @rule A user can upload at most 300 pictures in 24 hours. */
export const pictureQuota = { max: 300, window: day };

/** How long the encoding of one picture may take, in seconds: some very small files decode for minutes. */
export const encodingTimeoutSeconds = 20;

/** @rule A picture that was missing in an S3-compatible store is not asked for again for a minute. */
export const missingPictureTtl = minute;

/** @rule A picture that an operator hid is served by no process any more after 2 seconds. */
export const hiddenPicturesTtl = 2 * second;

/** @rule An unfinished file, and a sealed document that no row names, is removed after a day. */
export const unnamedFileTtl = day;

/** @rule An uploaded picture that nothing shows is removed after a day. */
export const unusedPictureTtl = day;

/**
 * Widths in pixels in which every picture is served, as far as it is that wide; the last one, for zooming, as WebP
 * only.
 */
export const pictureWidths = [200, 400, 800, 1600] as const;
export type PictureWidth = (typeof pictureWidths)[number];

/** Formats in which every picture is served. */
export const pictureFormats = ["avif", "webp"] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** Longest side of a stored master, in pixels. */
export const maxMasterSide = 1600;

/** @rule A profile picture is stored as a square of 400 pixels, cropped around the part that draws attention. */
export const avatarSide = 400;

/** A picture with a larger ratio of its sides is first cropped to its middle for a profile picture. */
export const maxAspectRatio = 4;

/** Whether the key is of a profile picture. Its user can remove it at any time, so it is not cached for long. */
export function isAvatar(key: string): boolean {
  return /^a[0-9a-f]{30}$/.test(key);
}

/** Whether the key is of a picture that somebody uploaded. Pictures with other keys come with the program. */
export function isUploadedKey(key: string): boolean {
  return /^[ua][0-9a-f]{30}$/.test(key);
}

type UploadFormat = "jpeg" | "png" | "webp" | "avif";

/** The format of a file by its first bytes; null for anything but JPEG, PNG, WebP and AVIF (so never SVG). */
export function formatOf(bytes: Uint8Array): UploadFormat | null {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp";
  if (text(4, 8) === "ftyp" && /^(avif|avis)$/.test(text(8, 12))) return "avif";
  return null;
}

/** The format of an identity document by its first bytes; null for anything but JPEG, PNG and PDF. */
export function documentFormatOf(bytes: Uint8Array): "jpeg" | "png" | "pdf" | null {
  if (String.fromCharCode(...bytes.subarray(0, 5)) === "%PDF-") return "pdf";
  const format = formatOf(bytes);
  return format === "jpeg" || format === "png" ? format : null;
}

/** The types in which private files are stored. */
export const privateFileTypes = ["image/webp", "video/mp4", "video/webm"] as const;
export type PrivateFileType = (typeof privateFileTypes)[number];

/** How many first bytes of a file {@link videoTypeOf} needs. */
export const videoHeadLength = 64;

// What phones and browsers record. A HEIC or AVIF picture has the same structure, but other brands.
const videoBrands = /^(isom|iso[2-9]|mp4[12]|avc1|M4V[ HP]|MSNV|mmp4|dash|3gp[4-9]|qt {2})$/;

/** The type of a video by its first bytes; null for anything but MP4 (also as phones record it) and WebM. */
export function videoTypeOf(bytes: Uint8Array): Exclude<PrivateFileType, "image/webp"> | null {
  const head = String.fromCharCode(...bytes.subarray(0, videoHeadLength));
  if (head.slice(4, 8) === "ftyp" && videoBrands.test(head.slice(8, 12))) return "video/mp4";
  // EBML with the document type "webm"; other Matroska files are refused.
  if (head.startsWith("\x1a\x45\xdf\xa3") && head.includes("\x42\x82\x84webm")) return "video/webm";
  return null;
}

/** The parts of `<key>-<width>.<format>`; null for anything else, so that no name can reach another file. */
export function pictureFile(name: string): { key: string; width: PictureWidth; format: PictureFormat } | null {
  const found = /^([a-z0-9-]{1,80})-(200|400|800|1600(?=\.webp))\.(avif|webp)$/.exec(name);
  if (!found) return null;
  return {
    key: found[1] as string,
    width: Number(found[2]) as PictureWidth,
    format: found[3] as PictureFormat,
  };
}
