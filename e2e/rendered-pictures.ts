import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const masters = join(root, "db", "demo", "pictures");
const renderer = ["src/media/serve-picture.ts", "src/media/rules.ts", "node_modules/sharp/package.json"];

let folder: string | undefined;

/**
 * A folder in which all servers of the journeys keep the sizes of pictures, so that each demo picture is encoded once
 * and not by every server. It is another one when the pictures or their encoding change.
 */
export function renderedPictures(): string {
  return (folder ??= openFolder());
}

function openFolder(): string {
  const hash = createHash("sha256");
  for (const file of renderer) hash.update(readFileSync(join(root, file)));
  for (const file of readdirSync(masters).sort()) hash.update(`${file} ${statSync(join(masters, file)).size}\n`);
  const name = `pictures-${hash.digest("hex").slice(0, 12)}`;
  const parent = join(root, "tmp", "e2e-pictures");
  mkdirSync(join(parent, name), { recursive: true });
  for (const other of readdirSync(parent)) if (other !== name) rmSync(join(parent, other), { recursive: true });
  return join(parent, name);
}
