-- Money that a buyer's bank took back may come again: the marketplace won the dispute, or the bank cancelled it.
alter table payment_attempts
  add column chargebacks_returned integer not null default 0,
  add constraint payment_attempts_chargebacks_returned_check check (chargebacks_returned >= 0);
comment on column payment_attempts.chargebacks_returned is 'How often money that the buyer''s bank had taken back came again. It tells apart the bookings of a second chargeback.';

alter table ledger_transactions
  drop constraint ledger_transactions_kind_check,
  add constraint ledger_transactions_kind_check check (kind in ('payment_received', 'late_payment_received', 'payment_returned', 'order_released', 'order_refunded',
    'order_settled', 'settlement_changed', 'refund_paid', 'refund_failed', 'withdrawal_requested', 'withdrawal_paid', 'withdrawal_failed', 'chargeback',
    'chargeback_returned', 'provider_settled', 'tax_paid', 'cod_collected', 'cod_remitted', 'courier_charged'));
