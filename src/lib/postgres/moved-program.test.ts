import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectSuperuser } from "./server.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
let place: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "kawung-moved-"));
  writeFileSync(join(place, "backup.key"), "ab".repeat(32), { mode: 0o600 });
});
afterEach(async () => {
  for (const child of started.splice(0)) await finish(child);
  rmSync(place, { recursive: true, force: true });
});

async function finish(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
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

/** Starts a process of this program that uses the database. Resolves to the id of the server's process. */
async function startProcess(program: string): Promise<number> {
  const script = `
    import { startDatabase } from ${JSON.stringify(join(program, "src/lib/postgres/start-database.ts"))};
    const [dataDir, folder, keyFile] = process.argv.slice(1);
    const backup = { folder, keyFile, at: undefined, keepDays: 14 };
    const server = await startDatabase({ dataDir, backup, databaseUrl: undefined }, () => {});
    console.log(server.pid);
    process.stdin.on("end", () => server.stop().then(() => process.exit(0)));
    process.stdin.resume();
  `;
  const words = [
    "--input-type=module",
    "-e",
    script,
    join(place, "data"),
    join(place, "backups"),
    join(place, "backup.key"),
  ];
  const child = spawn(process.execPath, words, { cwd: place, stdio: ["pipe", "pipe", "inherit"] });
  started.push(child);
  const said = await new Promise<string>((done, fail) => {
    child.stdout?.once("data", (chunk: Buffer) => done(chunk.toString()));
    child.once("close", (code) => fail(new Error(`the process ended with ${code}`)));
  });
  return Number(said);
}

/** Ends a file of the database's log, and returns where its copy in the backups will be. */
async function endLogFile(): Promise<string> {
  const client = await connectSuperuser(join(place, "data", "postgres"));
  try {
    await client.query("drop table if exists sesuatu");
    await client.query("create table sesuatu (n int)");
    const { rows } = await client.query<{ name: string }>(
      "select pg_walfile_name(pg_current_wal_insert_lsn()) as name",
    );
    await client.query("select pg_switch_wal()");
    return join(place, "backups", "wal", `${rows[0]?.name}.sealed`);
  } finally {
    await client.end();
  }
}

test("the log is stored on when the program's folder is replaced by another one while the database runs", async () => {
  const before = makeProgram("kawung-1");
  const pid = await startProcess(before);
  const first = await endLogFile();
  await expect.poll(() => existsSync(first), { timeout: 30_000 }).toBe(true);
  expect(await startProcess(makeProgram("kawung-2"))).toBe(pid);
  await finish(started.shift() as ChildProcess);
  renameSync(before, join(place, "kawung-1-gone"));
  const next = await endLogFile();
  await expect.poll(() => existsSync(next), { timeout: 30_000 }).toBe(true);
}, 120_000);
