/**
 * Draws the demo marketplace's pictures with three.js in headless Chromium: see README.md for the commands.
 * Chromium, sharp and the font are the product's own development dependencies; only three is installed here.
 */
import { createServer } from "node:http";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import chromium from "@sparticuz/chromium";
import { chromium as playwright } from "playwright-core";
import sharp from "sharp";
import { PICTURES, viewKey } from "./list.ts";
import type { Picture } from "./list.ts";
import { ownPictures } from "./own-pictures.ts";
import { SCENES } from "./scenes.ts";

declare global {
  interface Window {
    ready?: boolean;
    drawPicture: (
      picture: Pick<Picture, "key" | "shape" | "bg" | "colours">,
      view: number,
      options: { samples?: number; w?: number; h?: number; transparent?: boolean },
    ) => Promise<string>;
  }
}

const pictures = [...PICTURES, ...ownPictures.values()];
const here = import.meta.dirname;
const root = join(here, "../..");
const outDir = join(root, "db/demo/pictures");
const args = process.argv.slice(2);
const draft = args.find((a) => a.startsWith("--draft="))?.slice(8);
const all = args.includes("--all");
const wanted = args.filter((a) => !a.startsWith("--"));

const PAGE = `<!doctype html><meta charset="utf-8"><style>
@font-face{font-family:Jakarta;src:url(/font/plus-jakarta-sans-latin-wght-normal.woff2);font-weight:200 800}
</style><script type="importmap">{"imports":{"three":"/three/build/three.module.js","three/addons/":"/three/examples/jsm/"}}</script>
<script type="module" src="/stage/stage.js"></script>`;
/** What the page may load, by the first part of the address. */
const FOLDERS: Record<string, string> = {
  three: join(here, "node_modules/three"),
  stage: join(here, "stage"),
  font: join(root, "node_modules/@fontsource-variable/plus-jakarta-sans/files"),
};
const TYPES: Record<string, string> = { ".js": "text/javascript", ".woff2": "font/woff2", ".html": "text/html" };

if (!existsSync(join(here, "node_modules/three"))) {
  console.error("three is not installed: run npm ci in tools/pictures.");
  process.exit(1);
}

const server = createServer((req, res) => {
  const path = normalize(decodeURIComponent((req.url ?? "/").split("?")[0] ?? "/"));
  if (path === "/") {
    res.setHeader("content-type", "text/html");
    res.end(PAGE);
    return;
  }
  const [, first = "", ...rest] = path.split("/");
  const folder = FOLDERS[first];
  if (!folder) {
    res.statusCode = 404;
    res.end();
    return;
  }
  readFile(join(folder, ...rest)).then(
    (body) => {
      res.setHeader("content-type", TYPES[extname(path)] ?? "application/octet-stream");
      res.end(body);
    },
    () => {
      res.statusCode = 404;
      res.end();
    },
  );
});
await new Promise<void>((done) => {
  server.listen(0, "127.0.0.1", done);
});
const address = server.address();
if (address === null || typeof address === "string") throw new Error("no port");

const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  headless: true,
  args: [
    "--no-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-dev-shm-usage",
  ],
});
try {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("pageerror", (e) => problems.push(e.message));
  page.on("console", (m) => {
    if (m.type() === "error") problems.push(m.text());
  });
  await page.goto(`http://127.0.0.1:${address.port}/`);
  await page
    .waitForFunction(() => window.ready === true, undefined, { timeout: 60_000 })
    .catch((e: unknown) => {
      throw new Error(`the stage did not open: ${problems.join("; ")}`, { cause: e });
    });
  await mkdir(draft ?? outDir, { recursive: true });
  for (const picture of pictures) {
    if (
      wanted.length > 0 &&
      !wanted.some((w) => w === picture.key || w === `shape:${picture.shape}` || w === `cat:${picture.category}`)
    )
      continue;
    for (let view = 1; view <= picture.views; view++) {
      const file = join(draft ?? outDir, viewKey(picture.key, view) + (draft ? ".png" : ".webp"));
      if (wanted.length === 0 && !all && existsSync(file)) continue;
      if (draft && view > 1 && !args.includes("--views")) continue;
      const started = performance.now();
      const isOwn = !PICTURES.includes(picture);
      const size = draft ? 360 : isOwn ? 640 : 720;
      const options = { samples: draft ? 3 : isOwn ? 5 : 7, w: size, h: size };
      try {
        const png = Buffer.from(
          await page.evaluate(([p, v, o]) => window.drawPicture(p, v, o), [picture, view, options] as const),
          "base64",
        );
        if (draft) await writeFile(file, png);
        else await writeFile(file, await sharp(png).resize(800, 800).webp({ quality: 84, effort: 4 }).toBuffer());
      } catch (e) {
        console.error(`${picture.key}: ${e instanceof Error ? e.message.split("\n")[0] : String(e)}`);
        process.exitCode = 1;
        continue;
      }
      console.log(`${viewKey(picture.key, view)} ${Math.round(performance.now() - started)} ms`);
    }
  }
  for (const scene of SCENES) {
    if (wanted.length > 0 && !wanted.includes(scene.key)) continue;
    const file = join(draft ?? outDir, scene.key + (draft ? ".png" : ".webp"));
    if (wanted.length === 0 && !all && existsSync(file)) continue;
    const scale = draft ? 0.5 : 1;
    const options = {
      samples: draft ? 4 : 14,
      w: Math.round(scene.width * scale),
      h: Math.round(scene.height * scale),
    };
    const png = Buffer.from(
      await page.evaluate(([p, o]) => window.drawPicture(p, 1, o), [scene, options] as const),
      "base64",
    );
    if (draft) await writeFile(file, png);
    else
      await writeFile(
        file,
        await sharp(png).resize(scene.width, scene.height).webp({ quality: scene.quality, effort: 6 }).toBuffer(),
      );
    console.log(scene.key);
  }
  if (problems.length > 0) console.error([...new Set(problems)].join("\n"));
} finally {
  await browser.close();
  server.close();
}

if (!draft) {
  const manifest: Record<string, { width: number; height: number; color: string; alt: string }> = {};
  for (const picture of pictures)
    for (let view = 1; view <= picture.views; view++) {
      if (!existsSync(join(outDir, `${viewKey(picture.key, view)}.webp`))) continue;
      manifest[viewKey(picture.key, view)] = {
        width: 800,
        height: 800,
        color: picture.bg,
        alt: picture.subject + ["", ", dari sisi lain", ", dari dekat"][view - 1],
      };
    }
  for (const scene of SCENES)
    manifest[scene.key] = { width: scene.width, height: scene.height, color: scene.bg, alt: scene.subject };
  await writeFile(join(outDir, "manifest.json"), `${JSON.stringify(manifest, null, 1)}\n`);
}
