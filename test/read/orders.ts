import type { Context } from "../../src/lib/context.ts";
import { sql } from "../../src/lib/database.ts";
import type { OrderStatus } from "../../src/orders/rules.ts";
import type { MadeOrder } from "../make/orders.ts";

type OrderState = { status: OrderStatus; due_at: Date | null; stock_released: boolean };

/** Queries of tests about an order. */
export function readOrders({ db }: Pick<Context, "db">) {
  async function stateOf(made: Pick<MadeOrder, "orderId">): Promise<OrderState> {
    const row = await db.row<OrderState>(
      sql`select status, due_at, stock_released from orders where id = ${made.orderId}`,
    );
    if (!row) throw new Error("no order");
    return row;
  }
  async function count(counted: ReturnType<typeof sql>): Promise<number> {
    return (await db.row<{ n: number }>(counted))?.n ?? -1;
  }
  return {
    stateOf,
    statusOf: async (made: Pick<MadeOrder, "orderId">) => (await stateOf(made)).status,
    stockOf: ({ variantId }: Pick<MadeOrder, "variantId">) =>
      count(sql`select stock as n from variants where id = ${variantId}`),
    refundsOf: ({ orderId }: Pick<MadeOrder, "orderId">) =>
      count(sql`select count(*)::int as n from refunds where order_id = ${orderId}`),
    async notesOf(userId: string): Promise<string[]> {
      const rows = await db.rows<{ title: string }>(
        sql`select title from notifications where user_id = ${userId} order by created_at, id`,
      );
      return rows.map(({ title }) => title);
    },
    async paymentOf({ paymentId }: MadeOrder): Promise<{ amount: number; received: number }> {
      const row = await db.row<{ amount: number; received: number }>(
        sql`select amount, received from payment_attempts where payment_id = ${paymentId}`,
      );
      if (!row) throw new Error("no payment");
      return row;
    },
  };
}

/** The arguments of an operation by the order's buyer. */
export const byBuyer = ({ orderId, buyerId }: MadeOrder) => ({ orderId, buyerId });
/** The arguments of an operation by the order's seller. */
export const bySeller = ({ orderId, shopId, sellerId }: MadeOrder) => ({ orderId, shopId, userId: sellerId });
/** The code of a refusal, or the error's message. */
export const codeOf = (error: unknown) => (error as { code?: string }).code ?? String(error);
/** Resolves with "done" or with the code of the refusal. */
export const outcome = (work: Promise<unknown>) => work.then(() => "done", codeOf);
