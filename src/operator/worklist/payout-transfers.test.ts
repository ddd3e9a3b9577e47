import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { advancePayout } from "#payments/payouts/advance-payout.ts";
import { requestWithdrawal } from "#payments/payouts/request-withdrawal.ts";
import { paymentRoutes } from "#payments/routes.ts";
import { makeShopApi } from "../../../test/make/checkout.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeRichShop, testPin } from "../../../test/make/payouts.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { listWaiting } from "./queries.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let [ani, budi]: string[] = [];
beforeAll(async () => {
  context = await makeContext({ PAYOUT_PROVIDER: "manual" });
  api = await makeShopApi(context, [paymentRoutes]);
  [ani, budi] = await Promise.all(["Ani", "Budi"].map((name) => makeUser(context, { type: "operator", name })));
});
afterAll(async () => {
  await api.close();
  await context.close();
});

const now = () => context.clock.now();
/** What an operator reads about the transfers that wait. */
async function notesFor(operatorId = ""): Promise<string[]> {
  const rows = await listWaiting(context.db, ["payout_transfer"], { operatorId, now: now() });
  return rows.map(({ note }) => note);
}
const post = async (operatorId = "", url: string, body: object = {}) => (await api.as(operatorId))("POST", url, body);

test("a payout that operators transfer waits in the work queue until a second one has confirmed its result", async () => {
  const { shopId, ownerId, accountId } = await makeRichShop(context, { balance: 200_000 });
  const wanted = { amount: 200_000, bankAccountId: accountId, pin: testPin };
  const { id } = await requestWithdrawal(context, { userId: ownerId, shopId }, wanted, randomUUID(), now());
  await advancePayout(context, id, now());
  expect(await notesFor(ani)).toEqual(["belum ditransfer"]);
  // A payout of a shop whose withdrawals are on hold waits for the shop, not for an operator.
  await context.db.run(sql`update shops set payouts_held = true, suspended_at = now() where id = ${shopId}`);
  expect(await notesFor(ani)).toEqual([]);
  await context.db.run(sql`update shops set payouts_held = false, suspended_at = null where id = ${shopId}`);

  expect((await post(ani, "/v1/operator/payout-batches")).status).toBe(200);
  expect([await notesFor(ani), await notesFor(budi)]).toEqual([["menunggu hasil bank"], ["menunggu hasil bank"]]);
  const result = { outcome: "paid", bank_reference: "FT1" };
  expect((await post(ani, `/v1/operator/payouts/${id}/result`, result)).status).toBe(200);
  expect([await notesFor(ani), await notesFor(budi)]).toEqual([[], ["butuh orang ke-2"]]);
  expect((await post(budi, `/v1/operator/payouts/${id}/confirm`, { accept: true, ...result })).status).toBe(200);
  expect([await notesFor(ani), await notesFor(budi)]).toEqual([[], []]);

  // The bank sends the money back days later: that waits for a second operator too, in the view that the queue opens.
  const back = { outcome: "returned", bank_reference: "RT1" };
  expect((await post(ani, `/v1/operator/payouts/${id}/result`, back)).status).toBe(200);
  expect([await notesFor(ani), await notesFor(budi)]).toEqual([[], ["butuh orang ke-2"]]);
  const view = await (await api.as(budi ?? ""))("GET", "/v1/operator/payouts?view=manual");
  const { rows, counts } = view.body.result as unknown as { rows: { id: string }[]; counts: { manual: number } };
  expect([rows.map((row) => row.id), counts.manual]).toEqual([[id], 1]);
  expect((await post(budi, `/v1/operator/payouts/${id}/confirm`, { accept: true, ...back })).status).toBe(200);
  expect([await notesFor(ani), await notesFor(budi)]).toEqual([[], []]);
});
