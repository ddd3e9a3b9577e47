import { sql, type Sql } from "#lib/database.ts";
import { expectedTax, expectedTaxBase } from "../settlement/expected-share.ts";

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
        or ${expectedTaxBase} <> (select coalesce(sum(w.base), 0) from withheld_taxes w where w.order_id = o.id))
    union all
    select w.order_id::text from withheld_taxes w join orders o on o.id = w.order_id
    where o.settled_at is null or not exists (select from order_lines l where l.order_id = o.id and l.tax_per_mille > 0)`,
};
