import { minute } from "#lib/time.ts";

/** @rule The overview sums up to 20,000 accounts of the ledger itself; a larger ledger is summed every 10 minutes. */
export const maxSummedAccounts = 20_000;
export const sumsSchedule = "*/10 * * * *";
/** @rule Sums of the ledger that are older than half an hour are not shown: then no job runs. */
export const storedSumsAge = 30 * minute;

/** The business events that move money. `order_released` and `order_refunded` exist only in old entries. */
export type LedgerKind =
  | "payment_received"
  | "late_payment_received"
  | "payment_returned"
  | "order_released"
  | "order_refunded"
  | "order_settled"
  | "settlement_changed"
  | "refund_paid"
  | "refund_failed"
  | "withdrawal_requested"
  | "withdrawal_paid"
  | "withdrawal_failed"
  | "chargeback"
  | "chargeback_returned"
  | "chargeback_moved"
  | "provider_settled"
  | "tax_paid"
  | "cod_collected"
  | "cod_remitted"
  | "courier_charged"
  | "cod_part_paid"
  | "cod_written_off"
  | "cod_recovered"
  | "claim_paid"
  | "claim_returned"
  | "fee_returned"
  | "fee_charged_again"
  | "buyer_goodwill"
  | "shop_goodwill"
  | "shop_goodwill_undone"
  | "credit_taken_back"
  | "credit_returned";
/** Accounts, and whose they are: README.md explains each. */
export type AccountKind =
  | "cash"
  | "escrow"
  | "seller_balance"
  | "seller_debt"
  | "commission"
  | "service_fee"
  | "promotion_cost"
  | "refund_payable"
  | "unapplied_payment"
  | "withdrawal_payable"
  | "tax_withheld"
  | "provider_fees"
  | "chargeback_receivable"
  | "cod_receivable"
  | "courier_cost"
  | "courier_payable"
  | "losses"
  | "corrections";
