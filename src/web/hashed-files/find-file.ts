/**
 * Design note. Strangers may invent as many names as they like, so a name costs a look into a set in memory. When the
 * set lacks it, another process may have published a build meanwhile: then the database is asked whether that happened,
 * for all who wait together, one time after the other and never before `publishedFilesInterval` has passed. So a
 * million invented names cost a small statement ten times a second, they use one connection, and a file of a new build
 * is found all the same. Not chosen: a memory of names that were missing, because strangers would decide what is in it,
 * and a name that is missing now may be published a moment later.
 */
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliDecompress, gzip } from "node:zlib";
import type { Context } from "#lib/context.ts";
import { limitConcurrency } from "#lib/limit-concurrency.ts";
import { createSingleFlight } from "#lib/single-flight.ts";
import type { Encoding } from "../page-server/compress.ts";
import { findStoredFile, listFileNames, readPublishedState, type StoredFile } from "./queries.ts";
import { readBuildFile, type Build } from "./read-build.ts";
import { hashedFileType, maxFileCacheBytes, publishedFilesInterval, readLimits } from "./rules.ts";

type Place = Pick<Context, "db">;

/**
 * Makes the function that finds the bytes of a hashed file in an encoding, of this build or of another one that is
 * published; undefined when no build has it. Only texts have encodings.
 */
export function createFindFile(place: Place, build: Build) {
  const ownNames: ReadonlySet<string> = new Set(build.files);
  const isPublished = createIsPublished(place);
  const cache = createFileCache();
  const reading = createSingleFlight<Buffer | undefined>();
  const limitReading = limitConcurrency(readLimits);

  async function read(name: string, encoding: Encoding): Promise<Buffer | undefined> {
    const isOwn = ownNames.has(name);
    // The folder may be that of a newer build by now.
    const file = (isOwn && (await readBuildFile(build, name))) || (await findStoredFile(place.db, name));
    return file && encode(file, encoding);
  }

  return async (name: string, encoding: Encoding): Promise<Buffer | undefined> => {
    if (!hashedFileType(name)) return undefined;
    const key = `${encoding} ${name}`;
    const cached = cache.get(key);
    if (cached) return cached;
    if (!ownNames.has(name) && !(await isPublished(name))) return undefined;
    return reading.run(key, () =>
      limitReading(async () => {
        const bytes = await read(name, encoding);
        if (bytes) cache.set(key, bytes);
        return bytes;
      }),
    );
  };
}

async function encode({ content, isBrotli }: StoredFile, encoding: Encoding): Promise<Buffer> {
  if (!isBrotli || encoding === "brotli") return content;
  const plain = await promisify(brotliDecompress)(content);
  return encoding === "gzip" ? promisify(gzip)(plain, { level: 9 }) : plain;
}

/** Makes the function that says whether a file of this name is published. */
function createIsPublished({ db }: Place): (name: string) => Promise<boolean> {
  let names: ReadonlySet<string> = new Set();
  let state: string | undefined;
  let askedAt = -publishedFilesInterval;
  let running: Promise<void> = Promise.resolve();
  // Callers share a look that has not begun: one that has begun may have missed what they ask for.
  let next: Promise<void> | undefined;

  async function look(): Promise<void> {
    const now = await readPublishedState(db);
    if (now === state) return;
    names = new Set(await listFileNames(db));
    state = now;
  }

  async function lookWhenFree(): Promise<void> {
    await running.catch(() => {});
    const pause = askedAt + publishedFilesInterval - performance.now();
    if (pause > 0) await wait(pause);
    askedAt = performance.now();
    next = undefined;
    running = look();
    return running;
  }

  return async (name) => {
    if (!names.has(name)) await (next ??= lookWhenFree());
    return names.has(name);
  };
}

/** The files that were used last, within `maxFileCacheBytes`. */
function createFileCache() {
  const files = new Map<string, Buffer>();
  let total = 0;
  return {
    get(key: string): Buffer | undefined {
      const bytes = files.get(key);
      if (!bytes) return undefined;
      files.delete(key);
      files.set(key, bytes);
      return bytes;
    },
    set(key: string, bytes: Buffer): void {
      total += bytes.length - (files.get(key)?.length ?? 0);
      files.delete(key);
      files.set(key, bytes);
      for (const [oldest, old] of files) {
        if (total <= maxFileCacheBytes) break;
        files.delete(oldest);
        total -= old.length;
      }
    },
  };
}
