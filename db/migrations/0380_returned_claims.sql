-- What a claim paid a shop returns to the marketplace when the buyer's bank gives the order's money back.
alter table ledger_transactions
  drop constraint ledger_transactions_kind_check,
  add constraint ledger_transactions_kind_check check ((kind = ANY (ARRAY['payment_received', 'late_payment_received', 'payment_returned', 'order_released', 'order_refunded', 'order_settled', 'settlement_changed', 'refund_paid', 'refund_failed', 'withdrawal_requested', 'withdrawal_paid', 'withdrawal_failed', 'chargeback', 'chargeback_returned', 'provider_settled', 'tax_paid', 'cod_collected', 'cod_remitted', 'courier_charged', 'cod_part_paid', 'cod_written_off', 'cod_recovered', 'claim_paid', 'claim_returned'])));
