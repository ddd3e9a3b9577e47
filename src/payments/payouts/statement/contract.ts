import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { boundedText, id, queryInt, resultResponse, rupiah, timestamp, timeZone } from "#lib/schema.ts";
import { payoutRefusals } from "../contract.ts";
import { isMonth } from "./rules.ts";

const entry = z.object({
  at: timestamp,
  /** Positive when the balance grew. A debt counts as a negative balance. */
  amount: z.int(),
  kind: z.string(),
  label: z.string(),
  order_id: id.nullable(),
  invoice: z.string().nullable(),
  payout_id: id.nullable(),
  /** The number of the withdrawal. */
  payout: z.string().nullable(),
});
export type BalanceEntry = z.output<typeof entry>;

const month = boundedText(7).refine(isMonth, "Bulan tidak sesuai.");

export const balanceEndpoints = endpoints({
  "GET /v1/seller/balance": {
    summary: "Your balance with every entry, newest first",
    policy: "seller",
    query: z.strictObject({ page: queryInt(1, 10_000).optional() }),
    response: resultResponse(
      z.object({
        balance: rupiah,
        /** What the next income pays off first. */
        debt: rupiah,
        /** Withdrawals under way. */
        withdrawing: rupiah,
        /** What orders under way bring when they are completed. */
        pending: rupiah,
        entries: z.array(entry),
        page: z.int(),
        more: z.boolean(),
        zone: timeZone,
      }),
    ),
  },
  "GET /v1/seller/statements": {
    summary: "The months in which your balance changed, newest first",
    policy: "seller",
    response: resultResponse(
      z.array(
        z.object({
          month: z.string(),
          label: z.string(),
          /** The month has ended, so its statement does not change any more. */
          is_over: z.boolean(),
          opening: z.int(),
          income: rupiah,
          outgo: rupiah,
          closing: z.int(),
        }),
      ),
    ),
  },
  "GET /v1/seller/statements/:month/file.csv": {
    summary: "The statement of a month as CSV",
    policy: "seller",
    params: z.strictObject({ month }),
    response: z.string(),
    raw: true,
    refusals: [payoutRefusals.notFound],
  },
});
export type BalanceApi = typeof balanceEndpoints;
