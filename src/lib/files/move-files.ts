import { createHash } from "node:crypto";
import { fileFolders, type FileFolder, type FileStore } from "./file-store.ts";

export type Moved = { moved: number; bytes: number; present: number };

/**
 * Moves all files from one store to another while the marketplace runs. Each file is copied, compared and only then
 * deleted, so that a killed move goes on where it was. A file that is deleted by the marketplace meanwhile stays
 * deleted. `onFile` is called after each file. With `isDryRun` nothing is copied.
 */
export async function moveFiles(
  from: FileStore,
  to: FileStore,
  { isDryRun = false, onFile = () => {} }: { isDryRun?: boolean; onFile?: (done: Moved) => void } = {},
): Promise<Moved> {
  const done: Moved = { moved: 0, bytes: 0, present: 0 };
  for (const folder of fileFolders) {
    // A list of names is short enough for the memory, and does not change while files are deleted.
    const names: string[] = [];
    for await (const { name, bytes } of from.list(folder)) {
      names.push(name);
      if (isDryRun) done.bytes += bytes;
    }
    if (isDryRun) done.moved += names.length;
    else for (const name of names) await moveOne(from, to, folder, name, done, onFile);
  }
  return done;
}

async function moveOne(
  from: FileStore,
  to: FileStore,
  folder: FileFolder,
  name: string,
  done: Moved,
  onFile: (done: Moved) => void,
): Promise<void> {
  // At most the size of a private video, which a process can hold.
  const content = await from.read(folder, name);
  if (!content) return;
  const known = await to.read(folder, name);
  if (known && hashOf(known) === hashOf(content)) done.present += 1;
  else {
    await to.write(folder, name, content);
    if (!(await from.has(folder, name))) {
      await to.remove(folder, name);
      return;
    }
    done.moved += 1;
    done.bytes += content.length;
  }
  await from.remove(folder, name);
  onFile(done);
}

const hashOf = (content: Buffer) => createHash("sha256").update(content).digest("hex");
