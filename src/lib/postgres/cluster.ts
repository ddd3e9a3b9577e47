import { execFile } from "node:child_process";
import { chownSync, cpSync, existsSync, lchownSync, lstatSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { totalmem } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";

import { chooseAccount, copyBinaries, program, type Account, type Binaries } from "./binaries.ts";
import { commandLine, isAlive } from "./process-table.ts";

const majorVersion = "18";
/** Systems limit the path of a socket to 104 bytes or more; the name in the folder is `.s.PGSQL.65535`. */
const maxSocketFolderBytes = 104 - 1 - "/.s.PGSQL.65535".length;

/** Port and passwords of a data folder's server. Stored in DATA_DIR/postgres.json, readable by its owner only. */
export type Secrets = { port: number; superuserPassword: string; password: string };

/** A database cluster on disk and how its server runs. */
export type Cluster = { folder: string; binaries: Binaries; account: Account };

/** The embedded database cannot be opened as its folder is. The message says why, and what to do. */
export class DatabaseFolderError extends Error {}

/**
 * Reads DATA_DIR/postgres.json, or creates it on the first start. A port that cannot be used is read as 0: a launch
 * chooses a free one again, and that of a running server is in its postmaster.pid. Throws a
 * {@link DatabaseFolderError} when the passwords of a database are missing.
 */
export function readSecrets(dataDir: string): Secrets {
  const path = join(dataDir, "postgres.json");
  const hasDatabase = existsSync(join(dataDir, "postgres")) || existsSync(join(dataDir, "postgres-location"));
  const isThere = existsSync(path);
  const found = isThere ? parseSecrets(readFileSync(path, "utf8")) : undefined;
  if (found) return found;
  if (hasDatabase)
    throw new DatabaseFolderError(
      `${path} is ${isThere ? "damaged" : "missing"}, and without its passwords the database beside it cannot be opened. ` +
        "Put back a copy of this file; a restored backup has one too (npm run kawung -- restore).",
    );
  const password = () => randomBytes(24).toString("base64url");
  const secrets = { port: 0, superuserPassword: password(), password: password() };
  writeSecrets(dataDir, secrets);
  return secrets;
}

/** Undefined when the text has no passwords. */
function parseSecrets(text: string): Secrets | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { port, superuserPassword, password } = (content ?? {}) as Record<string, unknown>;
  const isPassword = (value: unknown): value is string => typeof value === "string" && value !== "";
  if (!isPassword(superuserPassword) || !isPassword(password)) return undefined;
  const isPort = typeof port === "number" && Number.isInteger(port) && port > 0 && port < 65_536;
  return { port: isPort ? port : 0, superuserPassword, password };
}

/** Writes DATA_DIR/postgres.json atomically. */
export function writeSecrets(dataDir: string, secrets: Secrets): void {
  const path = join(dataDir, "postgres.json");
  writeFileSync(`${path}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/**
 * The folder of the server's Unix socket, beside the cluster; undefined where there can be none. A statement over it
 * costs both processes much less time than one over TCP.
 */
export function socketFolder({ folder }: Pick<Cluster, "folder">): string | undefined {
  const path = `${folder}-socket`;
  const isPossible = process.platform !== "win32" && Buffer.byteLength(path) <= maxSocketFolderBytes;
  // The setting is a list that commas and quotes divide.
  return isPossible && !/[",\\]/.test(path) ? path : undefined;
}

/**
 * Creates the folder of the Unix socket, which only the server's account can enter. What a killed server left there is
 * removed, because the number of its process may belong to another one now, and PostgreSQL would not start.
 */
function openSocketFolder(cluster: Cluster): string | undefined {
  const path = socketFolder(cluster);
  if (path === undefined) return undefined;
  mkdirSync(path, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (!entry.isDirectory()) rmSync(join(path, entry.name), { force: true });
  const { user } = cluster.account;
  if (user) chownSync(path, user.uid, user.gid);
  return path;
}

/** Finds the cluster of a data folder, or creates it. An interrupted creation leaves nothing behind. */
export async function openCluster(
  dataDir: string,
  binaries: Binaries,
  secrets: Secrets,
  options: { durable: boolean; log: (line: string) => void },
): Promise<Cluster> {
  const cluster = locate(dataDir, binaries, options.log);
  const versionFile = join(cluster.folder, "PG_VERSION");
  if (!existsSync(versionFile)) {
    options.log("making the database");
    await initialise(cluster, secrets, options.durable);
  }
  const version = readFileSync(versionFile, "utf8").trim();
  if (version !== majorVersion) {
    throw new Error(
      `${cluster.folder} was made by PostgreSQL ${version} and this is ${majorVersion}; dump and load it first`,
    );
  }
  return { ...cluster, folder: realpathSync(cluster.folder) };
}

function locate(dataDir: string, binaries: Binaries, log: (line: string) => void): Cluster {
  const marker = join(dataDir, "postgres-location");
  const home = join(dataDir, "postgres");
  const moved = existsSync(marker) ? readFileSync(marker, "utf8").trim() : undefined;
  const account = chooseAccount(binaries, moved ?? home);
  if (account.relocatedTo === undefined || !account.user) {
    const folder = moved ?? home;
    if (account.user && existsSync(folder) && lstatSync(folder).uid !== account.user.uid)
      changeOwner(folder, account.user);
    return { folder, binaries, account };
  }

  const name = `kawung-${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}`;
  const place = join(account.relocatedTo, name);
  const folder = join(place, "postgres");
  mkdirSync(place, { recursive: true });
  const copied = copyBinaries(binaries, place);
  if (moved === undefined) {
    log(`PostgreSQL may not run as root, and ${account.user.name} may not enter ${dataDir}: its files are in ${place}`);
    if (existsSync(home) && !existsSync(folder)) {
      cpSync(home, `${folder}.new`, { recursive: true, preserveTimestamps: true });
      changeOwner(`${folder}.new`, account.user);
      renameSync(`${folder}.new`, folder);
      renameSync(home, join(dataDir, "postgres-before-move"));
    }
    writeFileSync(marker, `${folder}\n`);
  }
  return { folder, binaries: copied, account };
}

function changeOwner(path: string, user: { uid: number; gid: number }): void {
  lchownSync(path, user.uid, user.gid);
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    lchownSync(join(entry.parentPath, entry.name), user.uid, user.gid);
  }
}

async function initialise(cluster: Cluster, secrets: Secrets, durable: boolean): Promise<void> {
  const { user } = cluster.account;
  const unfinished = `${cluster.folder}.new`;
  const passwordFile = `${cluster.folder}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, secrets.superuserPassword, { mode: 0o600 });
  if (user) {
    chownSync(unfinished, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
  const [command, ...words] = [...cluster.account.prefix, program(cluster.binaries, "initdb")];
  const options = [
    `--pgdata=${unfinished}`,
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
    ...(durable ? [] : ["--no-sync"]),
  ];
  try {
    await promisify(execFile)(command ?? "", [...words, ...options], runOptions(cluster));
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new Error(`PostgreSQL's initdb failed: ${(stderr || message).trim()}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, cluster.folder);
}

/** Options for every program of the cluster. The working folder is one that every user may enter. */
export function runOptions(cluster: Cluster): { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number } {
  const { user } = cluster.account;
  // How the C library takes memory is set for Node (bin/server-memory.json).
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PG|MALLOC_)/.test(name));
  const env = { ...Object.fromEntries(inherited), ...cluster.binaries.environment, LC_ALL: "C", TZ: "UTC" };
  return {
    cwd: process.platform === "win32" ? cluster.folder : "/",
    env,
    ...(user && { uid: user.uid, gid: user.gid }),
  };
}

/** The command line of the server. Settings are here and not in postgresql.conf, so that they change with the code. */
export function serverCommand(
  cluster: Cluster,
  port: number,
  durable: boolean,
  further: Readonly<Record<string, string>> = {},
): [string, string[]] {
  const megabytes = Math.floor(totalmem() / 1024 / 1024);
  const settings: Record<string, string> = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: openSocketFolder(cluster) ?? "",
    unix_socket_permissions: "0600",
    max_connections: "100",
    shared_buffers: `${Math.max(32, Math.min(256, Math.floor(megabytes / 8)))}MB`,
    effective_cache_size: `${Math.max(128, Math.floor(megabytes / 2))}MB`,
    work_mem: "8MB",
    maintenance_work_mem: "64MB",
    jit: "off",
    // A title of the process for each message of each statement costs a hundredth; pg_stat_activity says the same.
    update_process_title: "off",
    random_page_cost: "1.1",
    timezone: "UTC",
    log_timezone: "UTC",
    log_line_prefix: "%m [%p] ",
    ...(durable ? { fsync: "on", synchronous_commit: "on", full_page_writes: "on" } : ephemeralSettings),
    ...further,
  };
  const [command, ...words] = [...cluster.account.prefix, program(cluster.binaries, "postgres")];
  const settingArguments = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return [command ?? "", [...words, "-D", cluster.folder, ...settingArguments]];
}

/** For data that may be lost, as in tests. Several times faster. */
const ephemeralSettings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  checkpoint_timeout: "1h",
  max_wal_size: "2GB",
  // Its workers belong to the superuser. A test could not drop its database while a worker uses it.
  autovacuum: "off",
  // Each of thousands of connections of a run would otherwise cost both sides 4096 hashes of a random password.
  scram_iterations: "1",
  // A connection plans a statement once, and not for each of its first five values. Those of tests end before that pays
  // (docs/decisions/0130-plans-of-test-databases.md).
  plan_cache_mode: "force_generic_plan",
};

/** The process and port that postmaster.pid names. */
export function readPidFile(cluster: Pick<Cluster, "folder">): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(cluster.folder, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  } catch {
    return undefined;
  }
}

/** Whether this process is the running PostgreSQL server of this cluster, and not a later process with the same id. */
export function isServerOf(cluster: Cluster, pid: number): boolean {
  if (!isAlive(pid)) return false;
  const words = commandLine(pid);
  if (words === undefined) return true;
  return words.some((word) => /^postgres(\.exe)?$/.test(basename(word))) && words.join(" ").includes(cluster.folder);
}

/**
 * Makes a postmaster.pid of a killed server harmless. PostgreSQL treats the old server as running while its process id
 * is in use, also by a zombie or by a new process. So the id is replaced by one that no process can have. The other
 * lines stay, because PostgreSQL uses them to check that no orphaned process of the old server still writes.
 */
export function invalidatePidFile(cluster: Cluster): void {
  const path = join(cluster.folder, "postmaster.pid");
  if (!existsSync(path)) return;
  const [, ...rest] = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, [String(2 ** 31 - 1), ...rest].join("\n"));
}

/** A free port of this machine, below the range of outgoing connections. `preferred` when it is free. */
export async function freePort(preferred: number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = attempt === 0 && preferred > 0 ? preferred : 20_000 + Math.floor(Math.random() * 10_000);
    if (await isFree(port)) return port;
  }
  throw new Error("no free port was found for PostgreSQL on 127.0.0.1");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
