/**
 * Design note. Uploaded pictures and private files are written once, never changed, read often and deleted at most
 * once. They are in the folder DATA_DIR or in an S3-compatible store, as FILE_STORE says. While the other of the two is
 * set too, a file that is missing at the chosen one is read from there, and a removal removes both: so files can be
 * moved while the marketplace runs, in both directions (move-files.ts). What the store holds is never public: browsers
 * get a file only from our own routes, which know who may read it. Sizes of pictures are made on each machine and
 * stored there, so that a cached picture costs no call.
 */
import type { Config } from "../config.ts";
import type { FileStore } from "./file-store.ts";
import { folderStore } from "./folder-store.ts";
import { s3Store } from "./s3-store.ts";

/** Where files are: what a process knows of it, and what a thread can be given. */
export type FilePlace = Pick<Config, "dataDir" | "files">;

/** The chosen store, and the other one while its settings are there. */
export function storesOf({ dataDir, files }: FilePlace): { chosen: FileStore; other: FileStore | undefined } {
  const folder = folderStore(dataDir);
  if (!files.s3) return { chosen: folder, other: undefined };
  const s3 = s3Store(files.s3);
  return files.store === "s3" ? { chosen: s3, other: folder } : { chosen: folder, other: s3 };
}

/** The files of this installation, wherever they are. */
export function filesOf(place: FilePlace): Omit<FileStore, "label" | "list"> {
  const { chosen, other } = storesOf(place);
  return {
    write: (folder, name, content) => chosen.write(folder, name, content),
    adopt: (folder, name, path) => chosen.adopt(folder, name, path),
    read: async (folder, name) => (await chosen.read(folder, name)) ?? (await other?.read(folder, name)),
    stream: async (folder, name, part) =>
      (await chosen.stream(folder, name, part)) ?? (await other?.stream(folder, name, part)),
    has: async (folder, name) => (await chosen.has(folder, name)) || ((await other?.has(folder, name)) ?? false),
    // The other one first: a file that is moved meanwhile is checked there after it was copied.
    async remove(folder, name) {
      await other?.remove(folder, name);
      await chosen.remove(folder, name);
    },
  };
}
