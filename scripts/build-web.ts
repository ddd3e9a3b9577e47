import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";
import { pageStyles, type Manifest } from "../src/web/page-styles.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Builds the client (dist/client, with .br and .gz beside each text file) and the server bundle (dist/server). */
export async function buildWeb(): Promise<void> {
  await build({ root, logLevel: "warn", configFile: join(root, "vite.config.ts") });
  await build({
    root,
    logLevel: "warn",
    configFile: join(root, "vite.config.ts"),
    build: { ssr: "src/web/entry-server.tsx" },
  });
  await joinPageStyles();
  const files = await readdir(join(root, "dist/client"), { recursive: true, withFileTypes: true });
  await Promise.all(
    files
      .filter((file) => file.isFile() && /\.(js|css|svg|json|webmanifest|txt)$/.test(file.name))
      .map(async (file) => {
        const path = join(file.parentPath, file.name);
        const content = await readFile(path);
        await writeFile(`${path}.br`, smallestBrotli(content));
        await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }));
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
  const client = join(root, "dist/client");
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
