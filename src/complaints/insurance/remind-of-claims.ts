import { rolesWith } from "#accounts/operators/rules.ts";
import type { Context } from "#lib/context.ts";
import { addDuration, formatDateTime } from "#lib/time.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { claimTemplates } from "../notification-texts.ts";
import { listOperators } from "../queries.ts";
import { listWaitingClaims, moveReminder, type WaitingClaim } from "./queries.ts";
import { claimReminderInterval } from "./rules.ts";

/** How many claims are read at once. */
const batchSize = 200;

/**
 * Calls the operators who enter claims to ask couriers again that have not answered in time, then at each
 * {@link claimReminderInterval}. Nobody is called about an order of their own. Each reminder goes out once, also when
 * two processes look at the same time. One that fails is logged and delays no other, however many fail.
 */
export async function remindOfClaims(
  context: Pick<Context, "db" | "log">,
  now: Date,
  limit: number = batchSize,
): Promise<void> {
  for (let after: string | null = null; ;) {
    const batch: WaitingClaim[] = await listWaitingClaims(context.db, now, { after, limit });
    await remindOfEach(context, batch, now);
    after = batch.at(-1)?.id ?? null;
    if (batch.length < limit) return;
  }
}

async function remindOfEach(
  { db, log }: Pick<Context, "db" | "log">,
  batch: readonly WaitingClaim[],
  now: Date,
): Promise<void> {
  for (const claim of batch) {
    const { kurir, pesanan } = { kurir: claim.courier_name, pesanan: claim.invoice };
    const values = { nomor: claim.number, kurir, pesanan, batas: formatDateTime(claim.due_at) };
    const { title, text } = requireNotification(claimTemplates.unanswered, "buyer", values);
    try {
      await db.transaction(async (tx) => {
        if (!(await moveReminder(tx, claim, addDuration(now, claimReminderInterval)))) return;
        for (const userId of await listOperators(tx, rolesWith("claims.decide"))) {
          if (userId === claim.buyer_id || userId === claim.seller_id) continue;
          await notify(tx, {
            userId,
            type: "user",
            userType: "buyer",
            title,
            description: text,
            dedupeKey: `claim ${claim.id} unanswered ${claim.remind_at.getTime()} ${userId}`,
            now,
          });
        }
      });
    } catch (error) {
      log.error({ err: error, claim: claim.id }, "operators could not be reminded of a claim");
    }
  }
}
