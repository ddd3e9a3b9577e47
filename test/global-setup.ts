import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

import pg from "pg";
import type { TestProject } from "vitest/node";

import { startPostgres } from "../src/lib/postgres/server.ts";
import { hour } from "../src/lib/time.ts";
import { openMemoryTablespace } from "./memory-tablespace.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The test server's database `kawung`, whose role may create databases. */
    testServerUrl: string;
    /** The tablespace of the test databases; null is the default one, where the templates stay for the next run. */
    testTablespace: string | null;
    /** The hour in which this run began, counted since 1970. */
    startHour: number;
  }
}

/**
 * Starts one PostgreSQL for all tests, or uses the one that another run started; the last run to end stops it. Its data
 * stays in tmp/test-postgres, so that the next run can use its templates.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = fileURLToPath(new URL("../tmp/test-postgres", import.meta.url));
  const start = () => startPostgres({ dataDir, durable: false, log: () => {} });
  const server = await start().catch(() => {
    // A machine that stopped during a run lost the databases in memory, and without them recovery fails.
    rmSync(dataDir, { recursive: true, force: true });
    return start();
  });
  project.provide("testServerUrl", server.url);
  project.provide("startHour", Math.floor(Date.now() / hour));
  await dropLeftovers(server.url);
  project.provide("testTablespace", await openMemoryTablespace(dataDir));
  return () => server.stop();
}

/** Removes what killed runs left: test databases whose process has ended, and all but the six newest templates. */
async function dropLeftovers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where datname like 'test\\_%' or datname like 'template\\_%' order by oid",
    );
    const templates = rows.filter((row) => row.name.startsWith("template_"));
    const tests = rows.filter((row) => row.name.startsWith("test_") && !isRunning(Number(row.name.split("_")[1])));
    for (const { name } of [...tests, ...templates.slice(0, -6)]) {
      await client.query(`drop database if exists ${client.escapeIdentifier(name)}`).catch(() => {});
    }
  } finally {
    await client.end();
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
