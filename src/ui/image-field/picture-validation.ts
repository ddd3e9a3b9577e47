/** The list with the item at `from` moved to `to`. Unchanged when one of them is outside the list. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = [...list];
  if (from < 0 || from >= list.length || to < 0 || to >= list.length) return moved;
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}

/** `820 KB`, `4,2 MB`. */
export function formatBytes(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  if (megabytes >= 1) return `${megabytes.toFixed(1).replace(".", ",").replace(",0", "")} MB`;
  return `${Math.max(1, Math.round(bytes / 1024))} KB`;
}

/** Limits of the server for a picture, so that the browser can refuse it earlier. */
export type PictureLimits = {
  bytes: number;
  pixels: number;
  /** Minimum length of the shorter side in pixels, where it matters. */
  side?: number;
};

/**
 * The format of a file by its first bytes, whatever its name says; null for a file that is no JPEG, PNG, WebP or AVIF.
 */
export function pictureKind(bytes: Uint8Array): "JPEG" | "PNG" | "WebP" | "AVIF" | null {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "JPEG";
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "PNG";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "WebP";
  if (text(4, 8) === "ftyp" && /^(avif|avis)$/.test(text(8, 12))) return "AVIF";
  return null;
}

/**
 * A sentence that says why a picture cannot be sent; null when it can. `size` is its width and height, null when
 * unreadable.
 */
export function pictureProblem(
  file: { name: string; size: number; head: Uint8Array },
  size: { width: number; height: number } | null,
  limits: PictureLimits,
): string | null {
  const name = file.name.length > 40 ? `${file.name.slice(0, 36)}…` : file.name;
  if (file.size === 0) return `“${name}” kosong.`;
  if (pictureKind(file.head) === null) return `“${name}” bukan foto JPEG, PNG, WebP, atau AVIF.`;
  if (file.size > limits.bytes)
    return `“${name}” terlalu besar (${formatBytes(file.size)}). Paling besar ${formatBytes(limits.bytes)}.`;
  if (!size) return `“${name}” tidak bisa dibaca. Mungkin berkasnya rusak.`;
  if (size.width * size.height > limits.pixels)
    return `“${name}” terlalu besar. Kecilkan sampai di bawah ${Math.floor(limits.pixels / 1_000_000)} megapiksel.`;
  if (limits.side !== undefined && Math.min(size.width, size.height) < limits.side)
    return `“${name}” terlalu kecil. Sisi terpendek paling sedikit ${limits.side} piksel.`;
  return null;
}
