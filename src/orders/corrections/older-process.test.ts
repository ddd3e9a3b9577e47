/** A process of a version before corrections beside one of this version. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectionName } from "#lib/connection-name.ts";
import { sql } from "#lib/database.ts";
import { paymentRoutes } from "#payments/routes.ts";
import { makeShopApi, type Client } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeCompletedOrder, type MadeOrder } from "../../../test/make/orders.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { brokenInvariants } from "../invariants.ts";
import { refundPart } from "../settlement/refund-part.ts";
import { orderRoutes } from "../routes.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let proposer: Client;
let approver: Client;
beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  api = await makeShopApi(context, [orderRoutes, paymentRoutes]);
  const makeOperator = async () => {
    const userId = await makeUser(context, { type: "operator" });
    await context.db.run(sql`update users set operator_role = 'finance' where id = ${userId}`);
    return api.as(userId);
  };
  [proposer, approver] = [await makeOperator(), await makeOperator()];
});
afterAll(async () => {
  await api.close();
  await context.close();
});

const reason = "Biaya pesanan ini terhitung dua kali";
const body = { kind: "credit_taken_back", amount: 10_000, reason };
const propose = ({ orderId }: MadeOrder) =>
  proposer("POST", `/v1/operator/orders/${orderId}/corrections`, body, { "idempotency-key": randomUUID() });
const decide = (id: string, accept: boolean) =>
  approver("POST", `/v1/operator/corrections/${id}/decision`, { accept, reason: "Sudah dicocokkan dengan buku besar" });
type Answer = Awaited<ReturnType<Client>>;
const codeOf = (answer: Answer) => (answer.body as unknown as { code?: string }).code ?? answer.status;
const idOf = (answer: Answer) => (answer.body.data as unknown as { id: string }).id;

/** Connects as a process does whose connections have this name. The returned function ends it. */
async function connectAs(name: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: context.databaseUrl, application_name: name });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return async () => {
    await client.end();
    const left = sql`select from pg_stat_activity where pid = ${rows[0]?.pid}`;
    await expect.poll(() => context.db.rows(left)).toEqual([]);
  };
}

// Before versions were in these names, a process that served requests had the first two, and its search index the last.
test.each(["kawung", "kawung-listen", "kawung index", "kawung/0426"])(
  "no correction is proposed or approved while a process is connected as %s, and a proposal can still be rejected",
  async (name) => {
    const [made, other] = [await makeCompletedOrder(context), await makeCompletedOrder(context)];
    const [approved, rejected] = [idOf(await propose(made)), idOf(await propose(other))];
    const end = await connectAs(name);
    const refused = await propose(await makeCompletedOrder(context));
    expect([refused.status, codeOf(refused)]).toEqual([409, "corrections.older_process"]);
    expect(codeOf(await decide(approved, true))).toBe("corrections.older_process");
    expect(codeOf(await decide(rejected, false))).toBe(200);
    await end();
    expect(codeOf(await decide(approved, true))).toBe(200);
    expect(await brokenInvariants(context.db)).toEqual([]);
  },
);

test("a process of this or a later version, and a tool of the marketplace's database, hold no correction up", async () => {
  const ends = await Promise.all([connectionName(), "kawung/0999", "psql", ""].map(connectAs));
  expect(codeOf(await propose(await makeCompletedOrder(context)))).toBe(200);
  await Promise.all(ends.map((end) => end()));
});

test("the database refuses what a process that knows no corrections does to a corrected order, and this version does it", async () => {
  const made = await makeCompletedOrder(context);
  expect(codeOf(await decide(idOf(await propose(made)), true))).toBe(200);
  // The statement with which versions before corrections settled an order again after a refund.
  const settled = context.db.transaction((tx) =>
    tx.run(sql`update orders set earned = earned - 5000 where id = ${made.orderId}`),
  );
  await expect(settled).rejects.toMatchObject({ code: "23514", constraint: "corrected_orders_fit" });
  const line = await context.db.row<{ id: string }>(sql`select id from order_lines where order_id = ${made.orderId}`);
  const part = { lines: [{ line_id: line?.id ?? "", amount: 5000 }], shipping: 0, reason: "Sebagian barang rusak" };
  const seller = { orderId: made.orderId, shopId: made.shopId, userId: made.sellerId, idempotencyKey: randomUUID() };
  await refundPart(context, { ...seller, ...part }, context.clock.now());
  expect(await brokenInvariants(context.db)).toEqual([]);
});
