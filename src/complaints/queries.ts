import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { PrivateFileType } from "#media/rules.ts";
import type { OrderStatus } from "#orders/rules.ts";
import type {
  ComplaintState,
  MessageAuthor,
  OpeningFacts,
  OpenState,
  Outcome,
  Party,
  Problem,
  SilenceFacts,
  Solution,
  SolutionKind,
} from "./rules.ts";

export type MessageKind =
  | "opening"
  | "message"
  | "offer"
  | "accept"
  | "call_mediator"
  | "decision"
  | "appeal"
  | "system";

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

const arrivedMeanwhile = sql`o.delivered_at is null and exists (select 1 from parcels x where x.order_id = o.id and x.direction = 'out' and x.state = 'arrived')
  and not exists (select 1 from parcels x where x.order_id = o.id and x.direction = 'out' and x.state in ('booked', 'shipped')) as arrived_meanwhile`;
const caseColumns = sql`c.id, c.number, c.order_id, c.buyer_id, c.shop_id, s.owner_id as seller_id, s.name as shop_name, c.state, c.due_at, c.talk_until,
  c.seller_answered, c.demand, c.offer_id, m.solution as offer, c.solution, c.outcome, c.parcel_id, c.arrival_assumed, c.address_missing, s.street <> '' as has_address, ${arrivedMeanwhile}, c.appealed_by, o.eta, o.courier, c.updated_at,
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
      closed_at = ${change.state === "closed" ? now : null}
    where id = ${one.id} and state = ${from}`);
  return touched === 1;
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
  /** The slug of the main category on the day of the order. */
  category: string | null;
  made_to_order: boolean;
};

const lineFacts = sql`l.id as line_id, l.product_slug, l.name, l.variant_name, l.picture_key, l.quantity,
  cat.slug as category, o.preorder_days is not null and p.preorder_days is not null as made_to_order`;
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
};

const cardColumns = sql`c.id, c.number, c.order_id, o.invoice, c.state, c.due_at, c.opened_at, c.closed_at, c.outcome, l.problems, l.line_count, l.first_name,
  l.picture_key, s.name as shop_name, s.slug as shop_slug, u.name as buyer_name`;
const cardTables = sql`complaints c join orders o on o.id = c.order_id join shops s on s.id = c.shop_id join users u on u.id = c.buyer_id
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

type QueueView = "waiting" | "open" | "closed";
const inView = (view: QueueView) =>
  view === "waiting"
    ? sql`c.state in ('with_mediator', 'appealed')`
    : view === "open"
      ? sql`c.state <> 'closed'`
      : sql`c.state = 'closed'`;
const withProblem = (problem: Problem | undefined) =>
  problem
    ? sql`and exists (select 1 from complaint_lines x where x.complaint_id = c.id and x.problem = ${problem})`
    : sql``;

/** Cases for mediators: open ones by deadline, closed ones newest first. */
export function listQueue(
  db: Queryable,
  {
    view,
    problem,
    operatorId,
    limit,
    offset,
  }: { view: QueueView; problem: Problem | undefined; operatorId: string; limit: number; offset: number },
): Promise<(CardRow & { waits_for_other: boolean })[]> {
  const order = view === "closed" ? sql`c.closed_at desc, c.id` : sql`c.due_at, c.id`;
  return db.rows(sql`
    select ${cardColumns}, ${appealOfDecisionBy(operatorId)} as waits_for_other
    from ${cardTables} where ${inView(view)} ${withProblem(problem)} order by ${order} limit ${limit} offset ${offset}`);
}

/** The appeal is against this operator's decision, so another mediator decides it. */
function appealOfDecisionBy(operatorId: string) {
  return sql`(c.state = 'appealed' and exists
    (select 1 from complaint_decisions d where d.complaint_id = c.id and d.mediator_id = ${operatorId}))`;
}

/** How many cases a view of mediators has, how many wait for this operator, and how many of these are due soon. */
export async function countQueue(
  db: Queryable,
  {
    view,
    problem,
    operatorId,
    urgentBefore,
  }: { view: QueueView; problem: Problem | undefined; operatorId: string; urgentBefore: Date },
): Promise<{ total: number; waiting: number; urgent: number }> {
  const row = await db.row<{ total: number; waiting: number; urgent: number }>(sql`
    select (select count(*)::int from complaints c where ${inView(view)} ${withProblem(problem)}) as total,
      count(*)::int as waiting, count(*) filter (where due_at < ${urgentBefore})::int as urgent
    from complaints c where state in ('with_mediator', 'appealed') and not ${appealOfDecisionBy(operatorId)}`);
  return row ?? { total: 0, waiting: 0, urgent: 0 };
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
      })
  | undefined
> {
  const own =
    reader === "mediator" ? sql`true` : sql`(c.buyer_id = ${reader.userId} or c.shop_id = ${reader.shopId}::uuid)`;
  return db.row(sql`
    select ${cardColumns}, c.buyer_id, c.shop_id, s.owner_id as seller_id, c.talk_until, c.seller_answered, c.demand, c.offer_id, m.solution as offer, c.solution,
      c.parcel_id, c.arrival_assumed, c.address_missing, s.street <> '' as has_address, ${arrivedMeanwhile}, c.appealed_by, o.eta, o.courier, c.updated_at, o.address->>'provinceCode' as buyer_province, s.province_code as shop_province,
      c.outcome_text, c.refunded, o.status as order_status, o.delivered_at, s.street as shop_street, s.city_name as shop_city, coalesce(s.postcode, '') as shop_postcode
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

export type PrecedentRow = {
  complaint_id: string;
  number: string;
  problems: Problem[];
  categories: string[];
  rule: string;
  reason: string;
  kind: SolutionKind;
  refunded: number;
  paid: number;
  created_at: Date;
};
type PrecedentFilter = { problem: Problem | undefined; category: string | undefined };

const precedentTables = sql`complaint_decisions d join complaints c on c.id = d.complaint_id
  cross join lateral (
    select array_agg(distinct x.problem) as problems, array_agg(distinct coalesce(top.slug, cat.slug)) as categories,
      sum(l.price * l.quantity)::bigint as paid
    from complaint_lines x join order_lines l on l.id = x.order_line_id join products p on p.id = l.product_id
      join categories cat on cat.id = p.category_id left join categories top on top.id = cat.parent_id
    where x.complaint_id = c.id) f`;
const precedentFilter = ({ problem, category }: PrecedentFilter) => sql`d.is_precedent
  and (${problem ?? null}::text is null or ${problem ?? null} = any(f.problems)) and (${category ?? null}::text is null or ${category ?? null} = any(f.categories))`;

/** Decisions that mediators marked as precedents, newest first. `paid` are the prices of the goods in dispute. */
export function listPrecedents(
  db: Queryable,
  { limit, offset, ...filter }: PrecedentFilter & { limit: number; offset: number },
): Promise<PrecedentRow[]> {
  return db.rows(sql`
    select c.id as complaint_id, c.number, f.problems, f.categories, d.rule, d.reason, d.solution->>'kind' as kind, d.created_at, f.paid,
      (select coalesce(sum((x->>'amount')::bigint), 0)::bigint from jsonb_array_elements(d.solution->'lines') x) as refunded
    from ${precedentTables} where ${precedentFilter(filter)} order by d.created_at desc, d.id limit ${limit} offset ${offset}`);
}

/** How many precedents there are. */
export async function countPrecedents(db: Queryable, filter: PrecedentFilter): Promise<number> {
  const row = await db.row<{ n: number }>(
    sql`select count(*)::int as n from ${precedentTables} where ${precedentFilter(filter)}`,
  );
  return row?.n ?? 0;
}

export type MonthRow = {
  month: string;
  opened: number;
  closed: number;
  agreed: number;
  decided: number;
  seller_silent: number;
  buyer_silent: number;
  withdrawn: number;
  median_hours: number | null;
  median_answer_hours: number | null;
  refunded: number;
};

/** Cases by the Jakarta month in which they were opened: the last 24 months with cases, newest first. */
export function listMonths(db: Queryable): Promise<MonthRow[]> {
  return db.rows(sql`
    select to_char(c.opened_at at time zone 'Asia/Jakarta', 'YYYY-MM') as month, count(*)::int as opened, count(c.closed_at)::int as closed,
      count(*) filter (where c.closed_at is not null and c.outcome = 'agreed')::int as agreed,
      count(*) filter (where c.closed_at is not null and c.outcome = 'decided')::int as decided,
      count(*) filter (where c.closed_at is not null and c.outcome = 'seller_silent')::int as seller_silent,
      count(*) filter (where c.closed_at is not null and c.outcome = 'buyer_silent')::int as buyer_silent,
      count(*) filter (where c.closed_at is not null and c.outcome = 'withdrawn')::int as withdrawn,
      round(percentile_cont(0.5) within group (order by extract(epoch from c.closed_at - c.opened_at)) / 3600)::int as median_hours,
      round(percentile_cont(0.5) within group (order by extract(epoch from a.at - c.opened_at)) / 3600)::int as median_answer_hours,
      coalesce(sum(c.refunded), 0)::bigint as refunded
    from complaints c
    left join lateral (select min(m.created_at) as at from complaint_messages m where m.complaint_id = c.id and m.author = 'seller') a on true
    group by 1 order by 1 desc limit 24`);
}

/** How many cases name each problem, most frequent first. */
export function countProblems(db: Queryable): Promise<{ problem: Problem; count: number }[]> {
  return db.rows(sql`
    select problem, count(distinct complaint_id)::int as count from complaint_lines group by problem order by 2 desc, 1`);
}
