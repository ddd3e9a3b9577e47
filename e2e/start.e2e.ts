import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { isAlive } from "../src/lib/postgres/process-table.ts";
import { linkPackages } from "../test/make/link-packages.ts";
import { freePort, isPortFree } from "./start-server.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const copy = join(root, "tmp", `start e2e ${process.pid}`);
const dataDir = join(copy, "my data");

type Start = {
  process: ChildProcess;
  /** Its output so far. */
  text(): string;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
};

const running = new Set<Start>();

/** `npm start` without npm, in a working copy whose path has spaces. */
function start(settings: Record<string, string>, command = ["node", "bin/start.js"]): Start {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST|DATABASE_URL|PG)/.test(name));
  const [program = "", ...words] = command;
  const child = spawn(program, words, {
    cwd: copy,
    env: { ...Object.fromEntries(inherited), DATA_DIR: dataDir, DEMO: "0", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | string>((done) => {
    child.once("close", (code, signal) => done(code ?? signal ?? "gone"));
  });
  const one = { process: child, text: () => text, ended };
  running.add(one);
  void ended.then(() => running.delete(one));
  return one;
}

async function until<T>(what: string, look: () => T | Promise<T>, milliseconds = 60_000): Promise<NonNullable<T>> {
  const giveUpAt = Date.now() + milliseconds;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > giveUpAt) throw new Error(`${what}: not within ${milliseconds / 1000} s`);
    await wait(30);
  }
}

async function isReady(one: Start, port: number): Promise<void> {
  await until("ready", () => {
    if (one.process.exitCode !== null || one.process.signalCode !== null) throw new Error(`it ended: ${one.text()}`);
    return one.text().includes(`is ready at http://127.0.0.1:${port}`);
  });
}

/** A request that needs the database, because only the database knows that no session has this token. */
async function answersFromDatabase(port: number): Promise<boolean> {
  const headers = { authorization: `Bearer ${"x".repeat(43)}` };
  const answer = await fetch(`http://127.0.0.1:${port}/v1/users`, { headers }).catch(() => undefined);
  return answer?.status === 401;
}

function postgresPid(): number {
  return Number.parseInt(readFileSync(join(dataDir, "postgres", "postgres", "postmaster.pid"), "utf8"), 10);
}

/** The server process: the child of bin/start.js. */
function serverPid(): number {
  const users = readdirSync(join(dataDir, "postgres", "postgres-users")).map(Number);
  const alive = users.filter((pid) => isAlive(pid));
  expect(alive).toHaveLength(1);
  return alive[0] ?? 0;
}

/** Asks a start to stop. A server that has not stopped after 9.5 s ends itself, with a code that is not 0. */
async function stop(one: Start): Promise<number | string> {
  one.process.kill("SIGTERM");
  return one.ended;
}

beforeAll(() => {
  mkdirSync(copy, { recursive: true });
  for (const name of [
    "bin",
    "db",
    "dist",
    "public",
    "scripts",
    "src",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    ".npmrc",
  ]) {
    if (existsSync(join(root, name))) cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  linkPackages(root, copy);
});

afterEach(async () => {
  for (const one of running) await stop(one);
});

afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

test("it starts, stops within 10 s without leaving processes, starts again faster, and stops when the command that started it is killed", async () => {
  const port = await freePort();
  const first = start({ PORT: String(port) });
  await isReady(first, port);
  expect(await answersFromDatabase(port)).toBe(true);
  const processes = [serverPid(), postgresPid()];
  expect(await stop(first)).toBe(0);
  expect(processes.filter((pid) => isAlive(pid))).toEqual([]);
  expect(await isPortFree(port)).toBe(true);

  const second = start({ PORT: String(port) });
  await isReady(second, port);
  expect(second.text()).not.toContain("making the database");
  expect(second.text()).not.toContain("Migrating");

  const again = [serverPid(), postgresPid()];
  second.process.kill("SIGKILL");
  await until("everything has ended", () => again.every((pid) => !isAlive(pid)));
  expect(await isPortFree(port)).toBe(true);
});

test("stopped during its first start, it leaves no process running", async () => {
  const port = await freePort();
  const elsewhere = join(copy, "half made");
  const cluster = join(elsewhere, "postgres", "postgres");
  const one = start({ PORT: String(port), DATA_DIR: elsewhere });
  const database = await until("PostgreSQL is starting", () => {
    const file = join(cluster, "postmaster.pid");
    return existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : undefined;
  });
  expect(await stop(one)).toBe(0);
  await until("PostgreSQL has ended", () => !isAlive(database));

  const again = start({ PORT: String(port), DATA_DIR: elsewhere });
  await isReady(again, port);
  expect(await answersFromDatabase(port)).toBe(true);
});

test("it starts again after Node was killed, with the PostgreSQL that still runs", async () => {
  const port = await freePort();
  const first = start({ PORT: String(port) });
  await isReady(first, port);
  const database = postgresPid();
  process.kill(serverPid(), "SIGKILL");
  expect(await first.ended).not.toBe(0);
  expect(isAlive(database)).toBe(true);

  const second = start({ PORT: String(port) });
  await isReady(second, port);
  expect(postgresPid()).toBe(database);
  expect(await answersFromDatabase(port)).toBe(true);
  await stop(second);
  expect(isAlive(database)).toBe(false);
});

test.each(["SIGTERM", "SIGKILL"] as const)("everything ends when npm gets %s", async (signal) => {
  const port = await freePort();
  const one = start({ PORT: String(port) }, ["npm", "start"]);
  await isReady(one, port);
  const processes = [serverPid(), postgresPid()];
  one.process.kill(signal);
  await until("everything has ended", () => processes.every((pid) => !isAlive(pid)));
  expect(await isPortFree(port)).toBe(true);
});

test("it continues after PostgreSQL was killed, and starts again after both were killed at once", async () => {
  const port = await freePort();
  const one = start({ PORT: String(port) });
  await isReady(one, port);
  const killed = postgresPid();
  process.kill(killed, "SIGKILL");
  await until("PostgreSQL is back", () => one.text().includes("PostgreSQL is back"), 20_000);
  await until("the database answers", () => answersFromDatabase(port), 20_000);
  expect(postgresPid()).not.toBe(killed);
  expect(one.process.exitCode).toBeNull();

  const [server, database] = [serverPid(), postgresPid()];
  process.kill(server, "SIGKILL");
  process.kill(database, "SIGKILL");
  await one.ended;
  const second = start({ PORT: String(port) });
  await isReady(second, port);
  expect(await answersFromDatabase(port)).toBe(true);
});

test("a port in use is reported in one sentence", async () => {
  const port = await freePort();
  const stranger = createServer();
  await new Promise<void>((done) => stranger.listen(port, "127.0.0.1", done));
  const one = start({ PORT: String(port) });
  expect(await one.ended).toBe(1);
  stranger.close();
  expect(one.text()).toBe(
    `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start\n`,
  );
});

test.each([
  ["PORT", "abc"],
  ["ROLE", "everything"],
  ["DATABASE_URL", "mysql://localhost/kawung"],
  ["PUBLIC_URL", "kawung"],
])("a wrong %s is named", async (name, value) => {
  const one = start({ PORT: String(await freePort()), [name]: value });
  expect(await one.ended).toBe(1);
  expect(one.text()).toMatch(new RegExp(`^Setting: ${name} .*\\n$`));
});

test("an unreachable DATABASE_URL is reported, and no database is created", async () => {
  const port = await freePort();
  const elsewhere = join(copy, "elsewhere");
  const url = `postgres://kawung:secret@127.0.0.1:${await freePort()}/kawung`;
  const one = start({ PORT: String(port), DATABASE_URL: url, DATA_DIR: elsewhere });
  expect(await one.ended).toBe(1);
  expect(one.text()).toContain("DATABASE_URL");
  expect(one.text()).not.toContain("secret");
  expect(existsSync(join(elsewhere, "postgres"))).toBe(false);
});
