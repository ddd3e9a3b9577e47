import type { Readable } from "node:stream";

/** `masters` are pictures for everybody, `private` files that a route shows to few people. */
export const fileFolders = ["masters", "private"] as const;
export type FileFolder = (typeof fileFolders)[number];

export type StoredFile = { name: string; bytes: number; changedAt: Date };

/**
 * A place for files. All calls may be repeated. They throw `ServiceError` when the place is another machine that
 * cannot be reached.
 */
export type FileStore = {
  /** For people: the folder, or the address of the bucket. */
  label: string;
  /** Stores bytes under a new name: all of them, or nothing. */
  write(folder: FileFolder, name: string, content: Buffer): Promise<void>;
  /** Takes over a finished file of this machine, which is gone afterwards. */
  adopt(folder: FileFolder, name: string, path: string): Promise<void>;
  /** All bytes; undefined when there is no such file. */
  read(folder: FileFolder, name: string): Promise<Buffer<ArrayBuffer> | undefined>;
  /** The bytes from `start` to `end`, both included; undefined when there is no such file. */
  stream(folder: FileFolder, name: string, part?: { start: number; end: number }): Promise<Readable | undefined>;
  has(folder: FileFolder, name: string): Promise<boolean>;
  remove(folder: FileFolder, name: string): Promise<void>;
  /** All finished files of a folder, in no order. */
  list(folder: FileFolder): AsyncGenerator<StoredFile>;
};

/** Names of files are our own. Anything else is a bug, and must not reach another file. */
export const fileName = /^[\w-]{1,100}\.[a-z0-9]{1,10}$/;
