/**
 * Design note. The embedded PostgreSQL is a process that is independent of Node. It must survive a killed Node, because
 * it holds money, and Node must survive a killed PostgreSQL. So it runs detached, is found again through its
 * postmaster.pid ("adopted"), and is restarted when it dies. Several processes may use one data folder: each registers
 * in DATA_DIR/postgres-users, and the last one to leave stops the server. Starts and stops hold a lock file.
 * Statements go over a Unix socket: over TCP each wait costs 40 µs more of processor time, and a checkout of three
 * calls waits about 20 times. Where there can be no socket they go over TCP, which also answers whether the server is
 * ready.
 * Not chosen: pg_ctl, whose readiness check needs a socket; a child that dies with Node, which loses no data but has to
 * recover after each kill.
 */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type pg from "pg";

import { withFileLock } from "../file-lock.ts";
import { archiveCommand, archiveSettings, commandFile, storesIn, writeCommand } from "./archive-command.ts";
import type { Archive } from "./archive-command.ts";
import { findBinaries } from "./binaries.ts";
import { invalidatePidFile, isServerOf, openCluster, readPidFile, readSecrets, socketFolder } from "./cluster.ts";
import type { Cluster, Secrets } from "./cluster.ts";
import { isAlive } from "./process-table.ts";
import { launch, sendSignal, stopServer, waitUntilReady, type Running } from "./server-process.ts";
import { registerProcess, unregisterProcess } from "./server-users.ts";
import { superuser } from "./superuser.ts";

export type PostgresOptions = {
  dataDir: string;
  /** The port to use. By default a free one is chosen once and kept. */
  port?: number;
  log: (line: string) => void;
  /** False for data that may be lost, as in tests: no fsync, and the role may create databases. Default: true. */
  durable?: boolean;
  /**
   * How each file of the log is stored elsewhere. A server that stores it in another place is started again, unless
   * another process uses it; then `log` says so, and the log goes where it went.
   */
  archive?: Archive | undefined;
};

export type PostgresServer = {
  /** Address of the database `kawung`, for its owner `kawung`, who is not a superuser. */
  url: string;
  /** Stops using the server. Stops it within 9 s unless another process uses it. */
  stop(): Promise<void>;
  /** The current process of the server. It changes when the server is restarted. */
  readonly pid: number;
  /** True when the server was already running. */
  adopted: boolean;
};

/**
 * Starts the PostgreSQL of a data folder and creates it at the first call, or adopts the one that is running. Resolves
 * when it accepts connections and its role, database and extensions exist. Throws with the end of its log when it does
 * not start.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const durable = options.durable ?? true;
  const lock = join(dataDir, "postgres.lock");
  const stopping = new AbortController();
  let launched: number | undefined;
  // Node ends without stop(), for example after an error or during the start. The server is asked to stop by itself.
  const leave = () => {
    if (launched !== undefined && unregisterProcess(dataDir) === 0) sendSignal(launched, "SIGINT");
  };
  process.once("exit", leave);

  async function startServer(
    fixedPort: number | undefined,
  ): Promise<{ running: Running; cluster: Cluster; secrets: Secrets }> {
    const secrets = readSecrets(dataDir);
    const cluster = await openCluster(dataDir, findBinaries(dataDir), secrets, { durable, log: options.log });
    const file = commandFile(clusterFolder(dataDir));
    const launchOptions = {
      dataDir,
      durable,
      fixedPort,
      settings: archiveSettings(file, options.archive),
      wantedPort: options.port,
      stopping: stopping.signal,
      onLaunch: (pid: number) => (launched = pid),
    };
    let running = await adopt(cluster, secrets, dataDir, options);
    if (!running) {
      if (options.archive) writeCommand(file, options.archive);
      running = await launch(cluster, secrets, launchOptions);
    }
    if (options.archive && !running.adopted) await wakeCheckpointer({ ...secrets, port: running.port });
    registerProcess(dataDir);
    launched = running.pid;
    return { running, cluster, secrets: { ...secrets, port: running.port } };
  }

  const first = await withFileLock(lock, async () => {
    const up = await startServer(undefined);
    await prepare(up.secrets, durable);
    return up;
  });
  let { running } = first;
  const { cluster, secrets } = first;
  const url = await databaseUrl(secrets, cluster);

  async function restartServer(): Promise<void> {
    for (let attempt = 0; !stopping.signal.aborted; attempt += 1) {
      options.log(`PostgreSQL (process ${running.pid}) has gone; starting it again`);
      try {
        await withFileLock(lock, async () => {
          if (!stopping.signal.aborted) running = (await startServer(secrets.port)).running;
        });
        if (!stopping.signal.aborted) options.log(`PostgreSQL is back (process ${running.pid})`);
        return;
      } catch (error) {
        if (stopping.signal.aborted) return;
        options.log(`PostgreSQL did not start: ${(error as Error).message}`);
        await wait(Math.min(10_000, 250 * 2 ** attempt), undefined, { ref: false });
      }
    }
  }

  let recovery: Promise<void> | undefined;
  // Checked at intervals, because an adopted server is not a child of this process and sends no exit event.
  const watch = setInterval(() => {
    if (recovery || isAlive(running.pid)) return;
    recovery = restartServer().finally(() => (recovery = undefined));
  }, 250);
  watch.unref();

  return {
    url,
    adopted: running.adopted,
    get pid() {
      return running.pid;
    },
    async stop() {
      stopping.abort();
      clearInterval(watch);
      await recovery;
      process.off("exit", leave);
      await withFileLock(lock, async () => {
        if (unregisterProcess(dataDir) > 0) return;
        const server = readPidFile(cluster);
        if (server && isServerOf(cluster, server.pid)) await stopServer(cluster, server.pid);
      });
    },
  };
}

/**
 * A connection of the superuser to the running server of a data folder, which backups need. The caller ends it. Its
 * statements have no timeout. The port is the one that the server says, because that of postgres.json may be wrong.
 */
export async function connectSuperuser(dataDir: string): Promise<pg.Client> {
  const folder = resolve(dataDir);
  const secrets = readSecrets(folder);
  const port = readPidFile({ folder: clusterFolder(folder) })?.port ?? secrets.port;
  const client = superuser({ ...secrets, port }, "postgres");
  await client.connect();
  await client.query("set statement_timeout = 0");
  return client;
}

/** The folder of the database's files in a data folder, and the user they belong to. */
export function clusterFolder(dataDir: string): string {
  const marker = join(dataDir, "postgres-location");
  return existsSync(marker) ? readFileSync(marker, "utf8").trim() : join(dataDir, "postgres");
}

/**
 * Starts a server with these settings on a restored data folder, waits until it has applied the log and takes writes,
 * calls `work` with a superuser's connection and the address of the marketplace's database, and stops it. Throws with
 * the end of its log when it stops before.
 */
export async function recoverPostgres<T>(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
  log: (line: string) => void,
  work: (client: pg.Client, url: string) => Promise<T>,
): Promise<T> {
  const secrets = readSecrets(dataDir);
  const cluster = await openCluster(dataDir, findBinaries(dataDir), secrets, { durable: true, log });
  let launched: number | undefined;
  const running = await launch(cluster, secrets, {
    dataDir,
    durable: true,
    fixedPort: undefined,
    settings,
    wantedPort: undefined,
    stopping: new AbortController().signal,
    onLaunch: (pid) => (launched = pid),
  });
  try {
    const client = superuser({ ...secrets, port: running.port }, "postgres");
    await client.connect();
    try {
      while ((await client.query<{ r: boolean }>("select pg_is_in_recovery() as r")).rows[0]?.r) await wait(50);
      return await work(client, `postgres://kawung:${secrets.password}@127.0.0.1:${running.port}/kawung`);
    } finally {
      await client.end().catch(() => {});
    }
  } catch (error) {
    if (launched !== undefined && isAlive(launched)) throw error;
    const said = readFileSync(join(dataDir, "postgres.log"), "utf8").trim();
    throw new Error(`PostgreSQL stopped while it applied the log:\n${said.slice(-1500)}`);
  } finally {
    if (launched !== undefined && isAlive(launched)) await stopServer(cluster, launched);
  }
}

/** Stops the server of a data folder if one is running. Returns false and does nothing when a process uses it. */
export async function stopPostgres(dataDir: string): Promise<boolean> {
  const folder = resolve(dataDir);
  return withFileLock(join(folder, "postgres.lock"), async () => {
    if (unregisterProcess(folder) > 0) return false;
    const options = { durable: true, log: () => {} };
    const cluster = await openCluster(folder, findBinaries(folder), readSecrets(folder), options);
    const server = readPidFile(cluster);
    if (server && isServerOf(cluster, server.pid)) await stopServer(cluster, server.pid);
    return true;
  });
}

/**
 * The address of the database over the server's Unix socket, or over TCP when nobody listens there: in a folder whose
 * name is too long, and on a server that an older version has started.
 */
async function databaseUrl(secrets: Secrets, cluster: Cluster): Promise<string> {
  const url = `postgres://kawung:${secrets.password}@127.0.0.1:${secrets.port}/kawung`;
  const folder = socketFolder(cluster);
  const isThere = folder !== undefined && (await isListening(join(folder, `.s.PGSQL.${secrets.port}`)));
  return isThere ? `${url}?host=${encodeURIComponent(folder)}` : url;
}

function isListening(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path, () => done(true));
    socket.once("connect", () => socket.destroy());
    socket.once("error", () => done(false));
  });
}

/** Whether the running server stores its log in this place. */
async function archives(secrets: Secrets, file: string, archive: Archive): Promise<boolean> {
  const client = superuser(secrets, "postgres");
  await client.connect();
  try {
    const { rows } = await client.query<{ mode: string; command: string }>(
      "select current_setting('archive_mode') as mode, current_setting('archive_command') as command",
    );
    return rows[0]?.mode === "on" && rows[0].command === archiveCommand(file) && storesIn(file, archive);
  } finally {
    await client.end();
  }
}

/**
 * Makes the server's checkpointer look at archive_timeout. One that began before the start was over does not, and would
 * sleep until the first checkpoint: for five minutes nothing of an unfilled log would be stored.
 */
async function wakeCheckpointer(secrets: Secrets): Promise<void> {
  const client = superuser(secrets, "postgres");
  await client.connect();
  await client.query("select pg_reload_conf()").finally(() => client.end());
}

/**
 * The server that is already running on this cluster, when it accepts connections. One that does not is stopped, and
 * also one that does not store its log in the wanted place, if no other process uses it.
 */
async function adopt(
  cluster: Cluster,
  secrets: Secrets,
  dataDir: string,
  { archive, log }: PostgresOptions,
): Promise<Running | undefined> {
  const found = readPidFile(cluster);
  if (!found) return undefined;
  if (!isServerOf(cluster, found.pid)) {
    invalidatePidFile(cluster);
    return undefined;
  }
  const answer = await waitUntilReady(cluster, { ...secrets, port: found.port }, found.pid, 15_000);
  if (answer === "ready") {
    if (!archive) return { ...found, adopted: true };
    const file = commandFile(clusterFolder(dataDir));
    if (await archives({ ...secrets, port: found.port }, file, archive)) {
      if (archive.renews) writeCommand(file, archive);
      return { ...found, adopted: true };
    }
    if (unregisterProcess(dataDir) > 0) {
      log("PostgreSQL does not store its log as BACKUP_DIR says: stop all processes and start them again");
      return { ...found, adopted: true };
    }
  }
  await stopServer(cluster, found.pid);
  invalidatePidFile(cluster);
  return undefined;
}

/** Creates missing role, database and extensions, and checks that committed data is durable. */
async function prepare(secrets: Secrets, durable: boolean): Promise<void> {
  const client = superuser(secrets, "postgres");
  await client.connect();
  try {
    if (durable) await assertDurable(client);
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = 'kawung') as role,
              exists (select from pg_database where datname = 'kawung') as database`,
    );
    if (rows[0]?.role && rows[0].database) return;
    const rights = `login ${durable ? "" : "createdb"} password ${client.escapeLiteral(secrets.password)}`;
    if (!rows[0]?.role) await client.query(`create role kawung ${rights}`);
    // Extensions are created in template1, so that test databases and a recreated database have them too.
    const template = superuser(secrets, "template1");
    await template.connect();
    await template.query("create extension if not exists pg_trgm").finally(() => template.end());
    await client.query("create database kawung owner kawung");
  } finally {
    await client.end();
  }
}

async function assertDurable(client: pg.Client): Promise<void> {
  for (const setting of ["fsync", "synchronous_commit", "full_page_writes"]) {
    const { rows } = await client.query<Record<string, string>>(`show ${setting}`);
    if (rows[0]?.[setting] !== "on") throw new Error(`PostgreSQL runs with ${setting} off: money could be lost`);
  }
}
