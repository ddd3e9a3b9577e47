import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { runEach } from "#lib/run-each.ts";
import { jakartaDay } from "#lib/time.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { findUsableBankAccount } from "./bank-accounts/find-usable-bank-account.ts";
import { listBankAccounts, lockOwner } from "./bank-accounts/queries.ts";
import { automaticRefusedTemplate } from "./notification-texts.ts";
import { payoutRefusals } from "./contract.ts";
import { claimSchedule, listDueSchedules } from "./schedule-queries.ts";
import { findPayoutHold, findShopFunds } from "./queries.ts";
import { withdraw } from "./request-withdrawal.ts";
import { jakartaWeekday, minAutomaticWithdrawal } from "./rules.ts";

/**
 * Withdraws the whole balance of every shop whose day it is, to the owner's main bank account. Once a day for each
 * shop, also with several processes. A shop whose withdrawal is refused is informed and tried again a week later.
 * Nothing runs while payouts are on hold; the shops of a day that is over wait for their next one.
 */
export async function runAutomaticWithdrawals(context: Pick<Context, "db" | "secret">, now: Date): Promise<void> {
  const { db } = context;
  if (await findPayoutHold(db)) return;
  const today = { weekday: jakartaWeekday(now), day: jakartaDay(now) };
  await runEach(await listDueSchedules(db, today), async ({ shop_id: shopId, owner_id: userId }) => {
    const owner = { userId, shopId };
    try {
      await db.transaction(async (tx) => {
        if (await claimSchedule(tx, shopId, today)) await withdrawAll(tx, context, owner, now);
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await db.transaction(async (tx) => {
        if (await claimSchedule(tx, shopId, today)) await notifyRefused(tx, owner, error.message, today.day, now);
      });
    }
  });
}

async function withdrawAll(
  tx: Tx,
  context: Pick<Context, "secret">,
  owner: { userId: string; shopId: string },
  now: Date,
): Promise<void> {
  if (!(await lockOwner(tx, owner.userId))) return;
  const amount = (await findShopFunds(tx, owner.shopId))?.balance ?? 0;
  if (amount < minAutomaticWithdrawal) return;
  const main = (await listBankAccounts(tx, owner.userId)).find((account) => account.is_main);
  if (!main) throw new Refusal(payoutRefusals.noAccount);
  const account = await findUsableBankAccount(tx, context, { userId: owner.userId, accountId: main.id, now });
  await withdraw(tx, context, owner, { amount, account, isAutomatic: true, now });
}

async function notifyRefused(
  tx: Tx,
  { userId, shopId }: { userId: string; shopId: string },
  reason: string,
  day: string,
  now: Date,
): Promise<void> {
  const { title, text } = requireNotification(automaticRefusedTemplate, "seller", { sebab: reason });
  await notify(tx, {
    userId,
    type: "user",
    userType: "seller",
    title,
    description: text,
    dedupeKey: `automatic withdrawal ${shopId} ${day}`,
    now,
  });
}
