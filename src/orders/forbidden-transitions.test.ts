import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "#lib/context.ts";
import { sql } from "#lib/database.ts";
import {
  attemptOf,
  makeAcceptedOrder,
  makeDeliveredOrder,
  makePaidOrder,
  makePlacedOrder,
  makeShippedOrder,
  newTrackingNumber,
  reportChargeback,
  type MadeOrder,
} from "../../test/make/orders.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeShop, makeUser } from "../../test/make/rows.ts";
import { byBuyer, bySeller, outcome, readOrders } from "../../test/read/orders.ts";
import { acceptOrder, rejectOrder } from "./accept-order.ts";
import { answerCancel, cancelOrder, requestCancel, stopOrder, withdrawCancel } from "./cancel-order.ts";
import { changeOrders, factsOf, lockOrder } from "./change-order.ts";
import { brokenInvariants } from "./invariants.ts";
import { handOverOrder } from "./parcels/hand-over-order.ts";
import { handoverCode } from "./parcels/handover-code.ts";
import { confirmArrival, extendOrder, receiveOrder } from "./receive-order.ts";
import { canOrder, transitionOf, orderActionNames, type OrderAction } from "./rules.ts";
import { shipOrder } from "./ship-order.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let { statusOf, refundsOf } = {} as ReturnType<typeof readOrders>;

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
  ({ statusOf, refundsOf } = readOrders(context));
});
afterAll(() => context.close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

describe("forbidden actions", () => {
  /** Ships parcels: in production nothing reports their scans. */
  let shipping: Context;
  beforeAll(() => {
    shipping = context;
  });
  let operator: { userId: string; type: "operator"; operatorRole: "support" };
  beforeAll(async () => {
    const userId = await makeUser(context, { type: "operator" });
    operator = { userId, type: "operator", operatorRole: "support" };
  });
  const perform: Record<
    | "accept"
    | "reject"
    | "cancel"
    | "stop"
    | "request_cancel"
    | "withdraw_cancel"
    | "approve_cancel"
    | "refuse_cancel"
    | "ship"
    | "receive"
    | "extend"
    | "confirm_arrival"
    | "hand_over"
    | "mark_delivered",
    (made: MadeOrder, now: Date) => Promise<void>
  > = {
    accept: (made, now) => acceptOrder(context, bySeller(made), now),
    reject: (made, now) => rejectOrder(context, { ...bySeller(made), reason: "Stok keliru" }, now),
    cancel: (made, now) => cancelOrder(context, byBuyer(made), now),
    stop: (made, now) =>
      stopOrder(context, operator, { orderId: made.orderId, reason: "Tokonya terbukti menipu" }, now),
    request_cancel: (made, now) => requestCancel(context, { ...byBuyer(made), reason: "Salah pesan" }, now),
    withdraw_cancel: (made, now) => withdrawCancel(context, byBuyer(made), now),
    approve_cancel: (made, now) => answerCancel(context, { ...bySeller(made), agreed: true }, now),
    refuse_cancel: (made, now) =>
      answerCancel(context, { ...bySeller(made), agreed: false, reason: "Sudah dikemas" }, now),
    ship: (made, now) => shipOrder(shipping, { ...bySeller(made), trackingNumber: newTrackingNumber() }, now),
    receive: (made, now) => receiveOrder(context, byBuyer(made), now),
    extend: (made, now) => extendOrder(context, byBuyer(made), now),
    confirm_arrival: (made, now) => confirmArrival(context, byBuyer(made), now),
    hand_over: (made, now) =>
      handOverOrder(context, { ...bySeller(made), code: handoverCode(context, made.orderId) }, now),
    mark_delivered: (made, now) =>
      context.db.transaction(async (tx) => {
        const order = await lockOrder(tx, made.orderId, "anyone");
        await changeOrders(tx, context, [order], { action: "mark_delivered", by: "courier", actorId: null, now });
      }),
  };
  const names = Object.keys(perform) as (keyof typeof perform)[];
  const makers = {
    awaiting_payment: makePlacedOrder,
    awaiting_confirmation: makePaidOrder,
    processing: makeAcceptedOrder,
    shipped: makeShippedOrder,
    delivered: makeDeliveredOrder,
  };

  for (const status of Object.keys(makers) as (keyof typeof makers)[]) {
    test(`are refused and change nothing while ${status}`, async () => {
      const made = await makers[status](context);
      const before = await context.db.row(sql`select * from orders where id = ${made.orderId}`);
      for (const name of names) {
        const by = transitionOf(name).by[0] ?? "system";
        if (canOrder(name, status, by) && !["approve_cancel", "refuse_cancel", "withdraw_cancel"].includes(name))
          continue;
        expect([name, await outcome(perform[name](made, context.clock.now()))]).toEqual([name, "orders.not_allowed"]);
      }
      expect(await context.db.row(sql`select * from orders where id = ${made.orderId}`)).toEqual(before);
    });
  }

  test("are refused when the order is final", async () => {
    const completed = await makeDeliveredOrder(context);
    await receiveOrder(context, byBuyer(completed), context.clock.now());
    const cancelled = await makePaidOrder(context);
    await cancelOrder(context, byBuyer(cancelled), context.clock.now());
    for (const made of [completed, cancelled]) {
      for (const name of names)
        expect([name, await outcome(perform[name](made, context.clock.now()))]).toEqual([name, "orders.not_allowed"]);
      expect(await refundsOf(made)).toBe(made === cancelled ? 1 : 0);
    }
  });

  test("are answered for another person's order as if it did not exist", async () => {
    const made = await makeAcceptedOrder(context);
    const stranger = await makeShop(context);
    const foreign: MadeOrder = {
      ...made,
      buyerId: stranger.ownerId,
      shopId: stranger.shopId,
      sellerId: stranger.ownerId,
    };
    for (const name of names)
      if (name !== "mark_delivered" && name !== "stop")
        expect([name, await outcome(perform[name](foreign, context.clock.now()))]).toEqual([name, "request.not_found"]);
  });

  test("in any order of attempts, the order follows the table and no rupiah is lost", async () => {
    const system: OrderAction[] = [
      "silence_confirmation",
      "silence_cancel",
      "ship_deadline",
      "no_first_scan",
      "undelivered",
      "ask_arrival",
      "assume_delivered",
      "auto_complete",
      "dispute",
      "settle_dispute",
      "resume_shipping",
      "refund",
      "expire",
      "charge_back",
      "confirm_cod",
      "refuse_parcel",
    ];
    const all = [...names, ...system];
    expect([...all, "pay"].sort()).toEqual([...orderActionNames].sort());
    const shop = await makeShop(context);
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.boolean(),
        fc.array(fc.constantFrom(...all), { minLength: 3, maxLength: 14 }),
        async (paid, isFollowed, steps) => {
          shipping = isFollowed ? context : { ...context, config: { ...context.config, production: true } };
          const made = await (paid ? makePaidOrder : makePlacedOrder)(context, { shops: [shop] });
          for (const name of steps) {
            const now = context.clock.now();
            const before = await context.db.transaction((tx) => lockOrder(tx, made.orderId, "anyone"));
            const by = transitionOf(name).by[0] ?? "system";
            const allowed = canOrder(name, before.status, by, factsOf(before));
            if (name === "expire" && allowed) continue;
            if (name === "charge_back" && allowed)
              await reportChargeback(context, made.paymentId, (await attemptOf(context, made.paymentId)).received);
            const result = await outcome(
              name in perform
                ? perform[name as keyof typeof perform](made, now)
                : context.db.transaction(async (tx) =>
                    changeOrders(tx, context, [await lockOrder(tx, made.orderId, "anyone")], {
                      action: name,
                      by,
                      actorId: null,
                      reason: "Alasan yang jelas",
                      now,
                    }),
                  ),
            );
            expect([name, before.status, result]).toEqual([
              name,
              before.status,
              allowed ? "done" : "orders.not_allowed",
            ]);
            expect(await statusOf(made)).toBe(allowed ? transitionOf(name).to : before.status);
          }
          // These disputed orders have no complaint, so the dispute is ended at the end of the history.
          if ((await statusOf(made)) === "disputed")
            await context.db.transaction(async (tx) =>
              changeOrders(tx, context, [await lockOrder(tx, made.orderId, "anyone")], {
                action: "settle_dispute",
                by: "operator",
                actorId: null,
                reason: "Alasan yang jelas",
                now: context.clock.now(),
              }),
            );
          expect(await brokenInvariants(context.db)).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  }, 120_000);
});
