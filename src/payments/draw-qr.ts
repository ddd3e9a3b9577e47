import sharp from "sharp";
import { encode } from "uqr";

/** Pixels of the picture's side: enough for the galleries of bank apps to read. */
const side = 1024;

/** A QR code as a PNG to keep: the apps of banks read pictures, not drawings. */
export async function drawQr(text: string): Promise<Buffer> {
  const { size, data } = encode(text, { border: 2, ecc: "M" });
  const pixels = Buffer.from(data.flat().map((isDark) => (isDark ? 0 : 255)));
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(side, side, { kernel: "nearest" })
    .png({ compressionLevel: 9 })
    .toBuffer();
}
