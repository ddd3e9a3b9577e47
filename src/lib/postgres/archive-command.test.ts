import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createBackup } from "../backup/create-backup.ts";
import { writerOf } from "../backup/folder-writer.ts";
import { canEnter } from "./binaries.ts";
import { connectSuperuser, recoverPostgres } from "./server.ts";
import { registerProcess, unregisterProcess } from "./server-users.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const warning = "PostgreSQL does not store its log as BACKUP_DIR says: stop all processes and start them again";
let place: string;
const started: ChildProcess[] = [];
/** A database that was started and stopped once. To copy it is cheaper than to make one for each test. */
let made: string;
function makePlace(): void {
  place = mkdtempSync(join(tmpdir(), "kawung-archive-"));
  for (const name of ["backup.key", "other.key"]) writeFileSync(join(place, name), "ab".repeat(32), { mode: 0o600 });
}
const endAll = async () => {
  for (const child of started.splice(0)) await finish(child);
};
beforeAll(async () => {
  makePlace();
  await startProcess(root);
  await endAll();
  rmSync(commandFile());
  made = place;
}, 120_000);
afterAll(() => rmSync(made, { recursive: true, force: true }));
beforeEach(() => {
  makePlace();
  // Node's own copy does not keep the owner.
  execFileSync("cp", ["-a", join(made, "data"), place]);
});
afterEach(async () => {
  await endAll();
  const moved = join(place, "data", "postgres", "postgres-location");
  if (existsSync(moved)) rmSync(dirname(readFileSync(moved, "utf8").trim()), { recursive: true, force: true });
  rmSync(place, { recursive: true, force: true });
});

async function finish(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once("close", done));
  child.stdin?.end();
  await ended;
}

/** The part of the program that runs the embedded database, in a folder of its own. */
function makeProgram(name: string): string {
  const folder = join(place, name);
  mkdirSync(join(folder, "src"), { recursive: true });
  cpSync(join(root, "src", "lib"), join(folder, "src", "lib"), { recursive: true });
  cpSync(join(root, "package.json"), join(folder, "package.json"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  return folder;
}

type Start = { use?: "service" | "command"; folder?: string; key?: string; umask?: number; path?: string };
type Started = { child: ChildProcess; pid: number; said: string[] };

/** Starts a process of this program that uses the database. Resolves to the server's process and what was said. */
async function startProcess(program: string, start: Start = {}): Promise<Started> {
  const { use = "service", folder = "backups", key = "backup.key", umask = 0o022, path = process.env.PATH } = start;
  const script = `
    import { startDatabase } from ${JSON.stringify(join(program, "src/lib/postgres/start-database.ts"))};
    const { umask, use, ...config } = JSON.parse(process.argv[1]);
    process.umask(umask);
    const said = [];
    const server = await startDatabase(config, (line) => said.push(line), use);
    console.log(JSON.stringify({ pid: server.pid, said }));
    process.stdin.on("end", () => server.stop().then(() => process.exit(0)));
    process.stdin.resume();
  `;
  const backup = { folder: join(place, folder), keyFile: join(place, key), keepDays: 14 };
  const call = JSON.stringify({ dataDir: join(place, "data"), backup, use, umask });
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, call], {
    cwd: place,
    env: { ...process.env, PATH: path },
    stdio: ["pipe", "pipe", "inherit"],
  });
  started.push(child);
  const printed = await new Promise<string>((done, fail) => {
    child.stdout?.once("data", (chunk: Buffer) => done(chunk.toString()));
    child.once("close", (code) => fail(new Error(`the process ended with ${code}`)));
  });
  return { child, ...(JSON.parse(printed) as Omit<Started, "child">) };
}

/** Ends a file of the database's log. Returns the name of its copy in the backups. */
async function endLogFile(): Promise<string> {
  const client = await connectSuperuser(join(place, "data", "postgres"));
  try {
    await client.query("drop table if exists sesuatu");
    await client.query("create table sesuatu (n int)");
    const { rows } = await client.query<{ name: string }>(
      "select pg_walfile_name(pg_current_wal_insert_lsn()) as name",
    );
    await client.query("select pg_switch_wal()");
    return `${rows[0]?.name}.sealed`;
  } finally {
    await client.end();
  }
}

/** Ends a file of the log, and waits until it is stored in this folder. */
async function expectStored(folder = "backups"): Promise<void> {
  const copy = join(place, folder, "wal", await endLogFile());
  await expect.poll(() => existsSync(copy), { timeout: 30_000, message: copy }).toBe(true);
}

const commandFile = () => join(place, "data", "postgres", "archive-command");

test("the log is stored on when the program's folder is replaced by another one while the database runs", async () => {
  const before = makeProgram("kawung-1");
  const first = await startProcess(before);
  await expectStored();
  expect(await startProcess(makeProgram("kawung-2"))).toMatchObject({ pid: first.pid, said: [] });
  await finish(first.child);
  renameSync(before, join(place, "kawung-1-gone"));
  await expectStored();
}, 120_000);

test("a command from a folder that is deleted after it leaves the log to the service's program", async () => {
  const { pid } = await startProcess(root);
  const copy = makeProgram("kawung-2");
  const command = await startProcess(copy, { use: "command" });
  expect(command).toMatchObject({ pid, said: [] });
  await finish(command.child);
  rmSync(copy, { recursive: true });
  await expectStored();
}, 120_000);

test("a backup beside a database that stores its log in another folder is refused, and nothing of it stays", async () => {
  await startProcess(root);
  await expectStored();
  const [folder, dataDir] = [join(place, "usb"), join(place, "data")];
  const backup = { folder, keyFile: join(place, "backup.key"), keepDays: 14, at: { hour: 2, minute: 0 } };
  const source = {
    dataDir,
    keysFile: join(dataDir, "keys.json"),
    backup,
    files: { store: "folder" as const, s3: undefined },
  };
  await expect(createBackup(source, new Date())).rejects.toThrow(
    `The database stores its log elsewhere than in ${folder}`,
  );
  expect(existsSync(folder)).toBe(false);
}, 120_000);

test("a service that starts while a command runs the database stores the log with its own program", async () => {
  const copy = makeProgram("kawung-2");
  const command = await startProcess(copy, { use: "command" });
  expect(await startProcess(root)).toMatchObject({ pid: command.pid, said: [] });
  await finish(command.child);
  rmSync(copy, { recursive: true });
  await expectStored();
}, 120_000);

test.each<[string, Start]>([
  ["a command with another BACKUP_DIR", { use: "command", folder: "usb" }],
  ["a command with another BACKUP_KEY_FILE", { use: "command", key: "other.key" }],
  ["a service with another BACKUP_DIR", { use: "service", folder: "usb" }],
])(
  "%s is told so, and the log goes where it went",
  async (_name, other) => {
    const { pid } = await startProcess(root);
    const before = readFileSync(commandFile(), "utf8");
    const second = await startProcess(root, other);
    expect(second).toMatchObject({ pid, said: [warning] });
    expect(readFileSync(commandFile(), "utf8")).toBe(before);
    await expectStored();
    await finish(second.child);
    expect(existsSync(join(place, "usb"))).toBe(false);
  },
  120_000,
);

test("a process that is alone starts the server again when BACKUP_DIR is another one", async () => {
  const first = await startProcess(root);
  first.child.kill("SIGKILL");
  await new Promise((done) => first.child.once("close", done));
  const second = await startProcess(root, { folder: "usb" });
  expect(second.said).not.toContain(warning);
  expect(second.pid).not.toBe(first.pid);
  await expectStored("usb");
}, 120_000);

test("a server of an older version, whose command names its program, stores its log on and is started again", async () => {
  const dataDir = join(place, "data", "postgres");
  mkdirSync(dataDir, { recursive: true });
  const words = [
    process.execPath,
    join(root, "src/lib/backup/archive-wal.ts"),
    join(place, "backups"),
    join(place, "backup.key"),
  ];
  const command = `${words.map((word) => `'${word}'`).join(" ")} "%p" '${writerOf(dataDir)}'`;
  const settings = { archive_mode: "on", wal_level: "replica", archive_command: command };
  await recoverPostgres(
    dataDir,
    settings,
    () => {},
    async () => {
      registerProcess(dataDir);
      const beside = await startProcess(root);
      expect(beside.said).toEqual([warning]);
      await expectStored();
      await finish(beside.child);
      unregisterProcess(dataDir);
      const alone = await startProcess(root);
      expect(alone.said).toEqual([]);
      expect(alone.pid).not.toBe(beside.pid);
      await expectStored();
    },
  );
}, 120_000);

// Root cannot run PostgreSQL itself. Without namespaces, which are made with a program of PATH, another account does.
const others = { uid: 65_534, gid: 65_534 };
const hasOtherAccount =
  process.platform === "linux" && process.getuid?.() === 0 && canEnter(others, dirname(process.execPath));
describe.runIf(hasOtherAccount)("of a database that root moved to where the server's account may enter", () => {
  test("the log is stored, whatever the start lets others read", async () => {
    chmodSync(place, 0o755);
    chmodSync(join(place, "backup.key"), 0o644);
    rmSync(join(place, "data"), { recursive: true });
    mkdirSync(join(place, "data"), { mode: 0o700 });
    mkdirSync(join(place, "backups"));
    chmodSync(join(place, "backups"), 0o777);
    const path = join(place, "no-programs");
    const first = await startProcess(root, { path });
    expect(first.said).toContainEqual(expect.stringContaining("its files are in /var/lib/kawung-"));
    await expectStored();
    await finish(first.child);
    await startProcess(root, { path, umask: 0o077 });
    await expectStored();
  }, 120_000);
});

test.each<[string, (program: string) => void, RegExp]>([
  [
    "its program",
    (program) => rmSync(join(program, "src", "lib", "backup"), { recursive: true }),
    /Cannot find module .*archive-wal\.ts/,
  ],
  [
    "its Node",
    () => writeFileSync(commandFile(), readFileSync(commandFile(), "utf8").replace(process.execPath, "/gone/node")),
    /\/gone\/node/,
  ],
  ["the file of its command", () => rmSync(commandFile()), /archive-command/],
])(
  "without %s the log counts as not stored, and the lines before the failed command say why",
  async (...row) => {
    const [, lose, reason] = row;
    const program = makeProgram("kawung-1");
    await startProcess(program);
    lose(program);
    await endLogFile();
    const client = await connectSuperuser(join(place, "data", "postgres"));
    try {
      const failures = async () =>
        (await client.query<{ n: number }>("select failed_count::int as n from pg_stat_archiver")).rows[0]?.n;
      await expect.poll(failures, { timeout: 30_000 }).toBeGreaterThan(0);
    } finally {
      await client.end();
    }
    const said = readFileSync(join(place, "data", "postgres", "postgres.log"), "utf8");
    expect(said.slice(0, said.indexOf("archive command failed"))).toMatch(reason);
  },
  120_000,
);
