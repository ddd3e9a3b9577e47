// What every command needs before it can run: the dependencies of the lock file, the pinned Node, the built pages.
// Plain JavaScript without dependencies, because any Node from 20 on runs it.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** An error whose sentence is printed without a stack. */
export class Problem extends Error {}

/** Runs a command's main function. A Problem ends it with its sentence and exit code 1. */
export async function main(work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    process.stderr.write(`${error instanceof Problem ? error.message : (error.stack ?? error)}\n`);
    process.exitCode = 1;
  }
}

const say = (line) => process.stdout.write(`${line}\n`);
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/** Installs the dependencies unless they match the lock file. */
export function ensureInstalled({ dev = process.env.NODE_ENV !== "production" } = {}) {
  const [major = 0] = versionNumbers(process.versions.node);
  if (major < 20) throw new Problem(`Kawung needs Node 20 or newer to start; this is Node ${process.versions.node}.`);
  const lockText = readFileSync(join(root, "package-lock.json"), "utf8");
  const stamp = `${createHash("sha256").update(lockText).digest("hex")} ${process.platform} ${process.arch}`;
  const stampFile = join(root, "node_modules", ".kawung-installed");
  const lock = JSON.parse(lockText).packages;
  const known = existsSync(stampFile) ? readFileSync(stampFile, "utf8").trim() : "";
  if (known === `${stamp} all` || (!dev && known === `${stamp} production`)) return;
  if (!isInstalled(lock, dev)) install(lock, dev);
  try {
    writeFileSync(stampFile, `${stamp} ${dev ? "all" : "production"}\n`);
  } catch (error) {
    // Where nothing can be written, the next command compares again.
    if (error.code !== "EROFS") throw error;
  }
}

/** Compares the lock file with npm's list of installed packages. */
function isInstalled(lock, dev) {
  const note = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(note)) return false;
  const installed = readJson(note).packages;
  return Object.entries(lock).every(([path, wanted]) => {
    if (path === "" || (!dev && (wanted.dev || wanted.devOptional))) return true;
    if (!isForThisPlatform(wanted)) return true;
    // An optional package without a platform may be missing. One for this platform must be installed.
    const mayLack = wanted.peer || (wanted.optional && !wanted.os && !wanted.cpu);
    return installed[path] ? installed[path].version === wanted.version : mayLack;
  });
}

function isForThisPlatform(entry) {
  const libc = process.platform === "linux" ? (isGlibc() ? "glibc" : "musl") : undefined;
  return [
    [entry.os, process.platform],
    [entry.cpu, process.arch],
    [libc && entry.libc, libc],
  ].every(([list, own]) => {
    if (!list) return true;
    const names = [list].flat();
    return names.includes(own) || (names.every((name) => name.startsWith("!")) && !names.includes(`!${own}`));
  });
}

let glibc;
function isGlibc() {
  glibc ??= Boolean(process.report.getReport().header.glibcVersionRuntime);
  return glibc;
}

function install(lock, dev) {
  say(`Installing dependencies (once, about a minute)${dev ? "" : " for production"} ...`);
  const started = Date.now();
  const isTooOld = Object.values(lock).some(
    (entry) => entry.optional && isForThisPlatform(entry) && !meets(entry.engines?.node),
  );
  // npm silently skips optional packages whose engines its own Node does not meet. Then the pinned Node runs npm.
  const runtime = isTooOld ? fetchRuntime(lock) : undefined;
  try {
    const code = npm(["ci", ...(dev ? ["--include=dev"] : ["--omit=dev"])], root, runtime?.node);
    if (code !== 0) throw new Problem("Installing the dependencies failed: see npm's words above. Then try again.");
  } finally {
    if (runtime) rmSync(runtime.folder, { recursive: true, force: true });
  }
  say(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** Fetches only the pinned Node into a temporary folder, and checks the integrity of the lock file. */
function fetchRuntime(lock) {
  const path = runtimePaths().find((one) => lock[one]);
  if (!path) return undefined;
  const name = path.slice("node_modules/".length);
  const folder = mkdtempSync(join(tmpdir(), "kawung-runtime-"));
  const { optional: _, ...entry } = lock[path];
  const dependencies = { [name]: entry.version };
  const packages = { "": { dependencies }, [path]: entry };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, packages }));
  const npmrc = join(root, ".npmrc");
  if (existsSync(npmrc)) cpSync(npmrc, join(folder, ".npmrc"));
  if (npm(["ci"], folder, undefined) !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Problem(`Fetching Node ${entry.version} failed: see npm's words above. Then try again.`);
  }
  return { folder, node: join(folder, path, "bin", nodeFile) };
}

/** Runs npm in a folder, with another Node if given. Returns its exit code. */
function npm(args, folder, node) {
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?!config_|execpath)/i.test(name)),
  );
  // The environment of the calling script must not decide what is installed.
  delete environment.NODE_ENV;
  if (node) environment.PATH = `${dirname(node)}${delimiter}${environment.PATH ?? ""}`;
  const script = process.env.npm_execpath;
  const hasScript = script !== undefined && /npm-cli\.c?js$/.test(script) && existsSync(script);
  const [command, words] = hasScript ? [node ?? process.execPath, [script]] : ["npm", []];
  const quiet = ["--no-fund", "--no-audit", "--loglevel=error"];
  const result = spawnSync(command, [...words, ...args, ...quiet], {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "inherit", "inherit"],
    shell: !hasScript && process.platform === "win32",
  });
  if (result.error) throw new Problem(`npm cannot be run: ${result.error.message}`);
  return result.status ?? 1;
}

const nodeFile = process.platform === "win32" ? "node.exe" : "node";

function runtimePaths() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  return [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`].map(
    (name) => `node_modules/${name}`,
  );
}

/**
 * How the server's Node uses memory; deploy/Containerfile repeats it. Requests allocate much that lives shortly, so the
 * young generation is larger than usual, which halves the time of garbage collection. The old one is collected when it
 * has grown by a third; by itself Node lets it double first. By itself glibc gives each thread its own memory, and does
 * not give back what V8's compilers needed (docs/decisions/0066).
 */
export const serverMemory = readJson(join(root, "bin", "server-memory.json"));

/** The path of the Node that runs everything: the pinned one, or the current one if it is new enough. */
export function pinnedNode() {
  for (const path of runtimePaths()) {
    const node = join(root, path, "bin", nodeFile);
    if (existsSync(node) && spawnSync(node, ["--version"]).status === 0) return node;
  }
  const [major = 0] = versionNumbers(process.versions.node);
  if (major >= 24) return process.execPath;
  throw new Problem(
    `Kawung runs on Node 24, and for ${process.platform} on ${process.arch} none comes with it: install Node 24 (this is ${process.versions.node}) and try again.`,
  );
}

function versionNumbers(text) {
  return text.split(".").map((part) => Number.parseInt(part, 10));
}

/** Whether the running Node meets ranges such as "^20.19.0 || >=22.12.0". False for a range it cannot parse. */
export function meets(range, version = process.versions.node) {
  if (!range || range === "*") return true;
  const own = versionNumbers(version);
  return range.split("||").some((part) =>
    part
      .replace(/([<>=^~])\s+/g, "$1")
      .trim()
      .split(/\s+/)
      .every((condition) => {
        const [, sign, numbers] = /^(\^|~|>=|>|<=|<|=)?v?(\d+(?:\.\d+)*)(?:\.x)*$/.exec(condition) ?? [];
        if (numbers === undefined) return false;
        const wanted = versionNumbers(numbers);
        const order = compare(own, wanted);
        if (sign === ">=") return order >= 0;
        if (sign === ">") return order > 0;
        if (sign === "<=") return order <= 0;
        if (sign === "<") return order < 0;
        if (sign === "^") return order >= 0 && own[0] === wanted[0];
        if (sign === "~") return order >= 0 && own[0] === wanted[0] && own[1] === (wanted[1] ?? own[1]);
        return wanted.every((number, index) => own[index] === number);
      }),
  );
}

function compare(one, other) {
  for (let index = 0; index < 3; index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const builtFrom = [
  "src",
  "public",
  "vite.config.ts",
  "scripts/build-web.ts",
  "scripts/trim-react.ts",
  "package-lock.json",
];
const buildStamp = join(root, "dist", ".built-from");

/** A text that changes when a source of the pages changes. */
export function webSourceHash() {
  const hash = createHash("sha256");
  const add = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (/\.(test|e2e)\.tsx?$/.test(path)) return;
    let names;
    try {
      names = readdirSync(full);
    } catch (error) {
      if (error.code !== "ENOTDIR") throw error;
      hash.update(`${path}\0`).update(readFileSync(full)).update("\0");
      return;
    }
    for (const name of names.sort()) add(`${path}/${name}`);
  };
  builtFrom.forEach(add);
  return hash.digest("hex");
}

/** Whether dist contains the pages of the current source. */
export function isBuilt(hash = webSourceHash()) {
  return existsSync(buildStamp) && readFileSync(buildStamp, "utf8") === hash;
}

/** Stores the hash of the source that dist was built from. */
export function markBuilt(hash) {
  mkdirSync(dirname(buildStamp), { recursive: true });
  writeFileSync(buildStamp, hash);
}

/** Builds the pages unless they are up to date. */
export async function ensureBuilt() {
  if (isBuilt()) return;
  say("Building the pages ...");
  const code = await runPinned([join(root, "bin", "build.js")]);
  if (code !== 0) throw new Problem("Building the pages failed: see above.");
}

/**
 * Runs the pinned Node in the foreground and resolves to its exit code. Signals are passed on. When this process is
 * killed, the other process notices it (bin/exit-with-parent.js) and shuts down.
 */
export function runPinned(args, { cwd = root, env = process.env } = {}) {
  const follow = new URL("exit-with-parent.js", import.meta.url).href;
  const child = spawn(pinnedNode(), ["--import", follow, ...args], {
    cwd,
    env: { ...env, KAWUNG_FOLLOW_PARENT: "1" },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  const unwatch = watchNpm(() => child.kill("SIGTERM"));
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  // Ctrl-C reaches the whole foreground group. A second signal would interrupt the shutdown.
  const pass = (signal) => (signal === "SIGINT" && process.stdin.isTTY ? undefined : child.kill(signal));
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      unwatch();
      for (const one of signals) process.off(one, pass);
      resolve(code ?? 128 + (signalNumbers[signal] ?? 0));
    });
  });
}

/**
 * Calls `gone` when the npm that runs this command has ended. npm passes a signal to the shell between it and this
 * process, and the shell ends without passing it on. A killed npm passes no signal. Does nothing without npm.
 */
function watchNpm(gone) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === "win32") return () => {};
  const shell = process.ppid;
  const npm = parentOf(shell);
  const timer = setInterval(() => {
    if (process.ppid === shell && (!(npm > 1) || exists(npm))) return;
    clearInterval(timer);
    gone();
  }, 300);
  return () => clearInterval(timer);
}

function parentOf(pid) {
  const stat = `/proc/${pid}/stat`;
  // The fields after the name in brackets: state, then parent.
  if (existsSync(stat)) return Number(readFileSync(stat, "utf8").split(") ").at(-1).split(" ")[1]);
  const { stdout } = spawnSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" });
  return Number.parseInt(stdout ?? "", 10);
}

function exists(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };
