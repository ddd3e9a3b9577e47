import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "#lib/database.ts";
import { day, hour, addDuration } from "#lib/time.ts";
import { changeShop } from "#shops/change-shop.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeAcceptedOrder, makePaidOrder, type MadeOrder } from "../../../test/make/orders.ts";
import { makeShop } from "../../../test/make/rows.ts";
import { answerCancel, requestCancel, withdrawCancel } from "../cancel-order.ts";
import { fireDeadline, sweepDeadlines } from "../deadlines/fire-deadline.ts";
import { brokenInvariants } from "../invariants.ts";
import { resumeClocks } from "./vacation.ts";
import { confirmationDuration } from "#shipping/handling-rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
const start = new Date("2026-11-16T03:00:00Z");

beforeAll(async () => {
  context = await makeContext({ LOG_LEVEL: "error" });
});
afterAll(() => context.close());
afterEach(async () => expect(await brokenInvariants(context.db)).toEqual([]));

const vacation = (shopId: string, onVacation: boolean, now: Date) =>
  changeShop(
    context,
    shopId,
    { name: "Toko Uji", tagline: "", description: "", regencyCode: "32.73", couriers: ["jne-reg"], onVacation },
    now,
  );
const orderOf = async ({ orderId }: MadeOrder) =>
  context.db.row<{ status: string; due_at: Date | null }>(sql`select status, due_at from orders where id = ${orderId}`);

test("during a vacation an unconfirmed order is not cancelled; afterwards its deadline continues with the time that was left", async () => {
  const made = await makePaidOrder(context, { now: start });
  await vacation(made.shopId, true, addDuration(start, 6 * hour));
  await sweepDeadlines(context, addDuration(start, 3 * day));
  expect(await fireDeadline(context, made.orderId, addDuration(start, 3 * day))).toBe(false);
  expect(await orderOf(made)).toMatchObject({ status: "awaiting_confirmation" });
  await vacation(made.shopId, false, addDuration(start, 6 * hour + 4 * day));
  // The deadline's own job may run before the reopening job: it adds the time and does not fire.
  expect(await fireDeadline(context, made.orderId, addDuration(start, 4 * day + confirmationDuration()))).toBe(false);
  await resumeClocks(context, made.shopId);
  expect(await orderOf(made)).toEqual({
    status: "awaiting_confirmation",
    due_at: addDuration(start, 4 * day + confirmationDuration()),
  });
  expect(await fireDeadline(context, made.orderId, addDuration(start, 4 * day + confirmationDuration()))).toBe(true);
  expect(await orderOf(made)).toEqual({ status: "cancelled", due_at: null });
});

test("a vacation that ends by a request older than the one that started it lasted no time", async () => {
  const { shopId } = await makeShop(context);
  await vacation(shopId, true, start);
  await vacation(shopId, false, addDuration(start, -5));
  const row = await context.db.row<{ since: Date; until: Date }>(sql`
    select vacation_since as since, vacation_until as until from shops where id = ${shopId}`);
  expect([row?.since, row?.until]).toEqual([start, start]);
});

test("two vacations are added once each", async () => {
  const made = await makePaidOrder(context, { now: start });
  for (const at of [1, 20]) {
    await vacation(made.shopId, true, addDuration(start, at * hour));
    await vacation(made.shopId, false, addDuration(start, (at + 10) * hour));
    await resumeClocks(context, made.shopId);
    await resumeClocks(context, made.shopId);
  }
  expect((await orderOf(made))?.due_at).toEqual(addDuration(start, confirmationDuration() + 20 * hour));
});

test("a vacation does not hold a buyer's money: an unanswered request to cancel counts as yes", async () => {
  const made = await makeAcceptedOrder(context, { now: start });
  await vacation(made.shopId, true, addDuration(start, 2 * hour));
  const asked = addDuration(start, 3 * hour);
  await requestCancel(
    context,
    { orderId: made.orderId, buyerId: made.buyerId, reason: "Toko libur terlalu lama" },
    asked,
  );
  expect(await fireDeadline(context, made.orderId, addDuration(asked, day))).toBe(true);
  expect((await orderOf(made))?.status).toBe("cancelled");
});

test("a buyer whose request was withdrawn or refused may ask again while the shop is on vacation, and no answer counts as yes", async () => {
  for (const isWithdrawn of [true, false]) {
    const made = await makeAcceptedOrder(context, { now: start });
    const buyer = { orderId: made.orderId, buyerId: made.buyerId };
    const ask = (hours: number) =>
      requestCancel(context, { ...buyer, reason: "Toko libur terlalu lama" }, addDuration(start, hours * hour));
    const { orderId, shopId, sellerId } = made;
    const refusal = { orderId, shopId, userId: sellerId, agreed: false, reason: "Sudah dikemas" };
    await ask(1);
    await (isWithdrawn
      ? withdrawCancel(context, buyer, addDuration(start, 2 * hour))
      : answerCancel(context, refusal, addDuration(start, 2 * hour)));
    await expect(ask(3)).rejects.toMatchObject({ code: "orders.not_allowed" });
    await vacation(shopId, true, addDuration(start, 4 * hour));
    expect(await fireDeadline(context, orderId, addDuration(start, 40 * day))).toBe(false);
    await ask(40 * 24);
    expect(await fireDeadline(context, orderId, addDuration(start, 41 * day))).toBe(true);
    expect((await orderOf(made))?.status).toBe("cancelled");
  }
});

test("a request to cancel that is withdrawn or refused restores the time of a vacation, however the two overlap", async () => {
  const untouched = addDuration(start, 2 * day);
  const at = (hours: number) => addDuration(start, hours * hour);
  // Hours after the acceptance: start and end of the vacation and of the request.
  const cases = [
    { vacation: [2, 12], request: [4, 6] },
    { vacation: [2, 12], request: [4, 20] },
    { vacation: [6, 8], request: [4, 10] },
    { vacation: [6, 30], request: [4, 10] },
    { vacation: [1, 3], request: [4, 6] },
  ] as const;
  for (const [
    index,
    {
      vacation: [since, until],
      request: [asked, ended],
    },
  ] of cases.entries()) {
    const made = await makeAcceptedOrder(context, { now: start });
    const buyer = { orderId: made.orderId, buyerId: made.buyerId };
    const steps = [
      [since, () => vacation(made.shopId, true, at(since))],
      [until, () => vacation(made.shopId, false, at(until))],
      [asked, () => requestCancel(context, { ...buyer, reason: "Toko libur terlalu lama" }, at(asked))],
      [
        ended,
        () =>
          index % 2 === 0
            ? withdrawCancel(context, buyer, at(ended))
            : answerCancel(
                context,
                {
                  orderId: made.orderId,
                  shopId: made.shopId,
                  userId: made.sellerId,
                  agreed: false,
                  reason: "Sudah dikemas",
                },
                at(ended),
              ),
      ],
    ] as const;
    for (const [, step] of [...steps].sort(([one], [other]) => one - other)) await step();
    await resumeClocks(context, made.shopId);
    await resumeClocks(context, made.shopId);
    expect((await orderOf(made))?.due_at, JSON.stringify(cases[index])).toEqual(
      addDuration(untouched, (until - since) * hour),
    );
  }
});
