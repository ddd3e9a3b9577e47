import { anonymisedName } from "#accounts/rules.ts";
import { sql, type Sql, type Tx } from "#lib/database.ts";
import { placeKeys } from "./address-rules.ts";
import { orderStatuses, orderStatusNames } from "./rules.ts";

/** What remains of an order's address: the province and the city, without the pin on the map. */
function anonymisedAddress(): Sql {
  return sql`(address - ${placeKeys}::text[]) || jsonb_build_object('label', '', 'recipient', ${anonymisedName()}::text, 'phone', '',
    'street', '', 'note', '', 'village', '', 'district', '', 'postcode', '')`;
}

/** Reduces each address of the buyer's orders to province and city, which taxes and statistics need. */
export async function anonymiseAddresses(tx: Tx, buyerId: string): Promise<void> {
  await tx.run(sql`
    update orders set cancel_reason = case when cancel_reason is not null then 'Dihapus bersama akun.' end, sender_name = null, sender_phone = null,
      address = ${anonymisedAddress()}
    where buyer_id = ${buyerId}`);
}

const finalStatuses = orderStatusNames.filter((status) => orderStatuses[status].final);
const anonymisedReason = "Dihapus setelah masa simpan.";

/**
 * Locks final orders placed before the moment that still identify their buyer, oldest first. At most `limit`, because
 * one transaction over a year's orders would block everyone else.
 */
export async function lockIdentifiableOrders(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select o.id from orders o
    where o.created_at < ${before} and o.status = any(${finalStatuses})
      and (o.address->>'recipient' <> ${anonymisedName()} or o.address->>'phone' <> '' or o.address->>'street' <> ''
        or o.address ?| ${placeKeys}::text[] or o.cancel_reason <> ${anonymisedReason} or o.sender_name is not null
        or exists (select 1 from order_lines l where l.order_id = o.id and l.note <> '')
        or exists (select 1 from order_events e where e.order_id = o.id and e.reason <> '')
        or exists (select 1 from parcels p join tracking_scans t on t.parcel_id = p.id where p.order_id = o.id and t.note <> ''))
    order by o.created_at limit ${limit} for update`);
  return rows.map(({ id }) => id);
}

/** Keeps of these orders what was bought, for how much, when, and to which province and city it went. */
export async function anonymiseOrderRows(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    update orders set cancel_reason = case when cancel_reason is not null then ${anonymisedReason}::text end, sender_name = null, sender_phone = null, search_text = null,
      address = ${anonymisedAddress()}
    where id = any(${orderIds}::uuid[])`);
  await tx.run(sql`update order_lines set note = '' where order_id = any(${orderIds}::uuid[]) and note <> ''`);
  await tx.run(sql`update order_events set reason = '' where order_id = any(${orderIds}::uuid[]) and reason <> ''`);
  await tx.run(sql`
    update tracking_scans t set note = '' from parcels p
    where p.id = t.parcel_id and p.order_id = any(${orderIds}::uuid[]) and t.note <> ''`);
  await clearFindings(tx, sql`select unnest(${orderIds}::uuid[])`);
}

/** Empties what couriers reported in findings about these orders: it may name the person who took the parcel. */
async function clearFindings(tx: Tx, orders: Sql): Promise<void> {
  await tx.run(sql`update parcel_findings set detail = '' where order_id in (${orders}) and detail <> ''`);
}

/**
 * Empties the couriers' notes on the buyer's parcels, because a note may name the person who took the parcel, and what
 * the person wrote as a seller about parcels.
 */
export async function clearScanNotes(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`
    update tracking_scans t set note = '' from parcels p join orders o on o.id = p.order_id
    where p.id = t.parcel_id and o.buyer_id = ${userId} and t.note <> ''`);
  await tx.run(sql`
    update tracking_scans t set note = '', place = '' from parcels p join orders o on o.id = p.order_id join shops s on s.id = o.shop_id
    where p.id = t.parcel_id and s.owner_id = ${userId} and t.source = 'seller' and (t.note <> '' or t.place <> '')`);
  await clearFindings(tx, sql`select id from orders where buyer_id = ${userId}`);
}

/** Empties the notes that the buyer wrote to sellers. */
export async function clearLineNotes(tx: Tx, buyerId: string): Promise<void> {
  await tx.run(sql`
    update order_lines l set note = '' from orders o where o.id = l.order_id and o.buyer_id = ${buyerId} and l.note <> ''`);
}

/** Empties the reasons in the buyer's orders, and the reasons that the person wrote as a seller. */
export async function clearReasons(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`
    update order_events e set reason = '' from orders o
    where o.id = e.order_id and (o.buyer_id = ${userId} or e.actor_id = ${userId}) and e.reason <> ''`);
}
