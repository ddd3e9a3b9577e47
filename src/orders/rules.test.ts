import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applySettings } from "#lib/settings/setting.ts";
import { day, hour, addDuration } from "#lib/time.ts";
import { cancelAnswerDuration, confirmationDuration, confirmationSetting } from "#shipping/handling-rules.ts";
import { addressVisible } from "./address-rules.ts";
import {
  actionAtDeadline,
  assumedArrivalDuration,
  autoCompleteDuration,
  autoCompleteSetting,
  deadlineAfter,
  extensionDuration,
  firstScanDuration,
  lostParcelDuration,
  ownCourierDuration,
  shipDeadline,
  unknownEstimateDuration,
  type DeadlineFacts,
} from "./deadlines/rules.ts";
import {
  canBeCancelled,
  canOrder,
  transitionOf,
  orderActionNames,
  orderStatuses,
  orderStatusNames,
  type OrderActor,
  type OrderStatus,
} from "./rules.ts";

const actors: OrderActor[] = ["buyer", "seller", "system", "operator", "courier"];
const facts: DeadlineFacts = {
  cancelRequested: false,
  cancelAsked: false,
  extended: false,
  tracked: true,
  unfollowed: false,
  arrivalAsked: false,
  scanned: false,
  awaitsCash: false,
  acceptedAt: null,
  shipDueAt: null,
  preorderDays: null,
  shippedAt: null,
  eta: "2–4 hari",
  arrivalAskedAt: null,
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
        if (transitionOf(name).from.some((status) => reached.has(status))) reached.add(transitionOf(name).to);
    }
    expect([...reached].sort()).toEqual([...orderStatusNames].sort());
  });

  test("a final status has no exit, every other status has one", () => {
    for (const status of orderStatusNames) {
      const exits = orderActionNames.filter(
        (name) => transitionOf(name).from.includes(status) && transitionOf(name).to !== status,
      );
      expect({ status, hasExit: exits.length > 0 }).toEqual({ status, hasExit: !orderStatuses[status].final });
    }
  });

  test("every action is labelled and no two share a label", () => {
    const labels = orderActionNames.map((name) => transitionOf(name).label);
    expect(labels.every((label) => label.length >= 5)).toBe(true);
    expect(new Set(labels).size).toBe(labels.length);
  });

  test("money moves exactly when an order ends", () => {
    for (const name of orderActionNames) {
      const { to, effect } = transitionOf(name);
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
        "refuse_parcel",
        "pay",
        "approve_cancel",
        "refuse_cancel",
      ] as const)
        expect(canOrder(name, status, "buyer")).toBe(false);
      for (const name of orderActionNames)
        if (transitionOf(name).to === "completed" || name === "pay")
          expect(canOrder(name, status, "seller")).toBe(false);
    }
  });

  test("any sequence of actions follows the table and never leaves a final status", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...orderActionNames), fc.constantFrom(...actors)), { maxLength: 40 }),
        (steps) => {
          let status: OrderStatus = "awaiting_payment";
          let paid = false;
          let cod = false;
          for (const [name, by] of steps) {
            const { needs, to } = transitionOf(name);
            if (!canOrder(name, status, by)) continue;
            if (needs?.awaitsCash !== undefined && status !== "awaiting_payment" && needs.awaitsCash !== (cod && !paid))
              continue;
            expect(orderStatuses[status].final).toBe(false);
            if (name === "confirm_cod") cod = true;
            if (name === "pay" || (cod && (to === "delivered" || to === "completed"))) paid = true;
            status = to;
            if (status !== "awaiting_payment" && status !== "cancelled") expect(paid || cod).toBe(true);
            if (["delivered", "completed", "disputed", "refunded"].includes(status)) expect(paid).toBe(true);
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
    deadlineAfter("accept", status, { ...facts, ...more }, none, monday);

  test("every open status has a deadline and an action for it", () => {
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

  test("a seller has the time of the rule to confirm and to answer a request to cancel", () => {
    expect(due("awaiting_confirmation")).toEqual(addDuration(monday, confirmationDuration()));
    expect(due("processing", { cancelRequested: true })).toEqual(addDuration(monday, cancelAnswerDuration()));
  });

  test("two working days skip the weekend and national holidays", () => {
    const friday = addDuration(monday, 4 * day);
    expect(shipDeadline(friday, null, none)).toEqual(addDuration(friday, 4 * day));
    expect(shipDeadline(friday, null, new Set(["2026-11-23"]))).toEqual(addDuration(friday, 5 * day));
  });

  test("made-to-order products have their own days, never fewer than the usual two", () => {
    expect(shipDeadline(monday, 14, none)).toEqual(addDuration(monday, 14 * day));
    const friday = addDuration(monday, 4 * day);
    expect(shipDeadline(friday, 3, none)).toEqual(addDuration(friday, 4 * day));
  });

  test("refusing a cancellation late leaves the seller 24 hours to ship", () => {
    const now = addDuration(monday, 47 * hour);
    expect(deadlineAfter("refuse_cancel", "processing", { ...facts, acceptedAt: monday }, none, now)).toEqual(
      addDuration(now, day),
    );
  });

  test("withdrawing a request to cancel restores the shipping deadline, with at least 24 hours left", () => {
    const shipDueAt = addDuration(monday, 3 * day);
    const due = (now: Date) =>
      deadlineAfter("withdraw_cancel", "processing", { ...facts, acceptedAt: monday, shipDueAt }, none, now);
    expect(due(addDuration(monday, hour))).toEqual(shipDueAt);
    expect(due(addDuration(monday, 70 * hour))).toEqual(addDuration(monday, 94 * hour));
  });

  test("a parcel has 2 days for its first scan, 30 days to arrive, 15 with the shop's own courier", () => {
    expect(due("shipped")).toEqual(addDuration(monday, firstScanDuration()));
    expect(due("shipped", { scanned: true })).toEqual(addDuration(monday, lostParcelDuration()));
    expect(due("shipped", { tracked: false })).toEqual(addDuration(monday, ownCourierDuration()));
  });

  test("a parcel without scans is asked about at the latest day of its estimate and counts as arrived 3 days later", () => {
    const unfollowed = { tracked: false, unfollowed: true, shippedAt: monday };
    const asked = addDuration(monday, 5 * day);
    expect(due("shipped", unfollowed)).toEqual(addDuration(monday, 4 * day));
    expect(due("shipped", { ...unfollowed, eta: "" })).toEqual(addDuration(monday, unknownEstimateDuration));
    expect(due("shipped", { ...unfollowed, arrivalAskedAt: asked, arrivalAsked: true })).toEqual(
      addDuration(asked, assumedArrivalDuration()),
    );
    expect(actionAtDeadline("shipped", { ...facts, ...unfollowed })).toBe("ask_arrival");
    expect(actionAtDeadline("shipped", { ...facts, ...unfollowed, arrivalAsked: true })).toBe("assume_delivered");
  });

  test("an order whose scans nothing reports is cancelled neither for a missing scan nor for a missing arrival", () => {
    const unfollowed = { ...facts, tracked: false, unfollowed: true };
    const cancelling = orderActionNames.filter((name) => transitionOf(name).to === "cancelled");
    for (const name of cancelling)
      for (const by of actors)
        for (const arrivalAsked of [true, false])
          expect(canOrder(name, "shipped", by, { ...unfollowed, arrivalAsked }), name).toBe(false);
  });

  test("a delivered order completes after 2 days, with the extension after 5", () => {
    expect(due("delivered", { deliveredAt: monday })).toEqual(addDuration(monday, autoCompleteDuration()));
    expect(due("delivered", { deliveredAt: monday, extended: true })).toEqual(
      addDuration(monday, autoCompleteDuration() + extensionDuration()),
    );
  });

  test("a changed deadline counts for what begins afterwards, and an extension lengthens what the order has", () => {
    const ownDeadline = addDuration(monday, autoCompleteDuration());
    const changed = { [confirmationSetting.key]: 3 * day, [autoCompleteSetting.key]: 7 * day };
    try {
      applySettings(changed, new Set());
      expect(due("awaiting_confirmation")).toEqual(addDuration(monday, 3 * day));
      expect(due("delivered", { deliveredAt: monday })).toEqual(addDuration(monday, 7 * day));
      const extended = { ...facts, deliveredAt: monday, extended: true, dueAt: ownDeadline };
      expect(deadlineAfter("extend", "delivered", extended, none, monday)).toEqual(
        addDuration(ownDeadline, extensionDuration()),
      );
    } finally {
      applySettings({}, new Set());
    }
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
  expect(addressVisible("completed", monday, addDuration(monday, 7 * day - 1))).toBe(true);
  expect(addressVisible("completed", monday, addDuration(monday, 7 * day))).toBe(false);
});

test("an order can be cancelled until its parcel has arrived, and never once it is completed", () => {
  expect(orderStatusNames.filter(canBeCancelled)).toEqual([
    "awaiting_payment",
    "awaiting_confirmation",
    "processing",
    "shipped",
  ]);
});
