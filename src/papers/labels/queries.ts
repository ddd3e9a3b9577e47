import { sql, type Queryable } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { ParcelContents } from "#orders/parcels/rules.ts";
import type { OrderAddress } from "#orders/address-rules.ts";

export type LabelRow = {
  invoice: string;
  courier: string;
  courier_name: string;
  tracking_number: string | null;
  address: OrderAddress;
  /** What the courier collects in cash; 0 for an order that is paid. */
  cash_on_delivery: Rupiah;
  /** Whom the buyer named as sender. */
  sender_name: string | null;
  sender_phone: string | null;
  shop_name: string;
  shop_street: string;
  shop_city: string;
  lines: { id: string; name: string; variant: string; quantity: number; weight_g: number; note: string }[];
  /** The premium that the buyer paid; 0 for an order without insurance. */
  premium: Rupiah;
  /** The parcels of the order, the first one first, and which of them this is. */
  parcels: { contents: ParcelContents | null }[];
  position: number;
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
    select o.invoice, o.courier, o.courier_name, parcel.tracking_number, o.address, o.sender_name, o.sender_phone, s.name as shop_name, s.street as shop_street, s.city_name as shop_city,
      (case when o.cod and o.paid_at is null then o.total else 0 end)::bigint as cash_on_delivery,
      (select json_agg(json_build_object('id', l.id, 'name', l.name, 'variant', l.variant_name, 'quantity', l.quantity, 'weight_g', l.weight_g, 'note', l.note) order by l.id)
        from order_lines l where l.order_id = o.id) as lines,
      (select coalesce(sum(a.amount), 0)::bigint from order_adjustments a where a.order_id = o.id and a.kind = 'insurance') as premium,
      (select coalesce(json_agg(json_build_object('contents', x.contents) order by x.created_at, x.id), '[]')
        from parcels x where x.order_id = o.id and x.direction = 'out' and x.state <> 'cancelled') as parcels,
      (row_number() over (partition by o.id order by parcel.created_at, parcel.id))::int as position
    from orders o join shops s on s.id = o.shop_id
    left join parcels parcel on parcel.order_id = o.id and parcel.direction = 'out' and parcel.state <> 'cancelled'
    where o.shop_id = ${shopId} and ${which}
    order by o.created_at, o.id, parcel.created_at, parcel.id limit ${limit}`);
}
