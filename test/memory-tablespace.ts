import { createHash } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import pg from "pg";

import { withFileLock } from "../src/lib/file-lock.ts";
import { readSecrets } from "../src/lib/postgres/cluster.ts";
import { memoryFolder } from "./memory-folder.ts";

const tablespace = "memory";

/**
 * The name of a tablespace in memory, for databases that live as long as one test file. Null on a machine that offers
 * no memory for files. A database has 640 files. On a disk they cost half a second of the processor, because ext4
 * searches past all files that were removed in the last minutes before it creates one.
 */
export async function openMemoryTablespace(dataDir: string): Promise<string | null> {
  const memory = memoryFolder();
  // Two runs may start at once.
  return memory === undefined ? null : withFileLock(join(dataDir, "memory.lock"), () => open(dataDir, memory));
}

async function open(dataDir: string, memory: string): Promise<string> {
  const secrets = readSecrets(dataDir);
  const client = new pg.Client({
    host: "127.0.0.1",
    port: secrets.port,
    user: "postgres",
    password: secrets.superuserPassword,
    database: "postgres",
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ cluster: string; place: string | null }>(
      "select current_setting('data_directory') as cluster, (select pg_tablespace_location(oid) from pg_tablespace where spcname = $1) as place",
      [tablespace],
    );
    const { cluster = "", place = null } = rows[0] ?? {};
    const folder = join(memory, `kawung-test-${createHash("sha256").update(cluster).digest("hex").slice(0, 12)}`);
    // A restart of the machine empties the memory, but not the server's catalogue.
    if (place === folder && existsSync(folder) && readdirSync(folder).length > 0) return tablespace;
    if (place !== null) await client.query(`drop tablespace ${tablespace}`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
    const { uid, gid } = statSync(cluster);
    chownSync(folder, uid, gid);
    await client.query(`create tablespace ${tablespace} owner kawung location ${client.escapeLiteral(folder)}`);
    return tablespace;
  } finally {
    await client.end();
  }
}
