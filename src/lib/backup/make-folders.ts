import { existsSync } from "node:fs";
import { mkdir, rmdir } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it, one after the other: a recursive call of Node never ends below /proc. Returns
 * those that were made, the deepest first. On an error it throws that error, and none of them stays.
 */
export async function makeFolders(folder: string, mode?: number): Promise<string[]> {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at); at = dirname(at)) missing.unshift(at);
  const made: string[] = [];
  try {
    for (const path of missing) {
      // Another process may have made it meanwhile.
      const isMade = await mkdir(path, mode).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== "EEXIST") throw error;
          return false;
        },
      );
      if (isMade) made.unshift(path);
    }
    return made;
  } catch (error) {
    await removeFolders(made);
    throw error;
  }
}

/** Removes the folders of {@link makeFolders} that are still empty. */
export async function removeFolders(made: readonly string[]): Promise<void> {
  for (const path of made) await rmdir(path).catch(() => {});
}
