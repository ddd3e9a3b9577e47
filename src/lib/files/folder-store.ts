import { createReadStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileName, type FileFolder, type FileStore, type StoredFile } from "./file-store.ts";

/** Files in a folder of this machine, or of one that several machines share. */
export function folderStore(dataDir: string): FileStore {
  const pathOf = (folder: FileFolder, name: string) => {
    if (!fileName.test(name)) throw new Error("a stored file has a name that is not ours");
    return join(dataDir, folder, name);
  };
  return {
    label: dataDir,
    async write(folder, name, content) {
      const path = pathOf(folder, name);
      await mkdir(join(dataDir, folder), { recursive: true });
      // A file has its name only when it is complete.
      await writeFile(`${path}.part`, content, { mode: folder === "private" ? 0o600 : 0o644 });
      await rename(`${path}.part`, path);
    },
    async adopt(folder, name, from) {
      await mkdir(join(dataDir, folder), { recursive: true });
      await rename(from, pathOf(folder, name));
    },
    read: (folder, name) => readFile(pathOf(folder, name)).catch(ignoreMissing),
    async stream(folder, name, part) {
      // Opened here, so that a file that is deleted while it is read is still sent to its end.
      const file = await open(pathOf(folder, name)).catch(ignoreMissing);
      return file && createReadStream("", { ...part, fd: file });
    },
    has: async (folder, name) => (await stat(pathOf(folder, name)).catch(ignoreMissing)) !== undefined,
    remove: (folder, name) => rm(pathOf(folder, name), { force: true }),
    async *list(folder): AsyncGenerator<StoredFile> {
      for (const name of (await readdir(join(dataDir, folder)).catch(ignoreMissing)) ?? []) {
        const found = fileName.test(name) ? await stat(join(dataDir, folder, name)).catch(ignoreMissing) : undefined;
        if (found?.isFile()) yield { name, bytes: found.size, changedAt: found.mtime };
      }
    },
  };
}

function ignoreMissing(error: unknown): undefined {
  if ((error as { code?: string }).code === "ENOENT") return undefined;
  throw error;
}
