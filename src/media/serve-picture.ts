/**
 * Design note. A size is made from the master when it is first requested, and then stored on disk. A key never gets
 * another picture, so browsers can cache it forever. One request makes a file and the others for it wait. Two files are
 * made at once, so that a flood of new pictures leaves the machine to the buyers. A profile picture is the exception to
 * "forever". Each machine stores its own sizes, and only one of them runs the job that deletes files. So the row
 * decides whether a profile picture is still there: once the row is deleted, no machine serves it, and a machine that
 * is asked for it deletes its sizes. For the same reason it is never cached in memory. Strangers may invent names, and
 * an S3-compatible store is paid by the call: so it is asked only for pictures that the database knows, by few at once,
 * and not again for a minute after it had none.
 */
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import { limitConcurrency } from "#lib/limit-concurrency.ts";
import { filesOf, type FilePlace } from "#lib/files/files-of.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { createSingleFlight } from "#lib/single-flight.ts";
import { isPictureHidden } from "./hide-pictures.ts";
import { hasPicture } from "./queries.ts";
import { isAvatar, isUploadedKey, missingPictureTtl, pictureFile, pictureFormats, pictureWidths } from "./rules.ts";

const demoMasters = fileURLToPath(new URL("../../db/demo/pictures/", import.meta.url));
// Effort 1 has twice the speed of 2 at the same size; 4 costs seven times as much for 3 to 15 % fewer bytes.
let avifEffort = 1;
const limitMaking = limitConcurrency({ maxRunning: 2, maxWaiting: 400 });
const flights = createSingleFlight<Buffer>();
const limitReading = limitConcurrency({ maxRunning: 8, maxWaiting: 400 });
const masterFlights = createSingleFlight<Buffer | undefined>();

/**
 * How much work goes into a smaller AVIF file from now on, 0 to 9. The servers of tests use 0: a quarter of the
 * work, for a fifth more bytes.
 */
export function setAvifEffort(effort: number): void {
  avifEffort = effort;
}

type PicturePlace = Pick<Context, "db" | "config">;
type PictureFile = NonNullable<ReturnType<typeof pictureFile>>;

// The most recent files, which are small, in memory: a listing requests the same 24 again and again.
const fileCache = new Map<string, Buffer>();
const maxCacheBytes = 24 * 1024 * 1024;
let cacheBytes = 0;

/** Masters that were missing, the oldest first, with the time until when nobody asks for them. */
const missing = new Map<string, number>();
const maxMissing = 10_000;

/** The master of an uploaded picture, as WebP; undefined when there is none. */
export async function readMaster(place: FilePlace, key: string): Promise<Buffer<ArrayBuffer> | undefined> {
  return filesOf(place).read("masters", `${key}.webp`);
}

/** Deletes the master and all sizes of a picture. */
export async function removeFiles(place: FilePlace, key: string): Promise<void> {
  await filesOf(place).remove("masters", `${key}.webp`);
  await removeSizes(place.dataDir, key);
}

async function removeSizes(dataDir: string, key: string): Promise<void> {
  for (const width of pictureWidths)
    for (const format of pictureFormats)
      await rm(join(dataDir, "pictures", `${key}-${width}.${format}`), { force: true });
}

/**
 * Bytes and type of a served file. Refuses with `request.not_found` for unknown names and keys and for a hidden picture
 * (hide-pictures.ts), and with `server.busy` for too many at once.
 */
export async function servePicture(
  { db, config }: PicturePlace,
  name: string,
): Promise<{ bytes: Buffer; type: string }> {
  const file = pictureFile(name);
  if (!file) throw new Refusal(requestRefusals.notFound);
  if (await isPictureHidden(db, file.key)) throw new Refusal(requestRefusals.notFound);
  const path = join(config.dataDir, "pictures", name);
  if (!isAvatar(file.key)) {
    const bytes = fileCache.get(path) ?? (await readOrRender(path, { db, config }, file));
    addToCache(path, bytes);
    return { bytes, type: `image/${file.format}` };
  }
  await requireAvatar(db, config.dataDir, file.key);
  const bytes = await readOrRender(path, { db, config }, file);
  // It may have been removed while this size was made.
  await requireAvatar(db, config.dataDir, file.key);
  return { bytes, type: `image/${file.format}` };
}

/**
 * Refuses with `request.not_found` for a removed profile picture, and deletes the sizes that this machine has of it.
 */
async function requireAvatar(db: Queryable, dataDir: string, key: string): Promise<void> {
  if (await hasPicture(db, key)) return;
  await removeSizes(dataDir, key);
  throw new Refusal(requestRefusals.notFound);
}

function addToCache(path: string, bytes: Buffer): void {
  if (fileCache.delete(path)) cacheBytes -= bytes.length;
  fileCache.set(path, bytes);
  cacheBytes += bytes.length;
  for (const [oldest, old] of fileCache) {
    if (cacheBytes <= maxCacheBytes) break;
    fileCache.delete(oldest);
    cacheBytes -= old.length;
  }
}

async function readOrRender(path: string, place: PicturePlace, file: PictureFile): Promise<Buffer> {
  const stored = await readFile(path).catch(ignoreMissing);
  if (stored) return stored;
  return flights.run(path, async () => {
    const master = await findMaster(place, file.key);
    if (!master) throw new Refusal(requestRefusals.notFound);
    return limitMaking(() => renderSize(master, path, file));
  });
}

/** The master of any picture, also of one that comes with the program or is hidden; undefined when there is none. */
export async function findMaster({ db, config }: PicturePlace, key: string): Promise<Buffer | undefined> {
  const isPaid = config.files.s3 !== undefined;
  if (isPaid && isUploadedKey(key)) return readPaidMaster({ db, config }, key);
  const master = isPaid ? undefined : await readMaster(config, key);
  return master ?? readFile(join(demoMasters, `${key}.webp`)).catch(ignoreMissing);
}

/** The master of an uploaded picture, from a store where each call costs something. */
function readPaidMaster({ db, config }: PicturePlace, key: string): Promise<Buffer | undefined> {
  const name = `${config.dataDir} ${key}`;
  return masterFlights.run(name, async () => {
    if ((missing.get(name) ?? 0) > performance.now()) return undefined;
    const master = await limitReading(async () => ((await hasPicture(db, key)) ? readMaster(config, key) : undefined));
    missing.delete(name);
    if (!master) addMissing(name);
    return master;
  });
}

function addMissing(name: string): void {
  missing.set(name, performance.now() + missingPictureTtl);
  const oldest = missing.size > maxMissing ? missing.keys().next().value : undefined;
  if (oldest !== undefined) missing.delete(oldest);
}

async function renderSize(master: Buffer, path: string, file: PictureFile): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  const resized = sharp(master).resize({ width: file.width, withoutEnlargement: true });
  const bytes = await (
    file.format === "avif"
      ? resized.avif({ quality: 55, effort: avifEffort })
      : resized.webp({ quality: 78, effort: 3 })
  ).toBuffer();
  await mkdir(join(path, ".."), { recursive: true });
  const part = `${path}.${process.pid}.part`;
  await writeFile(part, bytes);
  await rename(part, path);
  return bytes;
}

function ignoreMissing(error: unknown): undefined {
  if ((error as { code?: string }).code === "ENOENT") return undefined;
  throw error;
}
