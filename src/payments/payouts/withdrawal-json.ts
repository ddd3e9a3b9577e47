import { bankName, maskedNumber } from "./bank-accounts/rules.ts";
import type { WithdrawalAnswer } from "./contract.ts";
import type { PayoutRow } from "./queries.ts";
import { payoutFailures } from "./rules.ts";

/** A withdrawal as the API gives it to its seller. One without `is_rejected` was just requested or cancelled. */
export function withdrawalJson(row: PayoutRow & { is_rejected?: boolean }): WithdrawalAnswer {
  return {
    id: row.id,
    reference: row.reference,
    amount: row.amount,
    fee: row.fee,
    received: row.amount - row.fee,
    bank_name: bankName(row.bank_code),
    number: maskedNumber(row.last4),
    holder_name: row.holder_name ?? "",
    status: row.status,
    is_rejected: row.is_rejected ?? false,
    reason: row.failure ? payoutFailures[row.failure] : null,
    is_automatic: row.is_automatic,
    requested_at: row.requested_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    paid_at: row.paid_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
  };
}
