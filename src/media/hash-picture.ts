const side = 8;

/** @rule A picture whose hash has fewer than 8 bits of one kind has too little detail to be compared. */
const minBits = 8;

/**
 * A hash of what a picture shows, as a signed number of 64 bits: each bit says whether one of 9 × 8 grey fields is
 * brighter than the next (dHash). The same picture in another size, format or quality has nearly the same hash. Null
 * for a picture without details, such as one colour, because all of those would look alike.
 */
export async function hashPicture(picture: Buffer): Promise<bigint | null> {
  const { default: sharp } = await import("sharp");
  const fields = await sharp(picture)
    .removeAlpha()
    .greyscale()
    .resize(side + 1, side, { fit: "fill", kernel: "lanczos3" })
    .raw()
    .toBuffer();
  let hash = 0n;
  let bits = 0;
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1) {
      const at = row * (side + 1) + column;
      // Nearly equal fields differ only by the encoder.
      const isBrighter = (fields[at] ?? 0) > (fields[at + 1] ?? 0) + 1;
      hash = (hash << 1n) | (isBrighter ? 1n : 0n);
      if (isBrighter) bits += 1;
    }
  return bits < minBits || bits > side * side - minBits ? null : BigInt.asIntN(64, hash);
}
