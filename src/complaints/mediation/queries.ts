import { pageOf, sql, type Queryable } from "#lib/database.ts";
import { cardColumns, cardTables, type CardRow } from "../case-view/queries.ts";
import type { Problem } from "../opening/rules.ts";
import type { SolutionKind } from "../rules.ts";

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
    from ${cardTables} where ${inView(view)} ${withProblem(problem)} order by ${order} ${pageOf(limit, offset)}`);
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

export type PrecedentRow = {
  complaint_id: string;
  number: string;
  problems: Problem[];
  category_names: string[];
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
      array_agg(distinct coalesce(top.name, cat.name)) as category_names,
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
    select c.id as complaint_id, c.number, f.problems, f.category_names, d.rule, d.reason, d.solution->>'kind' as kind, d.created_at, f.paid,
      (select coalesce(sum((x->>'amount')::bigint), 0)::bigint from jsonb_array_elements(d.solution->'lines') x) as refunded
    from ${precedentTables} where ${precedentFilter(filter)} order by d.created_at desc, d.id ${pageOf(limit, offset)}`);
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
