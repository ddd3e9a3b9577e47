import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";

import sparticuz from "@sparticuz/chromium";
import { chromium, type Browser, type LaunchOptions } from "playwright-core";

import { withFileLock } from "../src/lib/file-lock.ts";
import { memoryFolder } from "./memory-folder.ts";

const folder = fileURLToPath(new URL("../tmp/chromium", import.meta.url));

let shared: Promise<Browser> | undefined;

/**
 * The headless Chromium of this process. It starts once for all test files that the process runs, which saves a second
 * of processor time for each. Its `close` closes all windows and leaves the browser running; it ends with the process.
 */
export async function openBrowser(): Promise<Browser> {
  shared ??= launchBrowser().then(withoutEmulation);
  const browser = await shared;
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return browser;
}

/**
 * Windows take the media features of the browser (light, no motion) unless a test names others. Emulated ones cost a
 * fifth of a page's time: the browser sets them again at each navigation, and the page that is left gets a new layout.
 */
function withoutEmulation(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = (options) =>
    newContext({ colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null, ...options });
  return browser;
}

/**
 * Flags of V8. A page of a test lives for seconds: to optimise its scripts, and to free its memory in other threads,
 * costs more of the processor's time than it saves.
 */
const forShortPages = ["--single-threaded", "--no-opt", "--min-semi-space-size=32", "--max-semi-space-size=64"];

/**
 * Starts a headless Chromium: the one that comes with the tests (Linux on x64), otherwise an installed one. The caller
 * closes it.
 */
async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  // Without the package's own arguments, with which the browser ends when its first page closes.
  const args = [
    "--no-sandbox",
    "--force-prefers-reduced-motion",
    `--js-flags=${forShortPages.join(" ")}`,
    ...(options.args ?? []),
  ];
  // Pages are painted in files, and in memory these cost a fifth less of the processor's time.
  const ignoreDefaultArgs = memoryFolder() === undefined ? [] : ["--disable-dev-shm-usage"];
  if (process.platform === "linux" && process.arch === "x64") {
    const executablePath = await unpackedBrowser();
    return chromium.launch({
      ...options,
      args,
      ignoreDefaultArgs,
      executablePath,
      env: { ...process.env, ...pathOfLibraries(), ...options.env },
    });
  }
  try {
    return await chromium.launch({ ...options, args, ignoreDefaultArgs, channel: "chrome" });
  } catch {
    return chromium.launch({ ...options, args, ignoreDefaultArgs, executablePath: installedBrowser() });
  }
}

/** Unpacks the browser once, completely or not at all, in this working copy. Returns its path. */
async function unpackedBrowser(): Promise<string> {
  const path = join(folder, "chromium");
  if (existsSync(path)) return path;
  mkdirSync(join(folder, ".."), { recursive: true });
  return withFileLock(`${folder}.lock`, async () => {
    if (existsSync(path)) return path;
    const unfinished = `${folder}.new`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished);
    const { TMPDIR } = process.env;
    // The package unpacks into the system's temporary folder, where it would use a file that another user put there.
    process.env.TMPDIR = unfinished;
    try {
      await sparticuz.executablePath();
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    }
    if (!canRun(join(unfinished, "chromium"))) unpackLibraries(unfinished);
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
    return path;
  });
}

function canRun(path: string): boolean {
  return spawnSync(path, ["--version"], { stdio: "ignore" }).status === 0;
}

/** Unpacks the libraries that a machine without a desktop lacks (NSS and others). The package contains them too. */
function unpackLibraries(target: string): void {
  const archive = new URL("../../bin/al2023.tar.br", import.meta.resolve("@sparticuz/chromium"));
  const tar = spawnSync("tar", ["-x", "-C", target], { input: brotliDecompressSync(readFileSync(archive)) });
  if (tar.status !== 0) throw new Error(`the browser's libraries cannot be unpacked: ${tar.stderr}`);
}

function pathOfLibraries(): Record<string, string> {
  const libraries = join(folder, "lib");
  return existsSync(libraries) ? { LD_LIBRARY_PATH: libraries } : {};
}

function installedBrowser(): string {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = (process.env.PATH ?? "").split(":").filter((one) => existsSync(one));
  const found = folders.flatMap((one) =>
    readdirSync(one)
      .filter((name) => names.includes(name))
      .map((name) => join(one, name)),
  )[0];
  if (found === undefined) throw new Error("there is no Chrome or Chromium: install one to run the browser tests");
  return found;
}
