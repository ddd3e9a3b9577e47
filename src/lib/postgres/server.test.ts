import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";

import { withFileLock } from "../file-lock.ts";
import { DatabaseFolderError } from "./cluster.ts";
import { connectSuperuser, startPostgres, stopPostgres, type PostgresServer } from "./server.ts";
import { isAlive, isSameProcessAlive, processIdentity } from "./process-table.ts";

const parent = fileURLToPath(new URL("../../../tmp/", import.meta.url));
let dataDir = "";
const servers: PostgresServer[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(parent, "postgres "));
});

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(options: { durable: boolean }): Promise<PostgresServer> {
  const server = await startPostgres({ dataDir, log: () => {}, ...options });
  servers.push(server);
  return server;
}

async function value(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ value: unknown }>(text).finally(() => client.end());
  return rows[0]?.value;
}

test("the owner is not a superuser, text is Unicode, and committed data is kept", async () => {
  const { url } = await start({ durable: true });
  const role = "select rolsuper or rolcreatedb or rolcreaterole as value from pg_roles where rolname = current_user";
  expect(await value(url, role)).toBe(false);
  expect(await value(url, "select lower('ÉS') || upper('ñ') as value")).toBe("ésÑ");
  expect(await value(url, "select similarity('kemeja', 'kemej') > 0.5 as value")).toBe(true);
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes"]) {
    expect(await value(url, `select current_setting('${setting}') as value`)).toBe("on");
  }
  expect(await value(url, "select current_setting('listen_addresses') as value")).toBe("127.0.0.1");
});

test("statements go over a Unix socket that only its owner can enter, and over TCP where there can be none", async () => {
  const client = "select client_addr::text as value from pg_stat_activity where pid = pg_backend_pid()";
  const first = await start({ durable: false });
  expect(await value(first.url, client)).toBe(null);
  const folder = join(dataDir, "postgres-socket");
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await servers.pop()?.stop();

  // A folder in its place prevents the socket, as a file system without sockets does.
  mkdirSync(join(folder, `.s.PGSQL.${new URL(first.url).port}`));
  const second = await start({ durable: false });
  expect(await value(second.url, client)).toBe("127.0.0.1/32");
});

test("the passwords are required, and only the owner of the file can read them", async () => {
  const { url } = await start({ durable: false });
  expect(statSync(join(dataDir, "postgres.json")).mode & 0o777).toBe(0o600);
  const wrong = new URL(url);
  wrong.password = "guess";
  await expect(value(wrong.href, "select 1 as value")).rejects.toThrow(/password authentication failed/);
});

test("a process id in a lock file that another program has now does not prevent a start", async () => {
  const first = await start({ durable: true });
  await value(first.url, "create table kept (id int)");
  process.kill(first.pid, "SIGKILL");
  // The watcher of this process would restart it, but this test is about the next process.
  await servers.pop()?.stop();
  const stranger = spawn("sleep", ["60"]);
  const pidFile = join(dataDir, "postgres", "postmaster.pid");
  const lines = readFileSync(pidFile, "utf8").split("\n");
  writeFileSync(pidFile, [stranger.pid, ...lines.slice(1)].join("\n"));
  const socketLock = join(dataDir, "postgres-socket", `.s.PGSQL.${new URL(first.url).port}.lock`);
  writeFileSync(socketLock, [stranger.pid, ...readFileSync(socketLock, "utf8").split("\n").slice(1)].join("\n"));

  const second = await start({ durable: true });
  expect(second.adopted).toBe(false);
  expect(await value(second.url, "select count(*)::int as value from kept")).toBe(0);
  expect(stranger.pid !== undefined && isAlive(stranger.pid)).toBe(true);
  stranger.kill();
});

test("the last of two processes that use the server stops it", async () => {
  const here = await start({ durable: false });
  const script = `
    import { startPostgres } from ${JSON.stringify(new URL("./server.ts", import.meta.url).href)};
    const server = await startPostgres({ dataDir: process.argv[1], durable: false, log: () => {} });
    console.log(server.adopted, server.pid);
    process.stdin.once("end", () => server.stop());
    process.stdin.resume();
  `;
  const other = spawn(process.execPath, ["--input-type=module", "-e", script, dataDir], { stdio: "pipe" });
  const said = await new Promise<string>((done) =>
    other.stdout.once("data", (chunk: Buffer) => done(chunk.toString())),
  );
  expect(said.trim()).toBe(`true ${here.pid}`);
  expect(await stopPostgres(dataDir)).toBe(false);
  const { pid } = here;
  await here.stop();
  expect(isAlive(pid)).toBe(true);
  other.stdin.end();
  await new Promise((done) => other.once("close", done));
  expect(isAlive(pid)).toBe(false);
});

test("without the file of passwords the start names the missing file and does not make a new database", async () => {
  await start({ durable: false });
  await servers.pop()?.stop();
  rmSync(join(dataDir, "postgres.json"));
  await expect(start({ durable: false })).rejects.toThrow(/postgres\.json is missing/);
});

test.each(["", "{", "null", "[]", '{"port":5432}', '{"port":1,"password":"","superuserPassword":"x"}'])(
  "a damaged file of passwords (%s) is named, and the database stays as it is",
  async (content) => {
    mkdirSync(join(dataDir, "postgres"));
    writeFileSync(join(dataDir, "postgres.json"), content);
    const failure: unknown = await start({ durable: false }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseFolderError);
    expect(String(failure)).toMatch(/postgres\.json is damaged, and without its passwords/);
    expect(readFileSync(join(dataDir, "postgres.json"), "utf8")).toBe(content);
  },
);

test("a wrong port in the file of passwords is replaced by a free one", async () => {
  await start({ durable: false });
  await servers.pop()?.stop();
  const path = join(dataDir, "postgres.json");
  const secrets = JSON.parse(readFileSync(path, "utf8")) as { port: number };
  writeFileSync(path, JSON.stringify({ ...secrets, port: "banyak" }));
  const { url } = await start({ durable: false });
  expect(await value(url, "select 1 as value")).toBe(1);
});

test("backups reach a running server when its port in the file of passwords is wrong", async () => {
  const { url } = await start({ durable: false });
  const path = join(dataDir, "postgres.json");
  const secrets = JSON.parse(readFileSync(path, "utf8")) as { port: number };
  writeFileSync(path, JSON.stringify({ ...secrets, port: "banyak" }));
  expect(await start({ durable: false })).toMatchObject({ adopted: true });
  const client = await connectSuperuser(dataDir);
  const { rows } = await client.query<{ port: string }>("show port").finally(() => client.end());
  expect(rows[0]?.port).toBe(new URL(url).port);
});

test("a lock admits one process at a time, and ends with its holder", async () => {
  const path = join(dataDir, "lock");
  writeFileSync(path, "999999999");
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((done) => setImmediate(done));
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, () => withFileLock(path, work)));
  expect(most).toBe(1);
});

test("a process is identified by more than its id", () => {
  expect(isSameProcessAlive(processIdentity(process.pid))).toBe(true);
  expect(isSameProcessAlive(`${process.pid} 1`)).toBe(process.platform !== "linux");
  expect(isSameProcessAlive("")).toBe(false);
});
