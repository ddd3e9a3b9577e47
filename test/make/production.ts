import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { pinRoutes } from "../../src/accounts/pin/routes.ts";
import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import { createHttp } from "../../src/lib/http/create-http.ts";
import { brokenInvariants } from "../../src/orders/invariants.ts";
import { orderJobs } from "../../src/orders/jobs.ts";
import { orderRoutes } from "../../src/orders/routes.ts";
import { paymentJobs } from "../../src/payments/jobs.ts";
import { paymentRoutes } from "../../src/payments/routes.ts";
import { shippingRoutes } from "../../src/shipping/routes.ts";
import { workJobs } from "../run-jobs.ts";
import { makeSession } from "./checkout.ts";
import { makeContext } from "./context.ts";

/** A successful call of the API by one user. The answer of a file is in `message`. */
export type Call = (
  method: "GET" | "POST" | "PUT",
  url: string,
  body?: object | FormData,
) => Promise<{ message: string; data: never; result: never }>;

/** A marketplace in production mode with these settings, without pages: what a sale needs from checkout to payout. */
export async function openProduction(settings: Record<string, string>) {
  const context = await makeContext({
    NODE_ENV: "production",
    DEMO: "0",
    PUBLIC_URL: "https://pasar.example",
    LOG_LEVEL: "fatal",
    ...settings,
  });
  const app = await createHttp(context);
  for (const register of [shippingRoutes, pinRoutes, orderRoutes, paymentRoutes])
    await app.register(async (scope) => (register as (on: typeof app, with_: Context) => void)(scope, context));
  await app.ready();
  const jobs = () => workJobs(context, orderJobs, paymentJobs);
  return {
    context,
    app,
    jobs,
    /** Calls the API as this user and returns the answer, which must be a success. */
    async as(userId: string): Promise<Call> {
      const token = await makeSession(context, userId);
      return async (method, url, body) => {
        const form = body instanceof FormData ? new Response(body) : undefined;
        const response = await app.inject({
          method,
          url,
          headers: {
            authorization: `Bearer ${token}`,
            "idempotency-key": randomUUID(),
            ...(form ? { "content-type": form.headers.get("content-type") ?? "" } : {}),
          },
          ...(form ? { payload: Buffer.from(await form.arrayBuffer()) } : body ? { payload: body } : {}),
        });
        expect(response.statusCode, `${method} ${url}: ${response.body.slice(0, 300)}`).toBe(200);
        return response.headers["content-type"]?.includes("json")
          ? response.json<{ message: string; data: never; result: never }>()
          : { message: response.body, data: {} as never, result: {} as never };
      };
    },
    /** Runs the due jobs; afterwards every invariant must hold. */
    async settleDown(): Promise<void> {
      await jobs();
      expect(await brokenInvariants(context.db)).toEqual([]);
    },
    async orderStatus(orderId: string): Promise<string | undefined> {
      return (await context.db.row<{ status: string }>(sql`select status from orders where id = ${orderId}`))?.status;
    },
    /** The sums of all ledger accounts that are not zero, by kind. */
    async balances(): Promise<Record<string, number>> {
      const rows = await context.db.rows<{ kind: string; balance: number }>(
        sql`select kind, sum(balance)::bigint as balance from ledger_accounts group by kind having sum(balance) <> 0`,
      );
      return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
    },
    /** A new bank account waits for a day; this one is a day old. */
    async ageBankAccounts(): Promise<void> {
      await context.db.run(
        sql`update bank_accounts set created_at = now() - interval '2 days', usable_from = now() - interval '1 day'`,
      );
    },
    async close(): Promise<void> {
      await app.close();
      await context.close();
    },
  };
}
export type Production = Awaited<ReturnType<typeof openProduction>>;
