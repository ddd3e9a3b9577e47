/** The process of the server: run it, wait until it accepts connections, stop it. */
import { execFileSync, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { program } from "./binaries.ts";
import { freePort, readPidFile, runOptions, serverCommand, writeSecrets } from "./cluster.ts";
import type { Cluster, Secrets } from "./cluster.ts";
import { isAlive } from "./process-table.ts";
import { superuser } from "./superuser.ts";

/** Maximum time of crash recovery for a large database, in milliseconds. */
const readyTimeout = 120_000;
const fastStopTimeout = 7000;
const immediateStopTimeout = 1500;

export type Running = { pid: number; port: number; adopted: boolean };

type LaunchOptions = {
  dataDir: string;
  durable: boolean;
  /** Set when clients already use a port. */
  fixedPort: number | undefined;
  /** Settings of the server beside the usual ones. */
  settings: Readonly<Record<string, string>>;
  wantedPort: number | undefined;
  stopping: AbortSignal;
  onLaunch: (pid: number) => void;
};

/** Runs the server, if need be at other ports, and resolves when it accepts connections. */
export async function launch(cluster: Cluster, secrets: Secrets, options: LaunchOptions): Promise<Running> {
  const logFile = join(options.dataDir, "postgres.log");
  let { settings } = options;
  for (let attempt = 1; ; attempt += 1) {
    const port = options.fixedPort ?? options.wantedPort ?? (await freePort(secrets.port));
    const logStart = rotate(logFile);
    const [command, words] = serverCommand(cluster, port, options.durable, settings);
    const output = openSync(logFile, "a", 0o600);
    // A process group of its own: Ctrl-C in the terminal reaches Node only, which lets requests finish first.
    const child = spawn(command, words, { ...runOptions(cluster), detached: true, stdio: ["ignore", output, output] });
    closeSync(output);
    child.unref();
    const failure = new Promise<Error>((done) => child.once("error", done));
    const pid = child.pid;
    if (pid === undefined) throw new Error(`PostgreSQL cannot be run: ${(await failure).message}`);
    options.onLaunch(pid);

    const answer = await waitUntilReady(cluster, { ...secrets, port }, pid, readyTimeout, options.stopping);
    if (answer === "ready") {
      if (secrets.port !== port) writeSecrets(options.dataDir, { ...secrets, port });
      return { pid, port, adopted: false };
    }
    if (answer !== "gone") await stopServer(cluster, pid);
    if (answer === "stopping") throw new Error("stopped while starting");
    const said = readFileSync(logFile, "utf8").slice(logStart).trim();
    // Some file systems have no sockets. TCP is enough.
    if (/Unix/.test(said)) settings = { ...settings, unix_socket_directories: "" };
    const mayHelp = /could not bind|TCP\/IP sockets|Unix|is still in use|already exists/.test(said);
    if (answer !== "gone" || !mayHelp || attempt >= 10) {
      throw new Error(`PostgreSQL did not start (${answer}). The end of ${logFile}:\n${said.slice(-1500)}`);
    }
    await wait(100 * attempt);
  }
}

/** Limits the size of the log. Returns its current length. */
function rotate(path: string): number {
  if (!existsSync(path)) return 0;
  if (statSync(path).size > 10 * 1024 * 1024) renameSync(path, `${path}.old`);
  return existsSync(path) ? readFileSync(path, "utf8").length : 0;
}

type ServerState = "ready" | "gone" | "silent" | "stopping";

/** Waits until the process accepts connections, has ended, or `deadline` milliseconds have passed. */
export async function waitUntilReady(
  cluster: Cluster,
  secrets: Secrets,
  pid: number,
  deadline: number,
  stopping?: AbortSignal,
): Promise<ServerState> {
  const timeoutAt = Date.now() + deadline;
  for (let pause = 10; Date.now() < timeoutAt; pause = Math.min(100, pause * 1.5)) {
    if (stopping?.aborted) return "stopping";
    if (!isAlive(pid)) return "gone";
    // Only its own pid file proves that the process on the port is this server.
    if (readPidFile(cluster)?.pid === pid && (await answersFor(cluster, secrets))) return "ready";
    await wait(pause);
  }
  return "silent";
}

async function answersFor(cluster: Cluster, secrets: Secrets): Promise<boolean> {
  const client = superuser(secrets, "postgres");
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    return rows[0]?.data_directory === cluster.folder;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === "28P01") throw new Error("the password in postgres.json is not the one of the database beside it");
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Stops the server: fast shutdown, then immediate, then kill. Committed data is kept in each case. */
export async function stopServer(cluster: Cluster, pid: number): Promise<void> {
  if (process.platform === "win32") {
    execFileSync(program(cluster.binaries, "pg_ctl"), ["stop", "-m", "fast", "-D", cluster.folder], {
      stdio: "ignore",
    });
    return;
  }
  const steps = [
    { signal: "SIGINT", deadline: fastStopTimeout },
    { signal: "SIGQUIT", deadline: immediateStopTimeout },
    { signal: "SIGKILL", deadline: immediateStopTimeout },
  ] as const;
  for (const { signal, deadline } of steps) {
    if (!sendSignal(pid, signal)) return;
    const timeoutAt = Date.now() + deadline;
    while (Date.now() < timeoutAt) {
      if (!isAlive(pid)) return;
      await wait(15);
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not end`);
}

/** False when there is no such process. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
