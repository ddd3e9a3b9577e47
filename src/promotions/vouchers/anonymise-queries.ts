import { sql, type Tx } from "#lib/database.ts";

/** Stops a user's personal vouchers and the vouchers of their shop. The codes of the shop are replaced. */
export async function updateVouchersAnonymous(
  tx: Tx,
  { userId, shopId, now }: { userId: string; shopId: string | null; now: Date },
): Promise<void> {
  await tx.run(sql`
    update vouchers set state = 'stopped', stopped_at = coalesce(stopped_at, ${now}),
      code = case when shop_id = ${shopId}::uuid then upper(left(replace(id::text, '-', ''), 20)) else code end
    where buyer_id = ${userId} or shop_id = ${shopId}::uuid`);
}
