import { link, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const textFile = /\.(js|css|json|svg|webmanifest)$/;
const hashedName = /[\w.-]+-[\w-]{8}\.(?:js|css|json|png|woff2)\b/g;

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries.filter((one) => one.isFile()).map(({ parentPath, name }) => relative(root, join(parentPath, name)));
}

/**
 * Another folder with this program, as a release beside it, whose web build has other names for all its hashed files:
 * as after a change that reaches every one. Returns the folder, which the caller removes.
 */
export async function makeOtherBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kawung-other-"));
  for (const path of [
    ...(await filesBelow("src")),
    ...(await filesBelow("db")),
    ...(await filesBelow("public")),
    "package.json",
  ]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await link(join(root, path), join(folder, path)).catch(async () =>
      writeFile(join(folder, path), await readFile(join(root, path))),
    );
  }
  await symlink(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  const built = (await filesBelow("dist")).filter((path) => !/\.(br|gz)$/.test(path));
  const own = new Set(
    built.filter((path) => /client.assets/.test(path)).map((path) => path.split(/[\\/]/).at(-1) ?? ""),
  );
  const renamed = (text: string) => text.replaceAll(hashedName, (name) => (own.has(name) ? otherName(name) : name));
  for (const path of built) {
    const to = join(folder, renamed(path));
    await mkdir(dirname(to), { recursive: true });
    const content = await readFile(join(root, path));
    const changed = textFile.test(path) ? Buffer.from(renamed(content.toString())) : content;
    await writeFile(to, changed);
    if (!textFile.test(path) || path.startsWith(join("dist", "server"))) continue;
    await writeFile(`${to}.br`, brotliCompressSync(changed, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }));
  }
  return folder;
}

/** The same name with another hash. */
function otherName(name: string): string {
  return name.replace(/-([\w-]{8})(\.\w+)$/, (_whole, hash: string, ending: string) => {
    return `-${[...hash].reverse().join("")}${ending}`;
  });
}
