import { sql, type Queryable } from "#lib/database.ts";
import type { Outcome } from "../rules.ts";
import type { Problem } from "../opening/rules.ts";

export type ClosedMonthRow = {
  month: string;
  closed: number;
  outcomes: Partial<Record<Outcome, number>>;
  median_days: number;
};

// The months before the one of `now`, in Jakarta.
const closedIn = (now: Date, months: number) => sql`
  c.closed_at < date_trunc('month', ${now}::timestamptz at time zone 'Asia/Jakarta') at time zone 'Asia/Jakarta'
  and c.closed_at >= (date_trunc('month', ${now}::timestamptz at time zone 'Asia/Jakarta') - make_interval(months => ${months}::int)) at time zone 'Asia/Jakarta'`;

/** Closed cases by the Jakarta month in which they ended, the last full `months`, newest first. */
export function listClosedMonths(db: Queryable, now: Date, months: number): Promise<ClosedMonthRow[]> {
  return db.rows(sql`
    with ended as (
      select to_char(c.closed_at at time zone 'Asia/Jakarta', 'YYYY-MM') as month, c.outcome, c.closed_at - c.opened_at as taken
      from complaints c where ${closedIn(now, months)}
    )
    select month, count(*)::int as closed,
      (select json_object_agg(o.outcome, o.n) from (select outcome, count(*)::int as n from ended x where x.month = e.month group by outcome) o) as outcomes,
      ceil(percentile_cont(0.5) within group (order by extract(epoch from taken)) / 86400)::int as median_days
    from ended e group by month order by month desc`);
}

/** How many of the cases of these months name each problem. */
export function countClosedProblems(
  db: Queryable,
  now: Date,
  months: readonly string[],
): Promise<{ problem: Problem; count: number }[]> {
  return db.rows(sql`
    select l.problem, count(distinct l.complaint_id)::int as count from complaint_lines l join complaints c on c.id = l.complaint_id
    where c.closed_at < ${now} and to_char(c.closed_at at time zone 'Asia/Jakarta', 'YYYY-MM') = any(${months}::text[])
    group by l.problem order by 2 desc, 1`);
}
