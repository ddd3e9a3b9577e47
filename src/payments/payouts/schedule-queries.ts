/** The weekday on which a shop's balance is withdrawn automatically. */
import { type Queryable, sql, type Tx } from "#lib/database.ts";

/** The day of a shop's automatic withdrawal, 1 for Monday. */
export async function findSchedule(db: Queryable, shopId: string): Promise<number | null> {
  const row = await db.row<{ weekday: number }>(sql`select weekday from payout_schedules where shop_id = ${shopId}`);
  return row?.weekday ?? null;
}

/** Sets or removes the day of a shop's automatic withdrawal. */
export async function saveSchedule(db: Queryable, shopId: string, weekday: number | null, now: Date): Promise<void> {
  if (weekday === null) await db.run(sql`delete from payout_schedules where shop_id = ${shopId}`);
  else
    await db.run(sql`
      insert into payout_schedules (shop_id, weekday, updated_at) values (${shopId}, ${weekday}, ${now})
      on conflict (shop_id) do update set weekday = excluded.weekday, updated_at = excluded.updated_at`);
}

/** Shops whose automatic withdrawal is due on this Jakarta day. */
export function listDueSchedules(
  db: Queryable,
  { weekday, day }: { weekday: number; day: string },
): Promise<{ shop_id: string; owner_id: string }[]> {
  return db.rows(sql`
    select p.shop_id, s.owner_id from payout_schedules p join shops s on s.id = p.shop_id
    where p.weekday = ${weekday} and p.last_day is distinct from ${day}::date order by p.shop_id`);
}

/** Claims a shop's automatic withdrawal of this day, so that it runs once. False when it ran before. */
export async function claimSchedule(
  tx: Tx,
  shopId: string,
  { weekday, day }: { weekday: number; day: string },
): Promise<boolean> {
  return (
    (await tx.run(sql`
      update payout_schedules set last_day = ${day}::date
      where shop_id = ${shopId} and weekday = ${weekday} and last_day is distinct from ${day}::date`)) === 1
  );
}
