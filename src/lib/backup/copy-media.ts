import { existsSync } from "node:fs";
import { mkdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { listFolder } from "./backup-folder.ts";
import { fileFolders as mediaFolders } from "../files/file-store.ts";
import { readPlain, readSealed, writeSealed } from "./sealed-file.ts";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";

const sealed = ".sealed";
const removed = ".removed";
const mediaName = (folder: string, name: string) => `media ${folder} ${name}`;

/**
 * Copies uploaded pictures that the backup folder lacks, and marks the copies of those that were deleted since. Returns
 * how many were copied and marked.
 */
export async function copyMedia(
  dataDir: string,
  folder: string,
  key: Buffer,
  now: Date,
): Promise<{ copied: number; removed: number }> {
  const done = { copied: 0, removed: 0 };
  for (const kind of mediaFolders) {
    const target = join(folder, "media", kind);
    await mkdir(target, { recursive: true, mode: 0o700 });
    // What exists is listed last: a picture that was stored meanwhile must not look deleted.
    const stored = new Set(await listFolder(target));
    const present = new Set((await listFolder(join(dataDir, kind))).filter((name) => /^[\w-]+\.[a-z0-9]+$/.test(name)));
    for (const name of present) {
      if (stored.has(name + sealed)) continue;
      await copyOne(join(dataDir, kind, name), join(target, name + sealed), mediaName(kind, name), key);
      done.copied += 1;
    }
    for (const name of stored) {
      if (!name.endsWith(sealed) || present.has(name.slice(0, -sealed.length))) continue;
      await rename(join(target, name), join(target, name + removed));
      await utimes(join(target, name + removed), now, now);
      done.removed += 1;
    }
  }
  return done;
}

async function copyOne(path: string, target: string, name: string, key: Buffer): Promise<void> {
  try {
    const { size } = await stat(path);
    await writeSealed(target, name, key, readPlain(path, size));
  } catch (error) {
    // It was deleted in the meantime.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || existsSync(path)) throw error;
  }
}

/** The stored pictures that existed at `at`: their folder, name and the path of the copy. */
async function listMedia(folder: string, at: Date): Promise<{ kind: string; name: string; path: string }[]> {
  const found: { kind: string; name: string; path: string }[] = [];
  for (const kind of mediaFolders)
    for (const file of await listFolder(join(folder, "media", kind))) {
      const path = join(folder, "media", kind, file);
      const isRemoved = file.endsWith(removed);
      const name = (isRemoved ? file.slice(0, -removed.length) : file).replace(/\.sealed$/, "");
      if (!file.includes(sealed) || file.includes("unfinished")) continue;
      if (isRemoved && (await stat(path)).mtime <= at) continue;
      found.push({ kind, name, path });
    }
  return found;
}

/** Reads all stored pictures to their end. Returns how many there are. Throws for the first that is damaged. */
export async function verifyMedia(folder: string, key: Buffer): Promise<number> {
  const all = await listMedia(folder, new Date(0));
  for (const { kind, name, path } of all) for await (const _ of readSealed(path, mediaName(kind, name), key));
  return all.length;
}

/** Writes the pictures that existed at `at` below `dataDir`. Returns how many. */
export async function restoreMedia(folder: string, key: Buffer, at: Date, dataDir: string): Promise<number> {
  const all = await listMedia(folder, at);
  for (const kind of mediaFolders) await mkdir(join(dataDir, kind), { recursive: true });
  for (const { kind, name, path } of all)
    await pipeline(
      readSealed(path, mediaName(kind, name), key),
      createWriteStream(join(dataDir, kind, name), { mode: 0o600 }),
    );
  return all.length;
}

/** Deletes copies of pictures that were deleted in the marketplace before this moment. */
export async function pruneMedia(folder: string, before: Date): Promise<number> {
  let count = 0;
  for (const kind of mediaFolders)
    for (const file of await listFolder(join(folder, "media", kind))) {
      const path = join(folder, "media", kind, file);
      if (!file.endsWith(removed) || (await stat(path)).mtime >= before) continue;
      await rm(path);
      count += 1;
    }
  return count;
}
