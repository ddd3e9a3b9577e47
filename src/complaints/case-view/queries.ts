import { sql, type Queryable } from "#lib/database.ts";
import type { PrivateFileType } from "#media/rules.ts";
import type { OrderStatus } from "#orders/rules.ts";
import type { TrackingStatus } from "#shipping/rules.ts";
import { arrivedMeanwhile, hasAddress, parcelScanned, type Case, type MessageKind, type SentTo } from "../queries.ts";
import type { ComplaintState, MessageAuthor, Outcome, Solution } from "../rules.ts";
import type { Problem } from "../opening/rules.ts";

export type CardRow = {
  id: string;
  number: string;
  order_id: string;
  invoice: string;
  state: ComplaintState;
  due_at: Date | null;
  problems: Problem[];
  line_count: number;
  first_name: string;
  picture_key: string | null;
  shop_name: string;
  shop_slug: string;
  buyer_name: string;
  opened_at: Date;
  closed_at: Date | null;
  outcome: Outcome | null;
  /** The shop has an address to which goods can be sent back. */
  has_address: boolean;
};

// What a row of a list shows, and its tables.
export const cardColumns = sql`c.id, c.number, c.order_id, o.invoice, c.state, c.due_at, c.opened_at, c.closed_at, c.outcome, l.problems, l.line_count, l.first_name,
  l.picture_key, s.name as shop_name, s.slug as shop_slug, u.name as buyer_name,
  ${hasAddress} as has_address`;
export const cardTables = sql`complaints c join orders o on o.id = c.order_id join shops s on s.id = c.shop_id join users u on u.id = c.buyer_id
  cross join lateral (
    select array_agg(distinct x.problem) as problems, count(*)::int as line_count, (array_agg(r.name order by r.id))[1] as first_name,
      (array_agg(r.picture_key order by r.id))[1] as picture_key
    from complaint_lines x join order_lines r on r.id = x.order_line_id where x.complaint_id = c.id) l`;

/** Cases of a buyer or shop, newest first, those after the cursor. A further row shows that there is a next page. */
export function listCases(
  db: Queryable,
  owner: { buyerId: string } | { shopId: string },
  {
    view,
    after,
    limit,
  }: { view: "open" | "closed" | undefined; after: { at: Date; id: string } | undefined; limit: number },
): Promise<CardRow[]> {
  const own = "buyerId" in owner ? sql`c.buyer_id = ${owner.buyerId}` : sql`c.shop_id = ${owner.shopId}`;
  const state = view ? (view === "open" ? sql`and c.state <> 'closed'` : sql`and c.state = 'closed'`) : sql``;
  const page = after
    ? sql`and (date_trunc('milliseconds', c.opened_at), c.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  return db.rows(sql`
    select ${cardColumns} from ${cardTables} where ${own} ${state} ${page}
    order by date_trunc('milliseconds', c.opened_at) desc, c.id desc limit ${limit}`);
}

/** A case with its card; undefined when it is missing or the reader is not a party of it. */
export function findCase(
  db: Queryable,
  complaintId: string,
  reader: { userId: string; shopId: string | null } | "mediator",
): Promise<
  | (CardRow &
      Case & {
        outcome_text: string | null;
        refunded: number;
        order_status: OrderStatus;
        delivered_at: Date | null;
        shop_street: string;
        shop_city: string;
        shop_postcode: string;
        sent_to: SentTo | null;
        /** The courier has scanned the parcel that the case waits for. */
        parcel_scanned: boolean;
        /** How often its number was replaced. */
        numbers_replaced: number;
      })
  | undefined
> {
  const own =
    reader === "mediator" ? sql`true` : sql`(c.buyer_id = ${reader.userId} or c.shop_id = ${reader.shopId}::uuid)`;
  return db.row(sql`
    select ${cardColumns}, c.buyer_id, c.shop_id, s.owner_id as seller_id, c.talk_until, c.seller_answered, c.demand, c.offer_id, m.solution as offer, c.solution,
      c.parcel_id, c.arrival_assumed, c.address_missing, ${arrivedMeanwhile}, c.appealed_by, o.eta, o.courier, c.updated_at, o.address->>'provinceCode' as buyer_province, s.province_code as shop_province,
      c.outcome_text, c.refunded, o.status as order_status, o.delivered_at, s.street as shop_street, s.city_name as shop_city, coalesce(s.postcode, '') as shop_postcode, c.sent_to, ${parcelScanned},
      (select count(*)::int from replaced_tracking_numbers r where r.parcel_id = c.parcel_id) as numbers_replaced
    from ${cardTables} left join complaint_messages m on m.id = c.offer_id where c.id = ${complaintId} and ${own}`);
}

export type MessageRow = {
  id: string;
  author: MessageAuthor;
  author_id: string | null;
  author_name: string | null;
  kind: MessageKind;
  text: string;
  solution: Solution | null;
  evidence: { id: string; type: PrivateFileType; bytes: number }[];
  created_at: Date;
};

/** All messages of a case, oldest first. */
export function listMessages(db: Queryable, complaintId: string): Promise<MessageRow[]> {
  return db.rows(sql`
    select m.id, m.author, m.author_id, u.name as author_name, m.kind, m.text, m.solution, m.created_at,
      (select coalesce(json_agg(json_build_object('id', e.id, 'type', e.type, 'bytes', e.bytes) order by e.position, e.id), '[]')
        from complaint_evidence e where e.message_id = m.id) as evidence
    from complaint_messages m left join users u on u.id = m.author_id
    where m.complaint_id = ${complaintId} order by m.created_at, m.id`);
}

export type DecisionRow = {
  id: string;
  message_id: string;
  mediator_id: string | null;
  mediator_name: string | null;
  rule: string;
  reason: string;
  solution: Solution;
  is_final: boolean;
  is_precedent: boolean;
  buyer_accepted_at: Date | null;
  seller_accepted_at: Date | null;
  created_at: Date;
};

/** All decisions of a case, oldest first. */
export function listDecisions(db: Queryable, complaintId: string): Promise<DecisionRow[]> {
  return db.rows(sql`
    select d.id, d.message_id, d.mediator_id, u.name as mediator_name, d.rule, d.reason, d.solution, d.is_final, d.is_precedent, d.buyer_accepted_at,
      d.seller_accepted_at, d.created_at
    from complaint_decisions d left join users u on u.id = d.mediator_id where d.complaint_id = ${complaintId} order by d.created_at, d.id`);
}

export type LastScan = {
  parcel_id: string;
  status: TrackingStatus;
  place: string;
  by_seller: boolean;
  scanned_at: Date;
};

/** The newest report about each parcel of an order. */
export function listLastScans(db: Queryable, orderId: string): Promise<LastScan[]> {
  return db.rows(sql`
    select distinct on (x.id) x.id as parcel_id, t.status, t.place, t.source = 'seller' as by_seller, t.scanned_at
    from parcels x join tracking_scans t on t.parcel_id = x.id where x.order_id = ${orderId}
    order by x.id, t.scanned_at desc, t.id desc`);
}
