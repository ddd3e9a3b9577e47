import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { sql } from "../../src/lib/database.ts";
import { chargeBackCheckout } from "../../src/orders/settlement/charge-back.ts";
import type { CorrectionKind } from "../../src/orders/corrections/rules.ts";
import { refundPart } from "../../src/orders/settlement/refund-part.ts";
import { orderRoutes } from "../../src/orders/routes.ts";
import { applyStatus } from "../../src/payments/attempts/settle-attempt.ts";
import { sellerBalance } from "../../src/payments/ledger/ledger.ts";
import { findBalance } from "../../src/payments/ledger/queries.ts";
import { paymentRoutes } from "../../src/payments/routes.ts";
import { makeShopApi, type Client } from "./checkout.ts";
import { makeContext } from "./context.ts";
import { attemptOf, type MadeOrder } from "./orders.ts";
import { makeUser } from "./rows.ts";

type Correction = { id: string; state: string; kind: string; can_decide: boolean; can_withdraw: boolean };
type View = { kinds: { kind: CorrectionKind; most: number }[]; corrections: Correction[] };

/** Why operators correct, and what the second one answers. */
export const reason = "Biaya pesanan ini terhitung dua kali";
export const answer = "Sudah dicocokkan dengan buku besar";

export const codeOf = ({ body, status }: Awaited<ReturnType<Client>>) =>
  status === 200 ? "done" : (body as unknown as { code: string }).code;
export const dataOf = ({ body }: Awaited<ReturnType<Client>>) => body.data as unknown as { id: string; state: string };
export const ofSeller = ({ orderId, shopId, sellerId: userId }: MadeOrder) => ({ orderId, shopId, userId });

/**
 * A marketplace with two operators of finance, the calls by which they correct orders, and readers of what was
 * corrected.
 */
export async function makeCorrectionApi() {
  const context = await makeContext({ LOG_LEVEL: "error", LIMIT_FACTOR: "10000" });
  const api = await makeShopApi(context, [orderRoutes, paymentRoutes]);
  const [proposerId, approverId] = [await makeFinance(), await makeFinance()];
  const [proposer, approver] = [await api.as(proposerId), await api.as(approverId)];
  const now = () => context.clock.now();
  const key = () => ({ "idempotency-key": randomUUID() });

  async function makeFinance(where = context): Promise<string> {
    const userId = await makeUser(where, { type: "operator" });
    await where.db.run(sql`update users set operator_role = 'finance' where id = ${userId}`);
    return userId;
  }

  const propose = (made: Pick<MadeOrder, "orderId">, body: object, by = proposer, headers = key()) =>
    by("POST", `/v1/operator/orders/${made.orderId}/corrections`, { reason, ...body }, headers);
  const decide = (id: string, accept = true, by = approver) =>
    by("POST", `/v1/operator/corrections/${id}/decision`, { accept, reason: answer });
  const viewOf = async (made: Pick<MadeOrder, "orderId">, by = proposer) =>
    (await by("GET", `/v1/operator/orders/${made.orderId}/corrections`)).body.result as unknown as View;
  const maxCorrection = async (made: MadeOrder, kind: CorrectionKind) =>
    (await viewOf(made)).kinds.find((one) => one.kind === kind)?.most ?? 0;
  const statesOf = async (made: MadeOrder) => (await viewOf(made)).corrections.map(({ state }) => state);
  const commission = () => findBalance(context.db, "commission", "platform");
  const cost = ({ orderId }: MadeOrder) => findBalance(context.db, "corrections", orderId);
  const balanceOf = ({ shopId }: MadeOrder) => sellerBalance(context.db, shopId);

  /** Proposes a correction and has the other operator approve it. */
  async function correct(made: MadeOrder, kind: CorrectionKind, amount: number): Promise<string> {
    const proposed = await propose(made, { kind, amount });
    expect(codeOf(proposed)).toBe("done");
    const { id } = dataOf(proposed);
    expect(codeOf(await decide(id))).toBe("done");
    return id;
  }
  async function chargeBack(made: MadeOrder, chargedBack: number): Promise<string> {
    const attempt = await attemptOf(context, made.paymentId);
    await applyStatus(context, attempt, { status: "paid", receipts: [], refunds: [], chargedBack }, now());
    await chargeBackCheckout(context, { checkoutId: made.checkoutId, attemptId: attempt.id }, now());
    return attempt.id;
  }
  const notesOf = (userId: string) =>
    context.db.rows<{ title: string; text: string }>(
      sql`select title, description as text from notifications where user_id = ${userId} and dedupe_key like 'correction %' order by id`,
    );
  const refundsOf = ({ paymentId }: MadeOrder) =>
    context.db.rows<{
      id: string;
      amount: number;
      way: string;
      status: string;
      reason: string;
      order_id: string | null;
    }>(sql`select id, amount, way, status, reason, order_id from refunds where payment_id = ${paymentId} order by id`);

  /** Refunds a part of the order's only line, as its seller. */
  async function refundSome(made: MadeOrder, amount: number, where = context): Promise<void> {
    const line = await where.db.row<{ id: string }>(sql`select id from order_lines where order_id = ${made.orderId}`);
    await refundPart(
      where,
      {
        ...ofSeller(made),
        idempotencyKey: randomUUID(),
        lines: [{ line_id: line?.id ?? "", amount }],
        shipping: 0,
        reason: "Sebagian barang rusak",
      },
      now(),
    );
  }

  const close = async () => {
    await api.close();
    await context.close();
  };
  return {
    context,
    api,
    proposer,
    approver,
    proposerId,
    approverId,
    now,
    key,
    makeFinance,
    propose,
    decide,
    viewOf,
    maxCorrection,
    statesOf,
    commission,
    cost,
    balanceOf,
    correct,
    chargeBack,
    notesOf,
    refundsOf,
    refundSome,
    close,
  };
}
