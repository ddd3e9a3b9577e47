import { sql, type Tx } from "#lib/database.ts";

/** Starts a vacation; false when the shop is already on vacation. */
export async function startVacation(tx: Tx, shopId: string, now: Date): Promise<boolean> {
  return (
    (await tx.run(sql`
      update shops set on_vacation = true, vacation_since = ${now}, vacation_until = null
      where id = ${shopId} and not on_vacation`)) > 0
  );
}

/** Ends a vacation; false when the shop is not on vacation. */
export async function endVacation(tx: Tx, shopId: string, now: Date): Promise<boolean> {
  return (
    (await tx.run(sql`
      update shops set on_vacation = false, vacation_until = case when vacation_since is not null then ${now}::timestamptz end
      where id = ${shopId} and on_vacation`)) > 0
  );
}

/** Removes name, texts and picture of a closed shop. Returns the id of the picture and the old name. */
export async function anonymiseShop(
  tx: Tx,
  shopId: string,
  name: string,
  now: Date,
): Promise<{ picture_id: string | null; name: string } | undefined> {
  return tx.row(sql`
    with before as (select id, picture_id, name from shops where id = ${shopId} for update)
    update shops s set name = ${name}, slug = 'tutup-' || replace(s.id::text, '-', ''), name_skeleton = '#' || s.id, tagline = '', description = '', street = '', postcode = null, pickup_note = '', lat = null, lng = null,
      search_words = '', picture_id = null, verified_at = null, legal_name = null, legal_kind = null, nib = null, on_vacation = true, updated_at = ${now}
    from before where s.id = before.id
    returning before.picture_id, before.name`);
}
