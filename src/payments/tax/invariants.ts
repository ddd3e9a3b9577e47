import { sql, type Sql } from "#lib/database.ts";
import { expectedExemptBase, expectedTax, expectedTaxBase } from "../settlement/expected-share.ts";

/** What must be true of withheld tax after every commit. Each query finds the breaches; `what` identifies them. */
export const taxInvariants: Readonly<Record<string, Sql>> = {
  "withheld tax in the ledger is what orders withheld, less what was paid to the state": sql`
    select 'tax_withheld' as what
    where (select coalesce(sum(balance), 0) from ledger_accounts where kind = 'tax_withheld')
      <> (select coalesce(sum(amount), 0) from withheld_taxes) - (select coalesce(sum(amount), 0) from tax_payments)`,
  "a settled order withheld its share of what the seller kept, without PPN": sql`
    select o.id::text as what from orders o
    where o.settled_at is not null and exists (select from order_lines l where l.order_id = o.id and l.tax_per_mille > 0)
      and (${expectedTax} <> (select coalesce(sum(w.amount), 0) from withheld_taxes w where w.order_id = o.id)
        or ${expectedTaxBase} <> (select coalesce(sum(w.base), 0) from withheld_taxes w where w.order_id = o.id and w.exemption is null))
    union all
    select w.order_id::text from withheld_taxes w join orders o on o.id = w.order_id
    where o.settled_at is null or not exists (select from order_lines l where l.order_id = o.id
      and case when w.exemption is null then l.tax_per_mille > 0 else l.tax_exemption = w.exemption end)`,
  "a settled order says from what its shop kept without PPN nothing was withheld, and why": sql`
    select o.id::text as what from orders o
    cross join lateral (select distinct tax_exemption as exemption from order_lines where order_id = o.id and tax_exemption is not null) l
    where o.settled_at is not null and ${expectedExemptBase(sql`l.exemption`)}
      <> (select coalesce(sum(w.base), 0) from withheld_taxes w where w.order_id = o.id and w.exemption = l.exemption)`,
};
