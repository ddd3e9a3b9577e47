import { sql, type Sql } from "#lib/database.ts";

const booked = (kind: string, suffix = "") =>
  sql`exists (select from ledger_transactions t where t.kind = ${kind} and t.reference = p.id::text || ${suffix})`;

/** What must be true of payouts after every commit. Each query finds the breaches; `what` identifies them. */
export const payoutInvariants: Readonly<Record<string, Sql>> = {
  "what is owed for payouts is what is under way": sql`
    select coalesce(a.owner, p.shop) as what
    from (select owner, balance from ledger_accounts where kind = 'withdrawal_payable' and balance <> 0) a
    full join (
      select shop_id::text as shop, sum(amount) as amount from payouts
      where purpose = 'withdrawal' and status in ('requested', 'approved', 'sent') group by 1
    ) p on p.shop = a.owner
    where a.balance is distinct from p.amount`,
  "each payout of a withdrawal was taken from the balance, and paid or given back as its status says": sql`
    select p.id::text as what from payouts p where p.purpose = 'withdrawal' and (not ${booked("withdrawal_requested")}
      or (p.status in ('paid', 'returned')) <> ${booked("withdrawal_paid")}
      or (p.status in ('failed', 'cancelled') and not ${booked("withdrawal_failed")})
      or (p.status in ('requested', 'approved', 'sent') and ${booked("withdrawal_failed")})
      or (p.status = 'returned') <> ${booked("withdrawal_failed", " returned")})`,
  "each payout of a refund was booked as its status says": sql`
    select p.id::text as what from payouts p where p.purpose = 'refund'
      and ((p.status in ('paid', 'returned')) <> ${booked("refund_paid")} or (p.status = 'returned') <> ${booked("refund_failed")})`,
  "a payout has as many approvals as it needs before it is sent": sql`
    select p.id::text as what from payouts p where p.approved_at is not null
      and (select count(*) from payout_events e where e.payout_id = p.id and e.kind = 'approval') < p.needed_approvals`,
};
