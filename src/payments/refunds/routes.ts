import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { bankName, maskedNumber } from "../payouts/bank-accounts/rules.ts";
import { paymentMethod } from "../rules.ts";
import { chooseRefundAccount } from "./choose-refund-account.ts";
import { refundEndpoints } from "./contract.ts";
import { listRefundsOfBuyer } from "./queries.ts";
import { refundExpectedAt } from "./rules.ts";

/** `/v1` endpoints of refunds. */
export function refundRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, refundEndpoints, {
    "GET /v1/refunds": async ({ actor }) => ({
      success: true,
      result: (await listRefundsOfBuyer(context.db, actor.userId)).map((row) => ({
        id: row.id,
        order_id: row.order_id,
        invoice: row.invoice,
        reason: row.reason,
        seller_reason: row.seller_reason,
        correction_reason: row.correction_reason,
        amount: row.amount,
        status: row.status,
        waits_for_approval: row.waits_for_approval,
        way: row.way,
        method_name: paymentMethod(row.method)?.name ?? row.method,
        account: row.bank_code && row.last4 ? `${bankName(row.bank_code)} ${maskedNumber(row.last4)}` : null,
        created_at: row.created_at.toISOString(),
        expected_at: refundExpectedAt(row)?.toISOString() ?? null,
        done_at: row.done_at?.toISOString() ?? null,
        has_failed: row.refused_at !== null && row.status === "needs_account",
      })),
    }),
    "PUT /v1/refunds/:refundId/account": async ({ params, body, actor, now }) => {
      const choice = { refundId: params.refundId, buyerId: actor.userId, accountId: body.bank_account_id };
      await chooseRefundAccount(context, choice, now);
      return { success: true, message: "Rekening tujuan disimpan.", data: { id: params.refundId } };
    },
  });
}
