-- Without a transaction: bookings go on while the rows are looked at, and none waits for a lock that another table's lock waits for.
-- Replaces 0390_order_corrections.sql
-- Operators correct the money of one order by entries of their own: one proposes, another decides.
alter table ledger_accounts
  drop constraint if exists ledger_accounts_kind_check,
  add constraint ledger_accounts_kind_check check ((kind = ANY (ARRAY['cash', 'escrow', 'seller_balance', 'seller_debt', 'commission', 'service_fee', 'promotion_cost', 'refund_payable', 'unapplied_payment', 'withdrawal_payable', 'tax_withheld', 'provider_fees', 'chargeback_receivable', 'cod_receivable', 'courier_cost', 'courier_payable', 'losses', 'corrections']))) not valid,
  drop constraint if exists ledger_accounts_check,
  add constraint ledger_accounts_check check (((balance >= 0) OR (kind = ANY (ARRAY['cash', 'seller_debt', 'promotion_cost', 'provider_fees', 'chargeback_receivable', 'tax_withheld', 'cod_receivable', 'courier_cost', 'losses', 'corrections'])))) not valid;
alter table ledger_accounts validate constraint ledger_accounts_kind_check;
alter table ledger_accounts validate constraint ledger_accounts_check;
alter table ledger_transactions
  drop constraint if exists ledger_transactions_kind_check,
  add constraint ledger_transactions_kind_check check ((kind = ANY (ARRAY['payment_received', 'late_payment_received', 'payment_returned', 'order_released', 'order_refunded', 'order_settled', 'settlement_changed', 'refund_paid', 'refund_failed', 'withdrawal_requested', 'withdrawal_paid', 'withdrawal_failed', 'chargeback', 'chargeback_returned', 'provider_settled', 'tax_paid', 'cod_collected', 'cod_remitted', 'courier_charged', 'cod_part_paid', 'cod_written_off', 'cod_recovered', 'claim_paid', 'claim_returned', 'fee_returned', 'fee_charged_again', 'buyer_goodwill', 'shop_goodwill', 'shop_goodwill_undone', 'credit_taken_back', 'credit_returned']))) not valid;
alter table ledger_transactions validate constraint ledger_transactions_kind_check;
-- What the marketplace gives a buyer of its own accord is no part of an order's price, so such a refund has no order.
alter table refunds
  drop constraint if exists refunds_reason_check,
  add constraint refunds_reason_check check (reason in ('order_cancelled', 'order_refunded', 'order_part_refunded', 'late_payment', 'overpayment', 'underpayment', 'chargeback', 'goodwill')) not valid,
  drop constraint if exists refunds_goodwill_check,
  add constraint refunds_goodwill_check check (reason <> 'goodwill' or (order_id is null and way <> 'chargeback' and returns is null)) not valid;
alter table refunds validate constraint refunds_reason_check;
alter table refunds validate constraint refunds_goodwill_check;
