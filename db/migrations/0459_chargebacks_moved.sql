-- Without a transaction: bookings go on while the rows are looked at.
-- What orders bore of a chargeback is moved to a refund that failed.
alter table ledger_transactions
  drop constraint if exists ledger_transactions_kind_check,
  add constraint ledger_transactions_kind_check check ((kind = ANY (ARRAY['payment_received', 'late_payment_received', 'payment_returned', 'order_released', 'order_refunded', 'order_settled', 'settlement_changed', 'refund_paid', 'refund_failed', 'withdrawal_requested', 'withdrawal_paid', 'withdrawal_failed', 'chargeback', 'chargeback_returned', 'chargeback_moved', 'provider_settled', 'tax_paid', 'cod_collected', 'cod_remitted', 'courier_charged', 'cod_part_paid', 'cod_written_off', 'cod_recovered', 'claim_paid', 'claim_returned', 'fee_returned', 'fee_charged_again', 'buyer_goodwill', 'shop_goodwill', 'shop_goodwill_undone', 'credit_taken_back', 'credit_returned']))) not valid;
alter table ledger_transactions validate constraint ledger_transactions_kind_check;
