import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Component, Impact } from "./rules.ts";

export type IncidentRow = {
  id: string;
  component: Component;
  impact: Impact;
  title: string;
  began_at: Date;
  ended_at: Date | null;
  version: number;
  updates: { text: string; impact: Impact; at: string }[];
};

const columns = sql`i.id, i.component, i.impact, i.title, i.began_at, i.ended_at, i.version,
  (select json_agg(json_build_object('text', u.text, 'impact', u.impact, 'at', u.written_at) order by u.version desc)
    from incident_updates u where u.incident_id = i.id) as updates`;

/** Makes new incidents wait for each other. */
export async function lockIncidents(tx: Tx): Promise<void> {
  await tx.run(sql`lock table incidents in share row exclusive mode`);
}

/** Incidents that go on, the newest first. */
export function listOpenIncidents(db: Queryable): Promise<IncidentRow[]> {
  return db.rows(sql`select ${columns} from incidents i where i.ended_at is null order by i.began_at desc, i.id desc`);
}

/** Incidents that ended since this moment, the newest first. */
export function listEndedIncidents(db: Queryable, since: Date, limit: number): Promise<IncidentRow[]> {
  return db.rows(sql`
    select ${columns} from incidents i where i.ended_at > ${since} order by i.ended_at desc, i.id desc limit ${limit}`);
}

/** Which slices have background work that has waited since before this moment. */
export async function listLateSlices(db: Queryable, before: Date): Promise<Set<string>> {
  const rows = await db.rows<{ slice: string }>(sql`
    select distinct split_part(t.identifier, '.', 1) as slice from graphile_worker._private_tasks t
    where exists (select from graphile_worker._private_jobs j
      where j.task_id = t.id and j.locked_at is null and j.attempts = 0 and j.run_at <= ${before})`);
  return new Set(rows.map(({ slice }) => slice));
}

/** Whether an incident with this title is open for this part. */
export async function isReported(db: Queryable, it: { component: Component; title: string }): Promise<boolean> {
  const row = await db.row(sql`
    select from incidents where ended_at is null and component = ${it.component} and lower(title) = lower(${it.title})`);
  return row !== undefined;
}

/** Opens an incident with its first update. Undefined when too many are open. The caller holds the lock. */
export async function insertIncident(
  tx: Tx,
  it: { component: Component; impact: Impact; title: string; now: Date },
  maxOpen: number,
): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(sql`
    insert into incidents (component, impact, title, began_at)
    select ${it.component}, ${it.impact}, ${it.title}, ${it.now} where (select count(*) from incidents where ended_at is null) < ${maxOpen}
    returning id`);
  return row?.id;
}

/** Stores what is said about an incident. */
export async function insertIncidentUpdate(
  tx: Tx,
  it: { id: string; version: number; impact: Impact; text: string; by: string; now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into incident_updates (incident_id, version, text, impact, written_by, written_at)
    values (${it.id}, ${it.version}, ${it.text}, ${it.impact}, ${it.by}, ${it.now})`);
}

/** Changes an open incident that has this version, and returns its title. Undefined when it was changed or ended. */
export function updateIncident(
  tx: Tx,
  id: string,
  it: { version: number; impact: Impact; endedAt: Date | null },
): Promise<{ title: string } | undefined> {
  return tx.row(sql`
    update incidents set impact = ${it.impact}, ended_at = ${it.endedAt}, version = version + 1
    where id = ${id} and version = ${it.version} and ended_at is null returning title`);
}

/** Whether there is such an incident. */
export async function isIncident(db: Queryable, id: string): Promise<boolean> {
  return (await db.row(sql`select from incidents where id = ${id}`)) !== undefined;
}
