import { commonChangedMindDays } from "#catalog/categories/rules.ts";
import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { OrderStatus } from "#orders/rules.ts";
import type { ComplaintState, MessageAuthor, OpenState, Outcome, Party, SilenceFacts, Solution } from "./rules.ts";
import type { OpeningFacts, Problem } from "./opening/rules.ts";

export type MessageKind =
  | "opening"
  | "message"
  | "offer"
  | "accept"
  | "call_mediator"
  | "decision"
  | "appeal"
  | "system";

/** Where goods were sent back to: the shop's address at that moment. */
export type SentTo = { name: string; street: string; city: string; postcode: string };

/** A case as the operations need it. */
export type Case = {
  id: string;
  number: string;
  order_id: string;
  buyer_id: string;
  shop_id: string;
  seller_id: string;
  shop_name: string;
  state: ComplaintState;
  due_at: Date | null;
  talk_until: Date;
  seller_answered: boolean;
  demand: Solution;
  /** The message with the offer, or the decision, that can be accepted now. */
  offer_id: string | null;
  offer: Solution | null;
  /** What was agreed or decided. */
  solution: Solution | null;
  outcome: Outcome | null;
  parcel_id: string | null;
  arrival_assumed: boolean;
  /** The shop had no address when the buyer's time to send goods back began, and whether it has one now. */
  address_missing: boolean;
  has_address: boolean;
  /** The order was disputed under way, and all its parcels have arrived since. */
  arrived_meanwhile: boolean;
  appealed_by: "buyer" | "seller" | null;
  /** The route's delivery time as the buyer read it, and the courier that was chosen. */
  eta: string;
  courier: string;
  picture_key: string | null;
  buyer_province: string | null;
  shop_province: string;
  updated_at: Date;
};

export const arrivedMeanwhile = sql`o.delivered_at is null and exists (select 1 from parcels x where x.order_id = o.id and x.direction = 'out' and x.state = 'arrived')
  and not exists (select 1 from parcels x where x.order_id = o.id and x.direction = 'out' and x.state in ('booked', 'shipped')) as arrived_meanwhile`;

/** Whether a courier has scanned the parcel that a case waits for. */
export const parcelScanned = sql`exists (select 1 from tracking_scans t where t.parcel_id = c.parcel_id and t.source <> 'seller'
  and c.state in ('return_shipped', 'replacement_shipped')) as parcel_scanned`;

/** In a query of `shops s`: goods can be sent back to the shop. */
export const hasAddress = sql`s.street <> ''`;

const caseColumns = sql`c.id, c.number, c.order_id, c.buyer_id, c.shop_id, s.owner_id as seller_id, s.name as shop_name, c.state, c.due_at, c.talk_until,
  c.seller_answered, c.demand, c.offer_id, m.solution as offer, c.solution, c.outcome, c.parcel_id, c.arrival_assumed, c.address_missing, ${hasAddress} as has_address, ${arrivedMeanwhile}, c.appealed_by, o.eta, o.courier, c.updated_at,
  (select l.picture_key from order_lines l join complaint_lines x on x.order_line_id = l.id where x.complaint_id = c.id order by l.id limit 1) as picture_key,
  o.address->>'provinceCode' as buyer_province, s.province_code as shop_province`;

const caseTables = sql`complaints c join orders o on o.id = c.order_id join shops s on s.id = c.shop_id left join complaint_messages m on m.id = c.offer_id`;

/** What decides, besides the state of a case, what silence does. */
export function silenceFacts(
  one: Pick<Case, "arrival_assumed" | "arrived_meanwhile" | "address_missing" | "has_address">,
): SilenceFacts {
  return {
    arrivalAssumed: one.arrival_assumed,
    arrivedMeanwhile: one.arrived_meanwhile,
    addressMissing: one.address_missing,
    hasAddress: one.has_address,
  };
}

/** The order of a case, to lock it before the case. */
export async function findOrderOfCase(db: Queryable, complaintId: string): Promise<string | undefined> {
  const row = await db.row<{ order_id: string }>(sql`select order_id from complaints where id = ${complaintId}`);
  return row?.order_id;
}

/**
 * The closed case of a locked order that gave its buyer money, and what the buyer got of it so far: by line, and for
 * shipping without one.
 */
export function findAwardedCase(
  tx: Tx,
  orderId: string,
): Promise<{ id: string; awarded: Solution; got: { line_id: string | null; amount: number }[] } | undefined> {
  return tx.row(sql`
    select c.id, c.awarded, (
      select coalesce(json_agg(json_build_object('line_id', p.line_id, 'amount', p.amount)), '[]')
      from (select p.line_id, sum(p.amount)::bigint as amount from refunds r join refund_parts p on p.refund_id = r.id
        where r.order_id = c.order_id and p.part <> 'fees' and (r.cause = 'complaint ' || c.id or r.cause like 'complaint ' || c.id || ' %')
        group by p.line_id) p) as got
    from complaints c where c.order_id = ${orderId} and c.state = 'closed' and c.awarded is not null`);
}

/** Stores that the buyer of a closed case got so much more. */
export async function addRefunded(tx: Tx, complaintId: string, amount: number): Promise<void> {
  await tx.run(sql`update complaints set refunded = refunded + ${amount} where id = ${complaintId}`);
}

/** Locks a case. The caller holds the lock of its order. */
export async function lockCaseRow(tx: Tx, complaintId: string): Promise<Case | undefined> {
  await tx.row(sql`select id from complaints where id = ${complaintId} for update`);
  return tx.row(sql`select ${caseColumns} from ${caseTables} where c.id = ${complaintId}`);
}

/** Stores a case. Violates `complaints_open_order` when the order has an open one, `complaints_number_key` rarely. */
export async function insertCase(
  tx: Tx,
  one: {
    number: string;
    orderId: string;
    buyerId: string;
    shopId: string;
    dueAt: Date;
    talkUntil: Date;
    demand: Solution;
    now: Date;
  },
): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into complaints (number, order_id, buyer_id, shop_id, state, due_at, talk_until, demand, opened_at, updated_at)
    values (${one.number}, ${one.orderId}, ${one.buyerId}, ${one.shopId}, 'awaiting_seller', ${one.dueAt}, ${one.talkUntil},
      ${JSON.stringify(one.demand)}::jsonb, ${one.now}, ${one.now})
    returning id`);
  if (!row) throw new Error("a complaint was not stored");
  return row.id;
}

/** Stores what the complaint is about. */
export async function insertCaseLines(
  tx: Tx,
  complaintId: string,
  lines: readonly { line_id: string; quantity: number; problem: Problem }[],
): Promise<void> {
  await tx.run(sql`
    insert into complaint_lines (complaint_id, order_line_id, quantity, problem)
    select ${complaintId}, x.line, x.quantity, x.problem
    from unnest(${lines.map((line) => line.line_id)}::uuid[], ${lines.map((line) => line.quantity)}::int[], ${lines.map((line) => line.problem)}::text[])
      as x (line, quantity, problem)`);
}

// The text `null` would become a JSON null, which is no missing value.
const jsonOrNull = (value: Solution | null) => (value ? JSON.stringify(value) : null);

/** What a change of a case stores. A field that is missing stays. */
export type CaseUpdate = {
  state: ComplaintState;
  dueAt: Date | null;
  sellerAnswered?: boolean;
  demand?: Solution;
  /** Null when nothing can be accepted any more. */
  offerId?: string | null;
  solution?: Solution;
  outcome?: Outcome;
  parcelId?: string;
  arrivalAssumed?: boolean;
  addressMissing?: boolean;
  appealedBy?: "buyer" | "seller";
  outcomeText?: string;
  refunded?: number;
  awarded?: Solution | null;
};

/** Stores the change of a locked case whose state is still `from`. False when it is another. */
export async function updateCase(tx: Tx, one: Case, from: OpenState, change: CaseUpdate, now: Date): Promise<boolean> {
  const touched = await tx.run(sql`
    update complaints set state = ${change.state}, due_at = ${change.dueAt}, updated_at = ${now},
      seller_answered = ${change.sellerAnswered ?? one.seller_answered},
      demand = ${JSON.stringify(change.demand ?? one.demand)}::jsonb,
      offer_id = ${change.offerId === undefined ? one.offer_id : change.offerId},
      solution = ${jsonOrNull(change.solution ?? one.solution)}::jsonb,
      outcome = ${change.outcome ?? one.outcome}, parcel_id = ${change.parcelId ?? one.parcel_id},
      arrival_assumed = ${change.arrivalAssumed ?? one.arrival_assumed}, address_missing = ${change.addressMissing ?? one.address_missing},
      appealed_by = ${change.appealedBy ?? one.appealed_by}, outcome_text = ${change.outcomeText ?? null}, refunded = ${change.refunded ?? 0},
      awarded = ${jsonOrNull(change.awarded ?? null)}::jsonb, closed_at = ${change.state === "closed" ? now : null}
    where id = ${one.id} and state = ${from}`);
  return touched === 1;
}

/** Stores the shop's present address, if it has one, as that to which the goods of a locked case were sent. */
export async function storeSentTo(tx: Tx, complaintId: string): Promise<void> {
  await tx.run(sql`
    update complaints c set sent_to = case when ${hasAddress} then
        jsonb_build_object('name', s.name, 'street', s.street, 'city', s.city_name, 'postcode', coalesce(s.postcode, '')) end
    from shops s where s.id = c.shop_id and c.id = ${complaintId}`);
}

/** The cases in which goods are to be sent back, or are on their way, to this shop. */
export async function listReturnsTo(db: Queryable, shopId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from complaints where shop_id = ${shopId} and state in ('awaiting_return', 'return_shipped') order by id`);
  return rows.map(({ id }) => id);
}

/** Whether the system has written one of these texts into the case at this moment or later. */
export async function hasSystemMessage(
  tx: Tx,
  complaintId: string,
  { texts, since }: { texts: readonly string[]; since: Date },
): Promise<boolean> {
  const found = await tx.row(sql`
    select from complaint_messages where complaint_id = ${complaintId} and kind = 'system' and text = any(${texts}) and created_at >= ${since} limit 1`);
  return found !== undefined;
}

/** Whether the parcel of a case was on its way at this moment. */
export async function wasSentBefore(tx: Tx, { parcel_id: parcelId }: Case, moment: Date): Promise<boolean> {
  return (await tx.row(sql`select from parcels where id = ${parcelId} and created_at <= ${moment}`)) !== undefined;
}

/** Notes in each case in which goods are to be sent back to this shop that it had no address for some time. */
export async function noteMissingAddress(db: Queryable, shopId: string): Promise<void> {
  await db.run(sql`
    update complaints set address_missing = true where shop_id = ${shopId} and state = 'awaiting_return' and not address_missing`);
}

/**
 * Stores a message and returns its id. A message is never dated before the one that it follows: the caller holds the
 * lock of the case.
 */
export async function insertMessage(
  tx: Tx,
  message: {
    complaintId: string;
    author: MessageAuthor;
    authorId: string | null;
    kind: MessageKind;
    text: string;
    solution: Solution | null;
    now: Date;
  },
): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into complaint_messages (complaint_id, author, author_id, kind, text, solution, created_at)
    values (${message.complaintId}, ${message.author}, ${message.authorId}, ${message.kind}, ${message.text},
      ${jsonOrNull(message.solution)}::jsonb,
      greatest(${message.now}::timestamptz, (select max(created_at) from complaint_messages where complaint_id = ${message.complaintId})))
    returning id`);
  if (!row) throw new Error("a message was not stored");
  return row.id;
}

/** How many messages of this side the case has, without offers and other acts. */
export async function countMessages(db: Queryable, complaintId: string, author: Party): Promise<number> {
  const row = await db.row<{ n: number }>(sql`
    select count(*)::int as n from complaint_messages where complaint_id = ${complaintId} and author = ${author} and kind = 'message'`);
  return row?.n ?? 0;
}

/** An order's line with what decides about complaints. */
export type LineFacts = {
  line_id: string;
  product_slug: string;
  name: string;
  variant_name: string;
  picture_key: string | null;
  quantity: number;
  /** Working days for a change of mind, as they were when it was ordered; 0: none. */
  changed_mind_days: number;
  made_to_order: boolean;
};

const lineFacts = sql`l.id as line_id, l.product_slug, l.name, l.variant_name, l.picture_key, l.quantity,
  coalesce(l.changed_mind_days, cat.changed_mind_days, ${commonChangedMindDays}::int) as changed_mind_days, o.preorder_days is not null and p.preorder_days is not null as made_to_order`;

const lineTables = sql`order_lines l join orders o on o.id = l.order_id join products p on p.id = l.product_id join categories cat on cat.id = coalesce(l.root_category_id, p.root_category_id)`;

/** The lines of an order. */
export function listLines(db: Queryable, orderId: string): Promise<LineFacts[]> {
  return db.rows(sql`select ${lineFacts} from ${lineTables} where l.order_id = ${orderId} order by l.id`);
}

/** The lines of a case, with what is wrong. */
export function listCaseLines(
  db: Queryable,
  complaintId: string,
): Promise<(LineFacts & { complained: number; problem: Problem })[]> {
  return db.rows(sql`
    select ${lineFacts}, x.quantity as complained, x.problem
    from ${lineTables} join complaint_lines x on x.order_line_id = l.id where x.complaint_id = ${complaintId} order by l.id`);
}

/** An order of this buyer and its newest case. */
export async function findOrderToComplain(
  db: Queryable,
  orderId: string,
  buyerId: string,
): Promise<
  | {
      facts: OpeningFacts;
      delivered_at: Date | null;
      due_at: Date | null;
      buyer_province: string;
      complaint_id: string | null;
    }
  | undefined
> {
  const order = await db.row<{
    status: OrderStatus;
    awaits_cash: boolean;
    eta: string;
    shipped_at: Date | null;
    arrival_asked: boolean;
    is_returned: boolean;
    withdrawn: number;
    delivered_at: Date | null;
    due_at: Date | null;
    buyer_province: string;
    complaint_id: string | null;
  }>(sql`
    select o.status, o.delivered_at, o.due_at, o.cod and o.paid_at is null as awaits_cash, o.eta, o.shipped_at, o.arrival_asked_at is not null as arrival_asked,
      exists (select 1 from parcels p where p.order_id = o.id and p.direction = 'out' and p.state = 'returned') as is_returned,
      o.address->>'provinceCode' as buyer_province,
      (select count(*)::int from complaints c where c.order_id = o.id and c.outcome = 'withdrawn') as withdrawn,
      (select c.id from complaints c where c.order_id = o.id order by c.opened_at desc, c.id desc limit 1) as complaint_id
    from orders o where o.id = ${orderId} and o.buyer_id = ${buyerId}`);
  if (!order) return undefined;
  const { status, awaits_cash: awaitsCash, eta, shipped_at: shippedAt, ...rest } = order;
  const { arrival_asked: arrivalAsked, is_returned: isReturned, withdrawn, ...shown } = rest;
  return { ...shown, facts: { status, awaitsCash, eta, shippedAt, arrivalAsked, isReturned, withdrawn } };
}

/** Which sides have accepted the decision that is not carried out yet. */
export async function findAcceptances(
  db: Queryable,
  messageId: string | null,
): Promise<{ buyer: boolean; seller: boolean }> {
  const row = await db.row<{ buyer: boolean; seller: boolean }>(sql`
    select buyer_accepted_at is not null as buyer, seller_accepted_at is not null as seller
    from complaint_decisions where message_id = ${messageId}`);
  return row ?? { buyer: false, seller: false };
}

/** Stores a decision. */
export async function insertDecision(
  tx: Tx,
  decision: {
    complaintId: string;
    messageId: string;
    mediatorId: string | null;
    rule: string;
    reason: string;
    solution: Solution;
    isFinal: boolean;
    isPrecedent: boolean;
    now: Date;
  },
): Promise<void> {
  await tx.run(sql`
    insert into complaint_decisions (complaint_id, message_id, mediator_id, rule, reason, solution, is_final, is_precedent, created_at)
    values (${decision.complaintId}, ${decision.messageId}, ${decision.mediatorId}, ${decision.rule}, ${decision.reason},
      ${JSON.stringify(decision.solution)}::jsonb, ${decision.isFinal}, ${decision.isPrecedent}, ${decision.now})`);
}

/** Stores that a side accepts a decision. */
export async function acceptDecision(tx: Tx, messageId: string, by: "buyer" | "seller", now: Date): Promise<void> {
  const column = by === "buyer" ? sql`buyer_accepted_at` : sql`seller_accepted_at`;
  await tx.run(
    sql`update complaint_decisions set ${column} = ${now} where message_id = ${messageId} and ${column} is null`,
  );
}

/** Whether this operator made a decision in the case. */
export async function hasDecided(db: Queryable, complaintId: string, operatorId: string): Promise<boolean> {
  const query = sql`select 1 from complaint_decisions where complaint_id = ${complaintId} and mediator_id = ${operatorId} limit 1`;
  return (await db.row(query)) !== undefined;
}

/** Operators with one of these roles. */
export async function listOperators(db: Queryable, roles: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`select id from users where operator_role = any(${roles}::text[]) and deleted_at is null order by id`,
  );
  return rows.map(({ id }) => id);
}

/** Cases that wait for a mediator and are due between two moments. */
export function listWaitingCases(db: Queryable, from: Date, until: Date): Promise<Case[]> {
  return db.rows(sql`
    select ${caseColumns} from ${caseTables}
    where c.state in ('with_mediator', 'appealed') and c.due_at > ${from} and c.due_at <= ${until} order by c.due_at limit 500`);
}

/** Whether a case has this number. */
export async function isNumberUsed(db: Queryable, number: string): Promise<boolean> {
  return (await db.row(sql`select 1 from complaints where number = ${number}`)) !== undefined;
}

/** A case and its deadline with the full precision of the database: a cursor over the due cases. */
export type DueCase = { id: string; due: string };

/** Cases whose deadline has passed, oldest deadline first, those after `last` if given. */
export function findDueCases(db: Queryable, now: Date, limit: number, last?: DueCase): Promise<DueCase[]> {
  const after = last ? sql`and (due_at, id) > (${last.due}::timestamptz, ${last.id}::uuid)` : sql``;
  return db.rows(sql`
    select id, due_at::text as due from complaints where due_at is not null and due_at <= ${now} ${after} order by due_at, id limit ${limit}`);
}

/** The open case that waits for this parcel. */
export async function findCaseOfParcel(db: Queryable, parcelId: string): Promise<string | undefined> {
  const row = await db.row<{ id: string }>(
    sql`select id from complaints where parcel_id = ${parcelId} and state in ('return_shipped', 'replacement_shipped')`,
  );
  return row?.id;
}
