import { sql, type Queryable, type Tx } from "#lib/database.ts";
import { addDuration } from "#lib/time.ts";
import type { Rate } from "./rules.ts";

const columns = sql`r.courier, r.origin, r.destination, r.per_kg as "perKg", r.next_kg as "nextKg", r.min_kg as "minKg", r.divisor,
  r.days_min as "daysMin", r.days_max as "daysMax"`;
const tables = sql`tariff_rates r join tariff_lists l on l.id = r.list_id`;
/** The lists that count at a moment. */
const counts = (at: Date) => sql`l.begins_at <= ${at} and (l.withdrawn_at is null or l.withdrawn_at > ${at})`;
const latest = sql`r.courier, r.origin, r.destination, l.begins_at desc, l.created_at desc, l.id desc`;

/** The rates of these couriers between any of these places that count at a moment. */
export function listRatesBetween(
  db: Queryable,
  { couriers, origins, destinations }: Record<"couriers" | "origins" | "destinations", readonly string[]>,
  at: Date,
): Promise<Rate[]> {
  return db.rows(sql`
    select distinct on (r.courier, r.origin, r.destination) ${columns} from ${tables}
    where r.courier = any(${couriers}::text[]) and r.destination = any(${destinations}::text[]) and r.origin = any(${origins}::text[]) and ${counts(at)}
    order by ${latest}`);
}

/** The rates from anywhere to these destinations that count at a moment. */
export function listRatesTo(db: Queryable, destinations: readonly string[], at: Date): Promise<Rate[]> {
  return db.rows(sql`
    select distinct on (r.courier, r.origin, r.destination) ${columns} from ${tables}
    where r.destination = any(${destinations}::text[]) and ${counts(at)} order by ${latest}`);
}

/** All rates that count at a moment. */
export function listRates(db: Queryable, at: Date): Promise<Rate[]> {
  return db.rows(
    sql`select distinct on (r.courier, r.origin, r.destination) ${columns} from ${tables} where ${counts(at)} order by ${latest}`,
  );
}

/** How many routes of each courier have a rate at a moment that is more exact than one from anywhere to a zone. */
export async function countExactRoutes(
  db: Queryable,
  zones: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.rows<{ courier: string; n: number }>(sql`
    select r.courier, count(distinct (r.origin, r.destination))::int as n from ${tables}
    where ${counts(at)} and not (r.origin = '*' and r.destination = any(${zones}::text[])) group by r.courier`);
  return new Map(rows.map(({ courier, n }) => [courier, n]));
}

/** Names the lists that count at a moment. A list never changes, so the same name means the same rates. */
export async function nameRates(db: Queryable, at: Date): Promise<string> {
  const row = await db.row<{ name: string }>(
    sql`select coalesce(md5(string_agg(l.id::text, ' ' order by l.id)), '') as name from tariff_lists l where ${counts(at)}`,
  );
  return row?.name ?? "";
}

/** Whether a list counts, or did since this moment. */
export async function hasListSince(db: Queryable, since: Date): Promise<boolean> {
  return (
    (await db.row(sql`select 1 from tariff_lists where withdrawn_at is null or withdrawn_at > ${since} limit 1`)) !==
    undefined
  );
}

/** Which of these codes are regions. */
export async function findRegionCodes(db: Queryable, codes: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows<{ code: string }>(sql`select code from regions where code = any(${codes}::text[])`);
  return new Set(rows.map(({ code }) => code));
}

/**
 * Makes every other change of tariffs wait until the transaction ends. Returns the moment of this change: `now`, or
 * just after the latest change, for a request that waited for it or whose process has a clock that is behind.
 */
export async function lockTariffs(tx: Tx, now: Date): Promise<Date> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtextextended('tariffs', 61))`);
  // A statement of its own, because it sees what was committed while the lock was awaited.
  const row = await tx.row<{ latest: Date | null }>(
    sql`select greatest(max(created_at), max(withdrawn_at)) as latest from tariff_lists`,
  );
  return row?.latest && row.latest >= now ? addDuration(row.latest, 1) : now;
}

/** Stores a list with its rates and returns its id. */
export async function insertList(
  tx: Tx,
  list: { note: string; beginsAt: Date; userId: string | null; rates: readonly Rate[]; now: Date },
): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into tariff_lists (note, rate_count, begins_at, created_by, created_at)
    values (${list.note}, ${list.rates.length}, ${list.beginsAt}, ${list.userId}, ${list.now}) returning id`);
  if (!row) throw new Error("a list of tariffs was not stored");
  await tx.run(sql`
    insert into tariff_rates (list_id, courier, origin, destination, per_kg, next_kg, min_kg, divisor, days_min, days_max)
    select ${row.id}, r.courier, r.origin, r.destination, r."perKg", r."nextKg", r."minKg", r.divisor, r."daysMin", r."daysMax"
    from jsonb_to_recordset(${JSON.stringify(list.rates)}::jsonb) as r (courier text, origin text, destination text, "perKg" bigint, "nextKg" bigint,
      "minKg" int, divisor int, "daysMin" int, "daysMax" int)`);
  return row.id;
}

/** Withdraws a list. False when it is gone or was withdrawn before. */
export async function updateWithdrawn(tx: Tx, listId: string, userId: string, now: Date): Promise<boolean> {
  const changed = await tx.run(sql`
    update tariff_lists set withdrawn_at = ${now}, withdrawn_by = ${userId} where id = ${listId} and withdrawn_at is null`);
  return changed === 1;
}

export type TariffListRow = {
  id: string;
  note: string;
  rate_count: number;
  begins_at: Date;
  created_at: Date;
  created_by: string | null;
  withdrawn_at: Date | null;
  couriers: string[];
};

/** The lists, newest first. */
export function listLists(db: Queryable, limit: number): Promise<TariffListRow[]> {
  return db.rows(sql`
    select l.id, l.note, l.rate_count, l.begins_at, l.created_at, l.withdrawn_at, (select u.name from users u where u.id = l.created_by) as created_by,
      array(select distinct r.courier from tariff_rates r where r.list_id = l.id order by 1) as couriers
    from tariff_lists l order by l.created_at desc, l.id desc limit ${limit}`);
}
