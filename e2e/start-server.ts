import { fork, spawn, type ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { renderedPictures } from "./rendered-pictures.ts";
import type { HostAnswer, HostRequest } from "./server-host.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

export type Server = {
  origin: string;
  process: ChildProcess;
  /** Its output so far. */
  text(): string;
  /** Kills the process at once, like a power failure. */
  kill(): Promise<void>;
  /** Stops the process as an operator does. */
  close(): Promise<void>;
};

/** A server in a process that runs others too. */
export type HostedServer = Pick<Server, "origin" | "close">;

/**
 * A free port of this machine, below those from which systems choose the ports of outgoing connections: a browser could
 * take such a one before the server listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 20_000);
    if (await isPortFree(port)) return port;
  }
}

export function isPortFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((done) => {
    probe.once("error", () => done(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => done(true)));
  });
}

let host: ChildProcess | undefined;
let sites = 0;
let lastPort: number | undefined;

/**
 * Starts the product on an existing database, in a process that this test process uses for all its files. Resolves when
 * it is ready. A test that kills the server, reads its output or starts two takes {@link startServer}. All have the
 * same port if it is free, so that the windows of a file serve the next one too (reuse-windows.ts).
 */
export async function startHostedServer(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<HostedServer> {
  if (lastPort === undefined || !(await isPortFree(lastPort))) lastPort = await freePort();
  const port = settings.PORT ?? String(lastPort);
  const dataDir = await makeDataDir();
  sites += 1;
  const id = sites;
  host ??= startHost();
  const own = host;
  const run = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DEMO: "1", LOG_LEVEL: "error", ...settings, PORT: port };
  await ask(own, { id, run });
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      await ask(own, { id, stop: true });
      // The process lives on, so what the stopped server was writing (a picture of another size) still arrives.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** It ends with this process. */
function startHost(): ChildProcess {
  const started = fork("e2e/server-host.ts", {
    cwd: root,
    execArgv: [],
    env: {
      PATH: process.env.PATH ?? "",
      HOME: tmpdir(),
      NODE_COMPILE_CACHE: join(root, "tmp", "compile-cache"),
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  started.once("exit", () => (host = undefined));
  started.unref();
  started.channel?.unref();
  return started;
}

/** Sends this to the host and waits for its answer. */
function ask(to: ChildProcess, request: HostRequest): Promise<void> {
  return new Promise((done, fail) => {
    const end = (failure?: string) => {
      to.off("message", hear);
      to.off("exit", ended);
      to.channel?.unref();
      if (failure === undefined) done();
      else fail(new Error(failure));
    };
    const hear = (answer: HostAnswer) => answer.id === request.id && end(answer.failure);
    const ended = (code: number | null) => end(`the host of the servers ended with ${code}`);
    to.on("message", hear);
    to.on("exit", ended);
    to.channel?.ref();
    to.send(request);
  });
}

async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "kawung-e2e-"));
  await symlink(renderedPictures(), join(dataDir, "pictures"), "junction");
  return dataDir;
}

/**
 * Starts the product as one process on an existing database, from another folder than this one if given. Resolves when
 * it is ready.
 */
export async function startServer(
  databaseUrl: string,
  settings: Record<string, string> = {},
  program = root,
): Promise<Server> {
  const port = settings.PORT ?? String(await freePort());
  const dataDir = await makeDataDir();
  const child = spawn(process.execPath, ["src/server.ts"], {
    cwd: program,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: dataDir,
      NODE_COMPILE_CACHE: join(root, "tmp", "compile-cache"),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DEMO: "1",
      LOG_LEVEL: "error",
      ...settings,
      PORT: port,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  child.stdout?.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  await new Promise<void>((done, fail) => {
    child.stdout?.on("data", () => {
      if (printed.includes("ready at")) done();
    });
    child.once("exit", (code) => fail(new Error(`the server ended with ${code}:\n${printed}`)));
  });
  const finish = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    process: child,
    text: () => printed,
    kill: () => finish("SIGKILL"),
    close: () => finish("SIGTERM"),
  };
}
