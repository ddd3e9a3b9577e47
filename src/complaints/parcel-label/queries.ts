import { sql, type Queryable } from "#lib/database.ts";
import type { OrderAddress } from "#orders/address-rules.ts";
import { parcelScanned, type SentTo } from "../queries.ts";
import type { ComplaintState, Solution } from "../rules.ts";

export type LabelRow = {
  number: string;
  state: ComplaintState;
  buyer_id: string;
  shop_id: string;
  invoice: string;
  solution: Solution | null;
  address: OrderAddress;
  /** The dropshipper whom the buyer named as sender. */
  sender_name: string | null;
  sender_phone: string | null;
  shop_name: string;
  shop_street: string;
  shop_city: string;
  shop_postcode: string | null;
  /** Where goods that are on their way back were sent to. */
  sent_to: SentTo | null;
  /** Null until the parcel has left. */
  courier: string | null;
  courier_name: string | null;
  tracking_number: string | null;
  parcel_scanned: boolean;
  lines: { name: string; variant: string; quantity: number; weight_g: number }[];
};

/** What the label of a case's parcel needs; undefined unless the reader is the buyer or the seller of the case. */
export function findLabel(
  db: Queryable,
  complaintId: string,
  reader: { userId: string; shopId: string | null },
): Promise<LabelRow | undefined> {
  return db.row(sql`
    select c.number, c.state, c.buyer_id, c.shop_id, o.invoice, c.solution, o.address, o.sender_name, o.sender_phone,
      s.name as shop_name, s.street as shop_street, s.city_name as shop_city, s.postcode as shop_postcode,
      case when c.state = 'return_shipped' then c.sent_to end as sent_to,
      p.courier, p.courier_name, p.tracking_number, ${parcelScanned},
      (select json_agg(json_build_object('name', l.name, 'variant', l.variant_name, 'quantity', x.quantity, 'weight_g', l.weight_g) order by l.id)
        from complaint_lines x join order_lines l on l.id = x.order_line_id where x.complaint_id = c.id) as lines
    from complaints c join orders o on o.id = c.order_id join shops s on s.id = c.shop_id
    left join parcels p on p.id = c.parcel_id and c.state in ('return_shipped', 'replacement_shipped')
    where c.id = ${complaintId} and (c.buyer_id = ${reader.userId} or c.shop_id = ${reader.shopId}::uuid)`);
}
