import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";

import pg from "pg";
import { inject } from "vitest";

import { migrate } from "../src/lib/migrate.ts";
import { loadRegions, referenceDataSource, type RegionScope } from "./reference-data.ts";

/** Content beside migrations and regions that some tests need, stored in its own template. */
export type Filling = {
  /** Part of the template's name. It changes when the content changes. */
  name: string;
  /** Fills the database at this URL and leaves no connection open. */
  fill(url: string): Promise<void>;
};

export type TestDatabase = {
  url: string;
  /** Closes all connections to the database and removes it. */
  drop(): Promise<void>;
};

const migrations = new URL("../db/migrations/", import.meta.url);
let made = 0;
// What this process knows already: the hash of the schema, and the templates that exist.
let knownHash: string | undefined;
const templates = new Map<string, Promise<string>>();

/**
 * A fresh database: all migrations, and regions. `small` has all provinces and regencies but districts and villages of
 * five cities only (Jakarta Selatan 31.74, Bandung 32.73, Yogyakarta 34.71, Surabaya 35.78, Jayapura 91.71); `full` has
 * all 91,000 and takes longer to load. It is a clone of a template, which the first caller builds, with `filling` if
 * given.
 */
export async function createTestDatabase(scope: RegionScope = "small", filling?: Filling): Promise<TestDatabase> {
  const serverUrl = inject("testServerUrl");
  const plain = await ensureTemplate(serverUrl, `template_${scope}_${schemaHash()}`, undefined, async (url) => {
    await migrate(url);
    await loadRegions(url, scope);
  });
  const template = filling
    ? await ensureTemplate(serverUrl, `${plain}_${filling.name}`, plain, (url) => filling.fill(url))
    : plain;
  return makeDatabase(serverUrl, template);
}

/** An empty database without migrations. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return makeDatabase(inject("testServerUrl"), "template1");
}

async function makeDatabase(serverUrl: string, template: string): Promise<TestDatabase> {
  made += 1;
  const name = `test_${process.pid}_${Date.now().toString(36)}_${made}`;
  const tablespace = inject("testTablespace");
  const place = tablespace === null ? "" : `tablespace ${tablespace}`;
  await onServer(serverUrl, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy ${place}`),
  );
  return {
    url: urlOf(serverUrl, name),
    drop: () => onServer(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

type TemplateParts = [serverUrl: string, name: string, from: string | undefined, build: (url: string) => Promise<void>];

/** Returns the template of this name. The first caller builds it, from another template or from an empty database. */
function ensureTemplate(...parts: TemplateParts): Promise<string> {
  const [, name] = parts;
  const known = templates.get(name) ?? buildTemplate(...parts);
  templates.set(name, known);
  known.catch(() => templates.delete(name));
  return known;
}

async function buildTemplate(...[serverUrl, name, from, build]: TemplateParts): Promise<string> {
  await onServer(serverUrl, async (client) => {
    if (await exists(client, name)) return;
    await client.query("select pg_advisory_lock(hashtext($1))", [name]);
    if (await exists(client, name)) return;
    const unfinished = `unfinished_${name}`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished} ${from === undefined ? "" : `template ${from}`}`);
    await build(urlOf(serverUrl, unfinished));
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}

function schemaHash(): string {
  return (knownHash ??= readSchemaHash());
}

function readSchemaHash(): string {
  const hash = createHash("sha256").update(referenceDataSource());
  for (const file of readdirSync(migrations).sort()) hash.update(file).update(readFileSync(new URL(file, migrations)));
  return hash.digest("hex").slice(0, 16);
}

async function exists(client: pg.Client, database: string): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_database where datname = $1", [database]);
  return rowCount === 1;
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
