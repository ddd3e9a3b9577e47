import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Builds the client (dist/client, with .br and .gz beside each text file) and the server bundle (dist/server). */
export async function buildWeb(): Promise<void> {
  await build({ root, logLevel: "warn", configFile: join(root, "vite.config.ts") });
  await build({
    root,
    logLevel: "warn",
    configFile: join(root, "vite.config.ts"),
    build: { ssr: "src/site/entry-server.tsx" },
  });
  const files = await readdir(join(root, "dist/client"), { recursive: true, withFileTypes: true });
  await Promise.all(
    files
      .filter((file) => file.isFile() && /\.(js|css|svg|json|webmanifest|txt)$/.test(file.name))
      .map(async (file) => {
        const path = join(file.parentPath, file.name);
        const content = await readFile(path);
        await writeFile(
          `${path}.br`,
          brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        );
        await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }));
      }),
  );
}
