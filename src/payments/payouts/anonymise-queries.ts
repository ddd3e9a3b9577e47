import { sql, type Tx } from "#lib/database.ts";

const withoutPerson = sql`number_sealed = null, number_digest = null, holder_name = null`;
const isEnded = sql`status in ('paid', 'failed', 'returned', 'cancelled')`;

/** Removes what identifies a user from their ended payouts, and their shop's automatic withdrawal. */
export async function anonymisePayoutRows(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`delete from payout_schedules where shop_id in (select id from shops where owner_id = ${userId})`);
  await tx.run(sql`update payouts set ${withoutPerson} where user_id = ${userId} and ${isEnded}`);
  await tx.run(sql`
    update payout_events e set note = '' from payouts p
    where p.id = e.payout_id and p.user_id = ${userId} and e.kind = 'cancelled' and e.note <> ''`);
}

/** Removes what identifies users from old payouts. Returns how many it changed. */
export async function anonymisePayoutRowsBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const ids = (
    await tx.rows<{ id: string }>(sql`
      select id from payouts where requested_at < ${before} and ${isEnded} and holder_name is not null
      order by id limit ${limit} for update`)
  ).map(({ id }) => id);
  if (ids.length === 0) return 0;
  await tx.run(sql`update payouts set ${withoutPerson} where id = any(${ids}::uuid[])`);
  await tx.run(
    sql`update payout_events set note = '' where payout_id = any(${ids}::uuid[]) and kind = 'cancelled' and note <> ''`,
  );
  return ids.length;
}
