import { erasedName } from "#accounts/rules.ts";
import { sql, type Tx } from "#lib/database.ts";

/** Leaves of each address of the buyer's orders the province and city, which taxes and statistics ask for. */
export async function maskAddresses(tx: Tx, buyerId: string): Promise<void> {
  await tx.run(sql`
    update orders set cancel_reason = case when cancel_reason is not null then 'Dihapus bersama akun.' end,
      address = address || jsonb_build_object('label', '', 'recipient', ${erasedName}::text, 'phone', '', 'street', '', 'note', '',
        'village', '', 'district', '', 'postcode', '')
    where buyer_id = ${buyerId}`);
}

/** Empties what the buyer wrote beside the lines of their orders. */
export async function blankNotes(tx: Tx, buyerId: string): Promise<void> {
  await tx.run(sql`
    update order_lines l set note = '' from orders o where o.id = l.order_id and o.buyer_id = ${buyerId} and l.note <> ''`);
}

/** Empties the reasons in the buyer's orders, and those the person wrote as a seller. */
export async function blankReasons(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`
    update order_events e set reason = '' from orders o
    where o.id = e.order_id and (o.buyer_id = ${userId} or e.actor_id = ${userId}) and e.reason <> ''`);
}
