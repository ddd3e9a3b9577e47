import { encode } from "uqr";

/** Side length in pixels, large enough for bank apps that read codes from the gallery. */
const side = 1024;

/** A QR code as a PNG to save. Bank apps read raster pictures from the gallery, not SVG. */
export async function drawQr(text: string): Promise<Buffer> {
  const { size, data } = encode(text, { border: 2, ecc: "M" });
  const pixels = Buffer.from(data.flat().map((isDark) => (isDark ? 0 : 255)));
  const { default: sharp } = await import("sharp");
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(side, side, { kernel: "nearest" })
    .png({ compressionLevel: 9 })
    .toBuffer();
}
