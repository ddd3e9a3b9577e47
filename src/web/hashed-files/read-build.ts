import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import type { StoredFile } from "./queries.ts";
import { hashedFileType } from "./rules.ts";

/** The hashed files of a web build: their folder, and their names in order. `id` differs when the names differ. */
export type Build = { id: string; folder: URL; files: readonly string[] };

const ownDist = new URL("../../../dist/", import.meta.url);

/**
 * The names of the hashed files among the files of a build (paths in dist), in order. Throws for one that could not be
 * published, because its name or type is none of rules.ts.
 */
export function hashedFilesOf(files: readonly string[]): string[] {
  const names = files.flatMap((file) => /^client\/assets\/(.+)$/.exec(file)?.[1] ?? []);
  const hashed = names.filter((name) => !name.endsWith(".br")).sort();
  const unknown = hashed.find((name) => hashedFileType(name) === undefined);
  if (unknown !== undefined)
    throw new Error(`${unknown} cannot be published: its name or type is none of src/web/hashed-files/rules.ts`);
  return hashed;
}

/**
 * Reads which hashed files a build has; without `dist`, that of this program. The folder may have files of the build
 * before too, which do not count: `.files.json` lists those of the last build (scripts/build-web.ts).
 */
export async function readBuild(dist: URL = ownDist): Promise<Build> {
  const listed = JSON.parse(await readFile(new URL(".files.json", dist), "utf8")) as string[];
  const files = hashedFilesOf(listed);
  const id = createHash("sha256").update(files.join("\n")).digest("base64url");
  return { id, folder: new URL("client/assets/", dist), files };
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
