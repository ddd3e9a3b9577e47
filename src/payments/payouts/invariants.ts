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
  "the changes of a shop's balance are those of the ledger": sql`
    select coalesce(b.transaction_id, l.transaction_id)::text as what
    from balance_entries b
    full join (
      select a.owner::uuid as shop_id, t.created_at as booked_at, e.transaction_id, sum(e.amount) as amount
      from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_transactions t on t.id = e.transaction_id
      where a.kind in ('seller_balance', 'seller_debt') group by 1, 2, 3
    ) l on l.shop_id = b.shop_id and l.booked_at = b.booked_at and l.transaction_id = b.transaction_id
    where l.amount is distinct from b.amount`,
  "the months of a shop's balance are the sums of its changes": sql`
    select coalesce(m.shop_id, b.shop_id)::text as what
    from balance_months m
    full join (
      select shop_id, date_trunc('month', booked_at at time zone 'Asia/Jakarta')::date as month,
        sum(greatest(amount, 0)) as income, sum(greatest(-amount, 0)) as outgo from balance_entries group by 1, 2
    ) b on b.shop_id = m.shop_id and b.month = m.month
    where (m.income, m.outgo) is distinct from (b.income, b.outgo)`,
};
