/**
 * Many files as one stream: for each entry the length of its head as four bytes, the head as JSON, and as many bytes as
 * it says. The last entry counts the others. Not chosen: tar, whose limits on names and sizes need extensions.
 */
import { createWriteStream } from "node:fs";
import { chmod, mkdir, open, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { BackupError, readAll } from "./sealed-file.ts";

export type Entry =
  | { path: string; folder: true; mode: number }
  | { path: string; size: number; mode: number; content: AsyncIterable<Buffer> | Iterable<Buffer> };

type Head = { path: string; folder?: true; size: number; mode: number } | { end: true; entries: number };

const maxHeadLength = 10_000;

function headOf(head: Head): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text]);
}

/**
 * The stream of these entries. An entry has exactly the size that it says: what a file has grown since is left out, and
 * what it has lost is filled with zeros. The database's log corrects both.
 */
export async function* writeEntries(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  let count = 0;
  for await (const entry of entries) {
    count += 1;
    if ("folder" in entry) {
      yield headOf({ path: entry.path, folder: true, size: 0, mode: entry.mode });
      continue;
    }
    yield headOf({ path: entry.path, size: entry.size, mode: entry.mode });
    let left = entry.size;
    for await (const part of entry.content) {
      const used = part.subarray(0, left);
      left -= used.length;
      if (used.length > 0) yield used;
      if (left === 0) break;
    }
    for (; left > 0; left -= Math.min(left, 1024 * 1024)) yield Buffer.alloc(Math.min(left, 1024 * 1024));
  }
  yield headOf({ end: true, entries: count });
}

/** Reads a stream of entries. `visit` gets each one and must read its content to the end. Returns their number. */
export async function readEntries(
  stream: AsyncIterable<Buffer>,
  visit: (entry: Entry) => Promise<void>,
): Promise<number> {
  const parts = stream[Symbol.asyncIterator]();
  let buffer = Buffer.alloc(0) as Buffer;
  async function* take(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0;) {
      if (buffer.length === 0) {
        const { value, done } = await parts.next();
        if (done) throw new BackupError("The backup ends inside a file.");
        buffer = value;
      }
      const part = buffer.subarray(0, left);
      buffer = buffer.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }
  const takeAll = (length: number) => readAll(take(length));
  for (let count = 0; ; count += 1) {
    const length = (await takeAll(4)).readUInt32BE();
    if (length > maxHeadLength) throw new BackupError("The backup holds something that is no file.");
    const head = JSON.parse((await takeAll(length)).toString()) as Head;
    if ("end" in head) {
      if (head.entries !== count) throw new BackupError(`The backup has ${count} files instead of ${head.entries}.`);
      return count;
    }
    if (head.folder) await visit({ path: head.path, folder: true, mode: head.mode });
    else await visit({ path: head.path, size: head.size, mode: head.mode, content: take(head.size) });
  }
}

/** Writes an entry below `folder`. Throws for a path that leads out of it. */
export async function extractEntry(entry: Entry, folder: string): Promise<void> {
  const isPlain = (part: string) => /^[\w.-]{1,255}$/.test(part) && part !== "." && part !== "..";
  if (!entry.path.split("/").every(isPlain))
    throw new BackupError(`The backup holds a file with the path ${JSON.stringify(entry.path)}.`);
  const path = join(folder, entry.path);
  if ("folder" in entry) {
    await mkdir(path, { recursive: true, mode: entry.mode });
    return;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(entry.content, createWriteStream(path, { mode: entry.mode }));
  await chmod(path, entry.mode);
  await syncFile(path);
}

async function syncFile(path: string): Promise<void> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, "r");
    await file.sync();
  } finally {
    await file?.close();
  }
}
