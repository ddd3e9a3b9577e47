/**
 * Design note. An uploaded file is never served. It is decoded and encoded again, which drops EXIF, hidden archives,
 * scripts and the file's name. The first bytes and the decoder must agree that it is one of four formats (sharp alone
 * would read SVG too), and its pixels are counted before it is decoded. The master is stored as WebP under our own key;
 * the served sizes are made from it on demand (serve-picture.ts).
 */
import { randomBytes } from "node:crypto";
import type { Metadata, Region, ResizeOptions } from "sharp";
import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import { filesOf } from "#lib/files/files-of.ts";
import { limitConcurrency } from "#lib/limit-concurrency.ts";
import { Refusal } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { mediaRefusals } from "./contract.ts";
import { hashPicture } from "./hash-picture.ts";
import { countPictures, insertPicture, lockOwner } from "./queries.ts";
import {
  encodingTimeoutSeconds,
  formatOf,
  maxMasterSide,
  maxAspectRatio,
  pictureLimits,
  pictureQuota,
} from "./rules.ts";

/** How a picture that keeps its shape becomes a master. */
export const insideMaster = {
  width: maxMasterSide,
  height: maxMasterSide,
  fit: "inside",
  withoutEnlargement: true,
} as const satisfies ResizeOptions;

export type StoredPicture = { id: string; key: string; width: number; height: number; color: string };

const limitEncoding = limitConcurrency({ maxRunning: 2, maxWaiting: 50 });

/**
 * Stores a picture for its owner. One that comes from an import on the server does not count against the daily limit.
 * Refuses with `media.not_a_picture`, `media.too_many_pixels` or `media.too_many`.
 */
export async function storePicture(
  context: Pick<Context, "db" | "config">,
  bytes: Buffer,
  {
    isTransparent = false,
    isOfImport = false,
    ...picture
  }: { ownerId: string; alt: string; isTransparent?: boolean; isOfImport?: boolean },
  now: Date,
): Promise<StoredPicture> {
  // Checked before encoding, and again in the transaction that stores the picture, because several may arrive at once.
  if (!isOfImport) await assertQuota(context.db, picture.ownerId, now);
  return storeMaster(
    context,
    bytes,
    { prefix: "u", resize: insideMaster, isTransparent },
    ({ key, width, height, color, hash }) =>
      context.db.transaction(async (tx) => {
        await lockOwner(tx, picture.ownerId);
        if (!isOfImport) await assertQuota(tx, picture.ownerId, now);
        const id = await insertPicture(tx, { key, width, height, color, hash, now, ...picture });
        return { id, key, width, height, color };
      }),
  );
}

async function assertQuota(db: Queryable, ownerId: string, now: Date): Promise<void> {
  if ((await countPictures(db, ownerId, addDuration(now, -pictureQuota.window))) >= pictureQuota.max)
    throw new Refusal(mediaRefusals.tooMany);
}

/** With `isTransparent` the picture keeps its transparent parts; otherwise they become white. */
type PictureOptions = { prefix: "u" | "a" | "p"; resize: ResizeOptions; isTransparent?: boolean };
type EncodedPicture = Omit<StoredPicture, "id"> & { hash: bigint | null; bytes: number };

/**
 * Checks and encodes a picture, stores its master under a new key and calls `store` for its row. When that fails, the
 * master is deleted. Refuses like {@link storePicture}.
 */
export async function storeMaster<T>(
  context: Pick<Context, "config">,
  bytes: Buffer,
  { prefix, resize, isTransparent = false }: PictureOptions,
  store: (kept: EncodedPicture) => Promise<T>,
): Promise<T> {
  const made = await limitEncoding(() => encode(bytes, resize, isTransparent));
  const key = `${prefix}${randomBytes(15).toString("hex")}`;
  const files = filesOf(context.config);
  const folder = prefix === "p" ? "private" : "masters";
  await files.write(folder, `${key}.webp`, made.webp);
  try {
    const { width, height, color, hash } = made;
    return await store({ key, width, height, color, hash, bytes: made.webp.length });
  } catch (error) {
    await files.remove(folder, `${key}.webp`);
    throw error;
  }
}

/** Checks and encodes a picture like a master, without storing it. Refuses like {@link storePicture}. */
export async function encodeMaster(bytes: Buffer): Promise<Buffer> {
  return (await limitEncoding(() => encode(bytes, insideMaster, false))).webp;
}

type Encoded = { webp: Buffer; width: number; height: number; color: string; hash: bigint | null };

async function encode(bytes: Buffer, resize: ResizeOptions, isTransparent: boolean): Promise<Encoded> {
  const format = formatOf(bytes);
  if (!format) throw new Refusal(mediaRefusals.notAPicture);
  const { default: sharp } = await import("sharp");
  const options = { limitInputPixels: pictureLimits.pixels, failOn: "error", pages: 1 } as const;
  let facts: Metadata;
  try {
    // Reads only the header: a picture of a few bytes may declare a huge size.
    facts = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
  } catch {
    throw new Refusal(mediaRefusals.notAPicture);
  }
  if (facts.format !== format && !(format === "avif" && facts.format === "heif"))
    throw new Refusal(mediaRefusals.notAPicture);
  if (facts.width * facts.height > pictureLimits.pixels) throw new Refusal(mediaRefusals.tooManyPixels);
  try {
    const upright = sharp(bytes, options).rotate();
    const resized = (resize.fit === "cover" ? upright.extract(cropMiddle(facts.autoOrient)) : upright).resize(resize);
    const { data, info } = await (isTransparent ? resized : resized.flatten({ background: "#ffffff" }))
      .webp({ quality: 88 })
      .timeout({ seconds: encodingTimeoutSeconds })
      .toBuffer({ resolveWithObject: true });
    const [color, hash] = await Promise.all([dominantColor(data), hashPicture(data)]);
    return { webp: data, width: info.width, height: info.height, color, hash };
  } catch {
    throw new Refusal(mediaRefusals.notAPicture);
  }
}

// A picture one pixel wide would be enlarged to the square's width, and would then be a hundred thousand times as long.
function cropMiddle({ width, height }: { width: number; height: number }): Region {
  const maxSide = maxAspectRatio * Math.min(width, height);
  const [w, h] = [Math.min(width, maxSide), Math.min(height, maxSide)];
  return { left: Math.floor((width - w) / 2), top: Math.floor((height - h) / 2), width: w, height: h };
}

async function dominantColor(picture: Buffer): Promise<string> {
  const { default: sharp } = await import("sharp");
  const { dominant } = await sharp(picture).resize(64, 64, { fit: "fill" }).stats();
  return `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
