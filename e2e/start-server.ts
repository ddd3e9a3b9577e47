import { spawn, type ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { renderedPictures } from "./rendered-pictures.ts";

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

/** Starts the product as one process on an existing database. Resolves when it is ready. */
export async function startServer(databaseUrl: string, settings: Record<string, string> = {}): Promise<Server> {
  const port = settings.PORT ?? String(await freePort());
  const dataDir = await mkdtemp(join(tmpdir(), "kawung-e2e-"));
  await symlink(renderedPictures(), join(dataDir, "pictures"), "junction");
  const child = spawn(process.execPath, ["src/server.ts"], {
    cwd: root,
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
