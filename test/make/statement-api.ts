import { expect } from "vitest";
import { sql } from "../../src/lib/database.ts";
import { createHttp } from "../../src/lib/http/create-http.ts";
import { paymentJobs } from "../../src/payments/jobs.ts";
import { paymentRoutes } from "../../src/payments/routes.ts";
import type { StatementLineJson, TransferJson } from "../../src/payments/statements/line-contract.ts";
import { makeSession } from "./checkout.ts";
import { makeContext } from "./context.ts";
import { attemptOf, makePlacedOrder, type MadeOrder } from "./orders.ts";
import { makeUser } from "./rows.ts";
import { madeLayout, makeStatement, type MadeMovement } from "./statements.ts";
import { workJobs } from "../run-jobs.ts";
import { brokenInvariants } from "../../src/orders/invariants.ts";
import { orderJobs } from "../../src/orders/jobs.ts";

export const account = "bca:1234567890";

export type Answer = { status: number; code: string; message: string; data: { status?: string }; result: never };
export type Operator = { userId: string; operatorRole: string; token: string };
export type Placed = MadeOrder & { attemptId: string; sum: number; reference: string };

/**
 * A marketplace with a bank account, the calls of bank statements, and three operators: Ani and Budi decide about
 * money, Citra does not. `settle` runs the queued jobs and expects a sound database.
 */
export async function makeStatementApi() {
  const context = await makeContext({
    LOG_LEVEL: "fatal",
    LIMIT_FACTOR: "100",
    MANUAL_BANK_ACCOUNTS: "bca:1234567890:PT Maju Jaya;mandiri:1370012345678:PT Maju Jaya",
  });
  const app = await createHttp(context);
  await app.register(async (scope) => paymentRoutes(scope, context));
  await app.ready();
  const now = () => context.clock.now();
  const [ani, budi, citra] = await Promise.all([
    makeOperator("Ani"),
    makeOperator("Budi"),
    makeOperator("Citra", "support"),
  ]);
  await call(ani, "PUT", `/v1/operator/statement-layouts/${account}`, madeLayout);

  async function makeOperator(name: string, role = "owner"): Promise<Operator> {
    const userId = await makeUser(context, { type: "operator", name });
    await context.db.run(sql`update users set operator_role = ${role} where id = ${userId}`);
    return { userId, operatorRole: role, token: await makeSession(context, userId) };
  }

  async function call(who: Operator | undefined, method: "GET" | "POST" | "PUT", url: string, body?: object) {
    const response = await app.inject({
      method,
      url,
      headers: who ? { authorization: `Bearer ${who.token}` } : {},
      ...(body ? { payload: body } : {}),
    });
    return { status: response.statusCode, ...response.json<object>() } as unknown as Answer;
  }

  async function send(who: Operator | undefined, file: string | Buffer, to = "", key = account): Promise<Answer> {
    const form = new FormData();
    form.set("account", key);
    form.set("statement", new File([new Uint8Array(Buffer.from(file))], "mutasi november.csv"));
    const wrapped = new Response(form);
    const response = await app.inject({
      method: "POST",
      url: `/v1/operator/statements${to}`,
      headers: {
        "content-type": wrapped.headers.get("content-type") ?? "",
        ...(who ? { authorization: `Bearer ${who.token}` } : {}),
      },
      payload: Buffer.from(await wrapped.arrayBuffer()),
    });
    return { status: response.statusCode, ...response.json<object>() } as unknown as Answer;
  }
  const upload = (movements: readonly MadeMovement[], who = ani) => send(who, makeStatement(movements, now()));

  async function placed(fields: Parameters<typeof makePlacedOrder>[1] = {}): Promise<Placed> {
    const made = await makePlacedOrder(context, { method: "transfer_bca", ...fields });
    const { id, amount, reference } = await attemptOf(context, made.paymentId);
    return { ...made, attemptId: id, sum: amount, reference };
  }
  const statusOf = async (orderId: string) =>
    (await context.db.row<{ status: string }>(sql`select status from orders where id = ${orderId}`))?.status;
  const refundsOf = ({ paymentId }: Placed) =>
    context.db.rows<{ reason: string; amount: number; status: string; way: string }>(
      sql`select reason, amount, status, way from refunds where payment_id = ${paymentId} order by id`,
    );
  const jobs = () => workJobs(context, paymentJobs, orderJobs);

  let texts = 0;
  /** The id of the movement with this sum that was uploaded just now. */
  async function uploaded(amount: number, fields: Omit<MadeMovement, "amount"> = {}, who = ani): Promise<string> {
    texts += 1;
    const text = `SETORAN ${texts}`;
    expect((await upload([{ amount, text, ...fields }], who)).status).toBe(200);
    const row = await context.db.row<{ id: string }>(
      sql`select id from bank_statement_lines where description = ${text}`,
    );
    return row?.id ?? "";
  }
  const assign = (who: Operator | undefined, lineId: string, { attemptId }: Placed) =>
    call(who, "POST", `/v1/operator/statement-lines/${lineId}/assign`, {
      attempt_id: attemptId,
      reason: "Bukti cocok",
    });
  const approve = (who: Operator | undefined, lineId: string, { attemptId }: Placed) =>
    call(who, "POST", `/v1/operator/statement-lines/${lineId}/approve`, { attempt_id: attemptId });
  const decide = (who: Operator | undefined, lineId: string, action: string, reason = "Setoran modal") =>
    call(who, "POST", `/v1/operator/statement-lines/${lineId}/${action}`, { reason });
  const lineOf = async (lineId: string) =>
    (await call(ani, "GET", `/v1/operator/statement-lines/${lineId}`)).result as {
      line: StatementLineJson;
      events: { action: string; actor: string }[];
      transfers: TransferJson[];
      twins: number;
    };

  const settle = async () => {
    await jobs();
    expect(await brokenInvariants(context.db)).toEqual([]);
  };
  const close = async () => {
    await app.close();
    await context.close();
  };
  return {
    context,
    app,
    ani,
    budi,
    citra,
    now,
    call,
    send,
    upload,
    placed,
    statusOf,
    refundsOf,
    jobs,
    uploaded,
    assign,
    approve,
    decide,
    lineOf,
    /** The text of the movement that was uploaded last. */
    lastText: () => `SETORAN ${texts}`,
    makeOperator,
    settle,
    close,
  };
}
