import sharp from "sharp";
import { expect, test } from "vitest";
import { encode } from "uqr";
import { drawQr } from "./draw-qr.ts";

test("the picture of a QR code has every module of the code, large enough to scan from a gallery", async () => {
  const text = "00020101021226ID.KAWUNG";
  const picture = sharp(await drawQr(text));
  expect(await picture.metadata()).toMatchObject({ format: "png", width: 1024, height: 1024 });
  const { size, data } = encode(text, { border: 2, ecc: "M" });
  const shown = await picture.greyscale().raw().toBuffer();
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) {
      const at = (one: number) => Math.floor(((one + 0.5) * 1024) / size);
      expect(shown[at(y) * 1024 + at(x)], `${x} ${y}`).toBe(isDark ? 0 : 255);
    }
  }
});
