import { sql, type Queryable, type Tx } from "#lib/database.ts";
import { second } from "#lib/time.ts";

export type StoredFile = { name: string; content: Buffer; isBrotli: boolean };

// These moments are the database's: a demo's clock moves by weeks, and processes compare their builds on several
// machines.

/** Says that this build runs now. False when it is not published. */
export async function updateBuildRun(db: Queryable, id: string): Promise<boolean> {
  return (await db.run(sql`update web_builds set last_run_at = now() where id = ${id}`)) === 1;
}

/** Holds, until the transaction ends, all others who publish or remove builds. */
export async function lockBuilds(tx: Tx): Promise<void> {
  await tx.run(sql`lock table web_builds in share row exclusive mode`);
}

/** Which of these files are not stored. */
export async function listMissingFiles(db: Queryable, names: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select name from unnest(${names}::text[]) as name where not exists (select from web_files f where f.name = name.name)`);
  return rows.map(({ name }) => name);
}

/** Stores files. The caller holds {@link lockBuilds}. */
export async function insertFiles(tx: Tx, files: readonly StoredFile[]): Promise<void> {
  await tx.run(sql`
    insert into web_files (name, content, is_brotli)
    select * from unnest(${files.map(({ name }) => name)}::text[], ${files.map(({ content }) => content)}::bytea[],
      ${files.map(({ isBrotli }) => isBrotli)}::boolean[])`);
}

/** Stores the build, which runs now. */
export async function insertBuild(tx: Tx, { id, files }: { id: string; files: readonly string[] }): Promise<void> {
  await tx.run(sql`
    insert into web_builds (id, files, last_run_at) values (${id}, ${files}, now())
    on conflict (id) do update set last_run_at = excluded.last_run_at`);
}

/** A text that changes when a build is published or removed. */
export async function readPublishedState(db: Queryable): Promise<string> {
  const row = await db.row<{ state: string }>(sql`
    select count(*)::text || ' ' || coalesce(max(number), 0)::text as state from web_builds`);
  return row?.state ?? "";
}

/** The names of all stored files. */
export async function listFileNames(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`select name from web_files`);
  return rows.map(({ name }) => name);
}

/** One stored file. */
export async function findStoredFile(db: Queryable, name: string): Promise<StoredFile | undefined> {
  return db.row(sql`select name, content, is_brotli as "isBrotli" from web_files where name = ${name}`);
}

/** Deletes the builds whose last process ran longer ago than this. Returns how many. */
export async function deleteBuilds(tx: Tx, retentionDuration: number): Promise<number> {
  return tx.run(sql`
    delete from web_builds where last_run_at < now() - make_interval(secs => ${retentionDuration / second})`);
}

/** Deletes the files that no build has. The caller holds {@link lockBuilds}. */
export async function deleteUnusedFiles(tx: Tx): Promise<void> {
  await tx.run(sql`
    delete from web_files where name not in (select unnest(files) from web_builds)`);
}
