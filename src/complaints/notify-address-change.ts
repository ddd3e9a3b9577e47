import type { Context } from "#lib/context.ts";
import type { AddressChange } from "#shops/contract.ts";
import { lockCase } from "./lock-case.ts";
import { say, theClock } from "./move-case.ts";
import { notifyParties } from "./notify-case.ts";
import { hasSystemMessage, listReturnsTo, noteMissingAddress, wasSentBefore } from "./queries.ts";
import { addressChangeTexts } from "./rules.ts";

/**
 * Writes into each case in which goods go back to this shop that its address changed at this moment, and notifies the
 * buyer: once for each change, however often it is called. So the buyer sends the goods to the new address, and a
 * mediator sees a change that came after the goods were sent. Of a removed address nothing is written: the step of the
 * case says that it is missing.
 */
export async function notifyOfAddressChange(
  { db }: Pick<Context, "db">,
  { shopId, change, at }: { shopId: string; change: AddressChange; at: Date },
): Promise<void> {
  if (change === "removed") return noteMissingAddress(db, shopId);
  for (const complaintId of await listReturnsTo(db, shopId)) {
    await db.transaction(async (tx) => {
      const { case: one } = await lockCase(tx, complaintId);
      const { state, due_at: dueAt } = one;
      if ((state !== "awaiting_return" && state !== "return_shipped") || !dueAt) return;
      const isMeanwhile = state === "return_shipped" && !(await wasSentBefore(tx, one, at));
      const text = addressChangeTexts[isMeanwhile ? "sent_meanwhile" : state][change];
      const texts = isMeanwhile ? [text, addressChangeTexts.awaiting_return[change]] : [text];
      if (await hasSystemMessage(tx, complaintId, { texts, since: at })) return;
      const messageId = await say(tx, one, theClock, { kind: "system", text }, at);
      await notifyParties(tx, one, { state, dueAt, text, messageId, by: "seller", now: at });
    });
  }
}
