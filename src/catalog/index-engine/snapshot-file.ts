/**
 * Design note. A snapshot is one file that never changes: columns and orders, which are read into memory, and the lists
 * of documents of each token, which stay in the file and are read when somebody searches. So memory grows with the
 * products and not with their words, and the operating system caches what is searched often. A header at the end says
 * where each part is; it is written last, and the file gets its name only when it is complete, so a killed process
 * leaves no half snapshot. Tokens are sorted and cut into blocks; the first token of each block is in memory.
 *
 * A list has one number for each document: its number times 4 plus the place of the token (0 to 3). A token that more
 * than a sixteenth of the products have is stored as a bitmap and two bits of place for each document instead: at most
 * three eighths of a byte for each product, however common it is.
 */
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { Bitmap } from "./bitmap.ts";

/** Goes up with each change of the format or of what a column means. */
const formatVersion = 1;
const tokensPerBlock = 64;
const magic = 0x4b57494e;

export type SnapshotHeader = {
  version: number;
  /** The database that it was made of, and the form of its tokens. */
  source: string;
  documents: number;
  /** What the database had committed when the snapshot was begun: PostgreSQL's text form of pg_snapshot. */
  position: string;
  /** Milliseconds since 1970 by the clock of the database. */
  builtAt: number;
  sections: Record<string, { offset: number; length: number }>;
  codes: Record<string, string[]>;
  blocks: { first: string; offset: number; length: number }[];
};

export type SnapshotWriter = {
  addSection(name: string, data: Uint8Array): void;
  /** Tokens in ascending order, each with its entries in ascending order. */
  addToken(token: string, entries: Uint32Array): void;
  finish(header: Pick<SnapshotHeader, "source" | "position" | "builtAt" | "codes">): void;
  discard(): void;
};

/** Begins a snapshot of so many documents, which gets `name` in the folder when it is finished. */
export function createSnapshot(folder: string, name: string, documents: number): SnapshotWriter {
  const path = join(folder, `unfinished-${process.pid}-${name}`);
  const file = openSync(path, "w", 0o600);
  let offset = 0;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  const flush = () => {
    for (const part of [Buffer.concat(pending)]) {
      let done = 0;
      while (done < part.length) done += writeSync(file, part, done);
    }
    pending = [];
    pendingBytes = 0;
  };
  const append = (data: Uint8Array): number => {
    const at = offset;
    pending.push(data);
    const padding = (8 - (data.length % 8)) % 8;
    if (padding > 0) pending.push(new Uint8Array(padding));
    offset += data.length + padding;
    pendingBytes += data.length + padding;
    if (pendingBytes > 4_000_000) flush();
    return at;
  };
  const sections: SnapshotHeader["sections"] = {};
  const blocks: SnapshotHeader["blocks"] = [];
  let block: Buffer[] = [];
  let first = "";
  const endBlock = () => {
    if (block.length === 0) return;
    const data = Buffer.concat(block);
    blocks.push({ first, offset: append(data), length: data.length });
    block = [];
  };
  return {
    addSection(section, data) {
      sections[section] = { offset: append(data), length: data.length };
    },
    addToken(token, entries) {
      const isDense = entries.length * 16 > documents && documents >= 64;
      const data = isDense ? denseList(entries, documents) : new Uint8Array(entries.slice().buffer);
      const at = append(data);
      if (block.length === 0) first = token;
      const name = Buffer.from(token, "latin1");
      const entry = Buffer.alloc(1 + name.length + 12);
      entry.writeUInt8(name.length, 0);
      name.copy(entry, 1);
      entry.writeUInt32LE(isDense ? 0 : entries.length, 1 + name.length);
      entry.writeDoubleLE(at, 5 + name.length);
      block.push(entry);
      if (block.length >= tokensPerBlock) endBlock();
    },
    finish(rest) {
      endBlock();
      const header: SnapshotHeader = { version: formatVersion, documents, sections, blocks, ...rest };
      const text = Buffer.from(JSON.stringify(header));
      const end = Buffer.alloc(16);
      end.writeDoubleLE(append(text), 0);
      end.writeUInt32LE(text.length, 8);
      end.writeUInt32LE(magic, 12);
      append(end);
      flush();
      fsyncSync(file);
      closeSync(file);
      renameSync(path, join(folder, name));
    },
    discard() {
      closeSync(file);
      rmSync(path, { force: true });
    },
  };
}

function denseList(entries: Uint32Array, documents: number): Uint8Array {
  const words = (documents + 31) >>> 5;
  const all = new Uint32Array(words * 3);
  for (const entry of entries) {
    const document = entry >>> 2;
    const at = document >>> 5;
    all[at] = (all[at] ?? 0) | (1 << (document & 31));
    const place = words + (document >>> 4);
    all[place] = (all[place] ?? 0) | ((entry & 3) << ((document & 15) * 2));
  }
  return new Uint8Array(all.buffer);
}

/** The documents of a token: a list of entries, or a bitmap with two bits of place for each document. */
export type TokenList =
  | { entries: Uint32Array; bitmap?: undefined }
  | { bitmap: Bitmap; places: Uint32Array; entries?: undefined };

export type Snapshot = {
  header: SnapshotHeader;
  /** The bytes of a section. */
  section(name: string): ArrayBuffer;
  /** The documents of a token; undefined if none has it. */
  readToken(token: string): TokenList | undefined;
  close(): void;
};

/** Opens a snapshot. Throws for a file of another format or without its end. */
export function openSnapshot(path: string): Snapshot {
  const file = openSync(path, "r");
  const read = (offset: number, length: number): ArrayBuffer => {
    const data = new Uint8Array(length);
    let done = 0;
    while (done < length) {
      const some = readSync(file, data, done, length - done, offset + done);
      if (some === 0) throw new Error("a snapshot of the index is too short");
      done += some;
    }
    return data.buffer;
  };
  try {
    const header = readHeader(path, read);
    const { blocks, documents } = header;
    const words = (documents + 31) >>> 5;
    return {
      header,
      section(name) {
        const found = header.sections[name];
        if (!found) throw new Error(`a snapshot of the index has no ${name}`);
        return read(found.offset, found.length);
      },
      readToken(token) {
        const found = findToken(blocks, token, read);
        if (!found) return undefined;
        if (found.count > 0) return { entries: new Uint32Array(read(found.offset, found.count * 4)) };
        const data = read(found.offset, words * 12);
        return { bitmap: new Uint32Array(data, 0, words), places: new Uint32Array(data, words * 4) };
      },
      close: () => closeSync(file),
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

type Read = (offset: number, length: number) => ArrayBuffer;

function readHeader(path: string, read: Read): SnapshotHeader {
  const { size } = statSync(path);
  const end = Buffer.from(read(size - 16, 16));
  if (end.readUInt32LE(12) !== magic) throw new Error("a snapshot of the index has no end");
  const header = JSON.parse(Buffer.from(read(end.readDoubleLE(0), end.readUInt32LE(8))).toString()) as SnapshotHeader;
  if (header.version !== formatVersion) throw new Error("a snapshot of the index has another format");
  return header;
}

function findToken(
  blocks: SnapshotHeader["blocks"],
  token: string,
  read: Read,
): { count: number; offset: number } | undefined {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((blocks[middle]?.first ?? "") <= token) low = middle + 1;
    else high = middle;
  }
  const block = blocks[low - 1];
  if (!block) return undefined;
  const data = Buffer.from(read(block.offset, block.length));
  for (let at = 0; at < data.length;) {
    const length = data.readUInt8(at);
    if (length === token.length && data.toString("latin1", at + 1, at + 1 + length) === token)
      return { count: data.readUInt32LE(at + 1 + length), offset: data.readDoubleLE(at + 5 + length) };
    at += 13 + length;
  }
  return undefined;
}

const snapshotName = /^products-(\d+)\.index$/;

/** The name of a snapshot that was begun at this moment, in milliseconds since 1970. */
export const nameOfSnapshot = (builtAt: number): string => `products-${Math.floor(builtAt)}.index`;

/** The snapshots of a folder, the newest first. */
export function listSnapshots(folder: string): string[] {
  const moment = (name: string) => Number(snapshotName.exec(name)?.[1] ?? 0);
  return readdirSync(folder)
    .filter((name) => snapshotName.test(name))
    .sort((a, b) => moment(b) - moment(a));
}
