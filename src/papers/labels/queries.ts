import { sql, type Queryable } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { OrderAddress } from "#orders/rules.ts";

export type LabelRow = {
  invoice: string;
  courier_name: string;
  tracking_number: string | null;
  address: OrderAddress;
  weight_g: number;
  /** What the courier collects in cash; 0 for an order that is paid. */
  cash_on_delivery: Rupiah;
  /** Whom the buyer named as sender. */
  sender_name: string | null;
  sender_phone: string | null;
  shop_name: string;
  shop_street: string;
  shop_city: string;
  lines: { name: string; variant: string; quantity: number; note: string }[];
};

/**
 * Orders of a shop to print for, oldest first: the given one while it is prepared or under way, or all that are
 * prepared and not to be cancelled. An order in several parcels has a row for each.
 */
export function listLabelOrders(
  db: Queryable,
  shopId: string,
  orderId: string | undefined,
  limit: number,
): Promise<LabelRow[]> {
  const which = orderId
    ? sql`o.id = ${orderId} and o.status in ('processing', 'shipped')`
    : sql`o.status = 'processing' and o.cancel_requested_at is null`;
  return db.rows(sql`
    select o.invoice, o.courier_name, parcel.tracking_number, o.address, o.sender_name, o.sender_phone, s.name as shop_name, s.street as shop_street, s.city_name as shop_city,
      (case when o.cod and o.paid_at is null then o.total else 0 end)::bigint as cash_on_delivery,
      (select sum(l.weight_g * l.quantity)::int from order_lines l where l.order_id = o.id) as weight_g,
      (select json_agg(json_build_object('name', l.name, 'variant', l.variant_name, 'quantity', l.quantity, 'note', l.note) order by l.id)
        from order_lines l where l.order_id = o.id) as lines
    from orders o join shops s on s.id = o.shop_id
    left join parcels parcel on parcel.order_id = o.id and parcel.direction = 'out' and parcel.state <> 'cancelled'
    where o.shop_id = ${shopId} and ${which}
    order by o.created_at, o.id, parcel.created_at, parcel.id limit ${limit}`);
}
