-- A buyer's bank can take a payment back. What is missing is owed to the marketplace until the orders bear it.
alter table ledger_accounts drop constraint ledger_accounts_kind_check, drop constraint ledger_accounts_check;
alter table ledger_accounts
  add constraint ledger_accounts_kind_check check (kind in (
    'cash', 'escrow', 'seller_balance', 'seller_debt', 'commission', 'service_fee', 'promotion_cost', 'refund_payable',
    'unapplied_payment', 'withdrawal_payable', 'tax_withheld', 'provider_fees', 'chargeback_receivable')),
  add constraint ledger_accounts_check check (
    balance >= 0 or kind in ('cash', 'seller_debt', 'promotion_cost', 'provider_fees', 'chargeback_receivable'));
alter table refunds drop constraint refunds_way_check;
alter table refunds add constraint refunds_way_check check (way in ('provider', 'bank_account', 'chargeback'));
