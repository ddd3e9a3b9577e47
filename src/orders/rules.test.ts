import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { day, hour, later } from "#lib/time.ts";
import { cancelAnswerDuration, confirmationDuration } from "#shipping/handling-rules.ts";
import {
  actionAtDeadline,
  addressVisible,
  autoCompleteTime,
  canOrder,
  dueAfter,
  extensionTime,
  firstScanTime,
  lostParcelTime,
  moveOf,
  orderActionNames,
  orderStatuses,
  orderStatusNames,
  ownCourierTime,
  shipBy,
  type DeadlineFacts,
  type OrderActor,
  type OrderStatus,
} from "./rules.ts";

const actors: OrderActor[] = ["buyer", "seller", "system", "operator", "courier"];
const facts: DeadlineFacts = {
  cancelRequested: false,
  cancelAsked: false,
  extended: false,
  tracked: true,
  scanned: false,
  acceptedAt: null,
  shipDueAt: null,
  preorderDays: null,
  shippedAt: null,
  deliveredAt: null,
};
const none: ReadonlySet<string> = new Set();
/** A Monday, 10.00 WIB. */
const monday = new Date("2026-11-16T03:00:00Z");

describe("the table of actions", () => {
  test("every status can be reached from a new order", () => {
    const reached = new Set<OrderStatus>(["awaiting_payment"]);
    for (let size = 0; size !== reached.size;) {
      size = reached.size;
      for (const name of orderActionNames)
        if (moveOf(name).from.some((status) => reached.has(status))) reached.add(moveOf(name).to);
    }
    expect([...reached].sort()).toEqual([...orderStatusNames].sort());
  });

  test("a final status has no exit, every other status has one", () => {
    for (const status of orderStatusNames) {
      const exits = orderActionNames.filter((name) => moveOf(name).from.includes(status) && moveOf(name).to !== status);
      expect({ status, hasExit: exits.length > 0 }).toEqual({ status, hasExit: !orderStatuses[status].final });
    }
  });

  test("every action is labelled and no two share a label", () => {
    const labels = orderActionNames.map((name) => moveOf(name).label);
    expect(labels.every((label) => label.length >= 5)).toBe(true);
    expect(new Set(labels).size).toBe(labels.length);
  });

  test("money moves exactly where an order ends", () => {
    for (const name of orderActionNames) {
      const { to, effect } = moveOf(name);
      expect({ name, effect }).toEqual({
        name,
        effect: to === "completed" ? "release" : to === "cancelled" || to === "refunded" ? "refund" : undefined,
      });
    }
  });

  test("a buyer never confirms, ships or delivers; a seller never completes or pays", () => {
    for (const status of orderStatusNames) {
      for (const name of [
        "accept",
        "reject",
        "ship",
        "mark_delivered",
        "pay",
        "approve_cancel",
        "refuse_cancel",
      ] as const)
        expect(canOrder(name, status, "buyer")).toBe(false);
      for (const name of orderActionNames)
        if (moveOf(name).to === "completed" || name === "pay") expect(canOrder(name, status, "seller")).toBe(false);
    }
  });

  test("whatever the walk, an order only moves along the table and never leaves a final status", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...orderActionNames), fc.constantFrom(...actors)), { maxLength: 40 }),
        (steps) => {
          let status: OrderStatus = "awaiting_payment";
          let paid = false;
          for (const [name, by] of steps) {
            if (!canOrder(name, status, by)) continue;
            expect(orderStatuses[status].final).toBe(false);
            if (name === "pay") paid = true;
            status = moveOf(name).to;
            if (status !== "awaiting_payment" && status !== "cancelled") expect(paid).toBe(true);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test("a seller answers an open request to cancel before shipping", () => {
    const asked = { ...facts, cancelAsked: true, cancelRequested: true };
    expect(canOrder("ship", "processing", "seller", facts)).toBe(true);
    expect(canOrder("ship", "processing", "seller", asked)).toBe(false);
    expect(canOrder("refuse_cancel", "processing", "seller", asked)).toBe(true);
    expect(canOrder("refuse_cancel", "processing", "seller", facts)).toBe(false);
    expect(canOrder("withdraw_cancel", "processing", "buyer", asked)).toBe(true);
    expect(canOrder("withdraw_cancel", "processing", "buyer", facts)).toBe(false);
    expect(canOrder("withdraw_cancel", "processing", "seller", asked)).toBe(false);
    expect(canOrder("request_cancel", "processing", "buyer", { ...asked, cancelRequested: false })).toBe(false);
  });
});

describe("deadlines", () => {
  const due = (status: OrderStatus, more: Partial<DeadlineFacts> = {}) =>
    dueAfter("accept", status, { ...facts, ...more }, none, monday);

  test("every status that waits has a deadline and an action for it", () => {
    for (const status of orderStatusNames) {
      if (orderStatuses[status].final || status === "disputed") {
        expect([actionAtDeadline(status, facts), due(status)]).toEqual([null, null]);
        continue;
      }
      const action = actionAtDeadline(status, facts);
      expect(action).not.toBeNull();
      if (action) expect(canOrder(action, status, "system")).toBe(true);
      if (status !== "awaiting_payment") expect(due(status)).not.toBeNull();
    }
  });

  test("a seller has 24 hours to confirm and to answer a request to cancel", () => {
    expect(due("awaiting_confirmation")).toEqual(later(monday, confirmationDuration));
    expect(due("processing", { cancelRequested: true })).toEqual(later(monday, cancelAnswerDuration));
  });

  test("two working days skip the weekend and national holidays", () => {
    const friday = later(monday, 4 * day);
    expect(shipBy(friday, null, none)).toEqual(later(friday, 4 * day));
    expect(shipBy(friday, null, new Set(["2026-11-23"]))).toEqual(later(friday, 5 * day));
  });

  test("what is made to order has its own days, never less than the usual two", () => {
    expect(shipBy(monday, 14, none)).toEqual(later(monday, 14 * day));
    const friday = later(monday, 4 * day);
    expect(shipBy(friday, 3, none)).toEqual(later(friday, 4 * day));
  });

  test("refusing a cancellation late leaves the seller 24 hours to ship", () => {
    const now = later(monday, 47 * hour);
    expect(dueAfter("refuse_cancel", "processing", { ...facts, acceptedAt: monday }, none, now)).toEqual(
      later(now, day),
    );
  });

  test("withdrawing a request to cancel restores the shipping deadline, with at least 24 hours left", () => {
    const shipDueAt = later(monday, 3 * day);
    const due = (now: Date) =>
      dueAfter("withdraw_cancel", "processing", { ...facts, acceptedAt: monday, shipDueAt }, none, now);
    expect(due(later(monday, hour))).toEqual(shipDueAt);
    expect(due(later(monday, 70 * hour))).toEqual(later(monday, 94 * hour));
  });

  test("a parcel has 2 days for its first scan, 30 days to arrive, 15 with the shop's own courier", () => {
    expect(due("shipped")).toEqual(later(monday, firstScanTime));
    expect(due("shipped", { scanned: true })).toEqual(later(monday, lostParcelTime));
    expect(due("shipped", { tracked: false })).toEqual(later(monday, ownCourierTime));
  });

  test("a delivered order completes after 2 days, with the extension after 5", () => {
    expect(due("delivered", { deliveredAt: monday })).toEqual(later(monday, autoCompleteTime));
    expect(due("delivered", { deliveredAt: monday, extended: true })).toEqual(
      later(monday, autoCompleteTime + extensionTime),
    );
  });
});

test("a seller sees the address from payment until 7 days after completion", () => {
  expect(orderStatusNames.filter((status) => addressVisible(status, monday, monday))).toEqual([
    "awaiting_confirmation",
    "processing",
    "shipped",
    "delivered",
    "completed",
    "disputed",
  ]);
  expect(addressVisible("completed", monday, later(monday, 7 * day - 1))).toBe(true);
  expect(addressVisible("completed", monday, later(monday, 7 * day))).toBe(false);
});
