import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import type { StoredFile } from "./queries.ts";
import { hashedFileType } from "./rules.ts";

/** The hashed files of a web build: their folder, and their names in order. `id` differs when the names differ. */
export type Build = { id: string; folder: URL; files: readonly string[] };

const ownFolder = new URL("../../../dist/client/assets/", import.meta.url);

/**
 * Reads which hashed files a build has; without `folder`, that of this program. Throws for a file that could not be
 * published, because its name or type is none of rules.ts.
 */
export async function readBuild(folder: URL = ownFolder): Promise<Build> {
  const files = (await readdir(folder)).filter((name) => !/\.(br|gz)$/.test(name)).sort();
  const unknown = files.find((name) => hashedFileType(name) === undefined);
  if (unknown !== undefined) throw new Error(`${unknown} is no name of a hashed file (src/web/hashed-files/rules.ts)`);
  return { id: createHash("sha256").update(files.join("\n")).digest("base64url"), folder, files };
}

/** A file of a build as it is stored: texts compressed, as the build did; undefined when it is not there any more. */
export async function readBuildFile({ folder }: Build, name: string): Promise<StoredFile | undefined> {
  const isBrotli = hashedFileType(name)?.isText === true;
  const stored = await readFile(new URL(isBrotli ? `${name}.br` : name, folder)).catch(ignoreMissing);
  if (stored) return { name, content: stored, isBrotli };
  const plain = isBrotli ? await readFile(new URL(name, folder)).catch(ignoreMissing) : undefined;
  return plain && { name, content: await promisify(brotliCompress)(plain), isBrotli };
}

function ignoreMissing(error: unknown): undefined {
  if ((error as { code?: string }).code === "ENOENT") return undefined;
  throw error;
}
