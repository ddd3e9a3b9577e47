-- The ledger's final kinds. Promotions, debts of sellers, provider fees and cash may be below zero: the marketplace is
-- owed that money. Nothing else may.
alter table ledger_accounts drop constraint ledger_accounts_kind_check, drop constraint ledger_accounts_check;
alter table ledger_accounts
  add constraint ledger_accounts_kind_check check (kind in (
    'cash', 'escrow', 'seller_balance', 'seller_debt', 'commission', 'service_fee', 'promotion_cost', 'refund_payable',
    'unapplied_payment', 'withdrawal_payable', 'tax_withheld', 'provider_fees')),
  add constraint ledger_accounts_check check (
    balance >= 0 or kind in ('cash', 'seller_debt', 'promotion_cost', 'provider_fees')),
  add constraint ledger_accounts_debt_check check (kind not in ('seller_debt', 'promotion_cost') or balance <= 0);

alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in (
  'payment_received', 'late_payment_received', 'payment_returned', 'order_released', 'order_refunded', 'order_settled',
  'settlement_changed', 'refund_paid', 'refund_failed', 'withdrawal_requested', 'withdrawal_paid', 'withdrawal_failed',
  'chargeback', 'provider_settled'));
