import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";
import { hashedFilesOf } from "../src/web/hashed-files/read-build.ts";
import { pageStyles, type Manifest } from "../src/web/page-styles.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Where a build is made, apart from the one that processes may be using. */
const unfinished = join(root, "tmp/build");
const dist = join(root, "dist");
/** The list of the files of the last build, which the server reads too (src/web/hashed-files/read-build.ts). */
const fileList = join(dist, ".files.json");

/**
 * Builds the client (dist/client, with its texts also compressed) and the server bundle (dist/server). Files of the
 * build before stay until the next one: a process that runs from this folder still reads the parts of its pages that
 * nobody has asked for yet. Throws for a file that a server could not publish, and leaves the build before in use.
 */
export async function buildWeb(): Promise<void> {
  await rm(unfinished, { recursive: true, force: true });
  const configFile = join(root, "vite.config.ts");
  const into = (folder: string) => ({ outDir: join(unfinished, folder), emptyOutDir: true });
  await build({ root, logLevel: "warn", configFile, build: into("client") });
  await build({
    root,
    logLevel: "warn",
    configFile,
    build: { ...into("server"), ssr: "src/web/entry-server.tsx" },
  });
  await joinPageStyles();
  await compressTexts();
  hashedFilesOf(await listFiles(unfinished));
  await replaceBuild();
}

/** The paths of all files below a folder, with slashes; none when it does not exist. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll("\\", "/"));
}

/** Puts the finished build into dist, and removes there what neither it nor the build before has. */
async function replaceBuild(): Promise<void> {
  const files = await listFiles(unfinished);
  const present = (await listFiles(dist)).filter((file) => /^(client|server)\b/.test(file));
  const before = await readFile(fileList, "utf8").then(
    (text) => JSON.parse(text) as string[],
    () => present,
  );
  const wanted = new Set([...files, ...before]);
  for (const file of present) if (!wanted.has(file)) await rm(join(dist, file));
  for (const file of files) {
    await mkdir(dirname(join(dist, file)), { recursive: true });
    await rename(join(unfinished, file), join(dist, file));
  }
  await writeFile(fileList, JSON.stringify(files));
  await rm(unfinished, { recursive: true });
}

/**
 * Compresses the texts that browsers ask for. A server makes gzip of its hashed files from brotli, and has that in
 * memory (src/web/hashed-files/find-file.ts); the few texts outside assets are sent as they lie here.
 */
async function compressTexts(): Promise<void> {
  const client = join(unfinished, "client");
  const texts = (await listFiles(client)).filter(
    (file) => /\.(js|css|svg|json|webmanifest|txt)$/.test(file) && !file.startsWith(".vite/"),
  );
  await Promise.all(
    texts.map(async (file) => {
      const path = join(client, file);
      const content = await readFile(path);
      await writeFile(`${path}.br`, smallestBrotli(content));
      if (!file.startsWith("assets/")) await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }));
    }),
  );
}

/**
 * Compresses with each of two settings of distance codes, and returns the shorter result. Neither is best for all
 * files.
 */
function smallestBrotli(content: Buffer): Buffer {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_NPOSTFIX, BROTLI_PARAM_NDIRECT } = constants;
  const usual = brotliCompressSync(content, { params: { [BROTLI_PARAM_QUALITY]: 11 } });
  const other = brotliCompressSync(content, {
    params: { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_NPOSTFIX]: 1, [BROTLI_PARAM_NDIRECT]: 2 },
  });
  return other.length < usual.length ? other : usual;
}

/**
 * Joins the stylesheets that a page needs beside the site's stylesheet into one file, named in the manifest. A phone
 * draws nothing before the last stylesheet is loaded, and a page has up to six.
 */
async function joinPageStyles(): Promise<void> {
  const client = join(unfinished, "client");
  const manifestPath = join(client, ".vite/manifest.json");
  const manifest = JSON.parse(await readFile(manifestPath, "utf8")) as Manifest;
  for (const [name, chunk] of Object.entries(manifest)) {
    const { own } = pageStyles(manifest, name);
    if (!/\/pages\/[^/]+\.tsx$/.test(name) || own.length < 2) continue;
    const parts = await Promise.all(own.map((file) => readFile(join(client, file), "utf8")));
    const content = parts.join("\n");
    const hash = createHash("sha256").update(content).digest("base64url").slice(0, 8);
    chunk.pageStyle = `assets/page-${hash}.css`;
    await writeFile(join(client, chunk.pageStyle), content);
  }
  await writeFile(manifestPath, JSON.stringify(manifest));
}
