import { hrefs } from "#hrefs.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { endSessions } from "#accounts/session/end-sessions.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal, sessionRefusals } from "#lib/refusal.ts";
import { formatLongDate, addDuration } from "#lib/time.ts";
import { mailOf } from "#messages/mail-template.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { pauseShop, reopenShop } from "#shops/close-shop.ts";
import { privacyRefusals } from "./contract.ts";
import { findBlockers } from "./find-blockers.ts";
import { deletionMailTemplate } from "./mail-texts.ts";
import { privacyTemplates } from "./notification-texts.ts";
import { deleteDeletion, findDeletion, insertDeletion, lockUser } from "./queries.ts";
import { answerWithDeletion } from "./requests/grant-requests.ts";
import { deletionGraceDuration } from "./rules.ts";

type Deps = Pick<Context, "db" | "pages" | "clock">;

/**
 * Stores the user's request for deletion, closes their shop until then and ends their other sessions. Returns the
 * moment of the deletion; a second request returns the first one's. Refuses with `privacy.deletion_blocked` while
 * something is unfinished.
 */
export async function requestDeletion(context: Deps, actor: Actor, now: Date): Promise<Date> {
  const { due, shopId } = await context.db.transaction((tx) => scheduleDeletion(tx, context.clock, actor, now));
  if (shopId) purgeClosedShop(context, shopId);
  return due;
}

/** Purges the pages of a shop that a scheduled deletion closed, after the commit. */
export function purgeClosedShop({ pages }: Pick<Deps, "pages">, shopId: string): void {
  pages.purge([`shop:${shopId}`, "catalog", "shops"]);
}

/**
 * Like {@link requestDeletion}, in the caller's transaction: ends all sessions except `sessionId`, and returns the shop
 * whose pages the caller purges after the commit.
 */
export async function scheduleDeletion(
  tx: Tx,
  clock: Deps["clock"],
  { userId, sessionId }: { userId: string; sessionId: string | null },
  now: Date,
): Promise<{ due: Date; shopId: string | null }> {
  if (!(await lockUser(tx, userId))) throw new Refusal(sessionRefusals.required);
  const known = await findDeletion(tx, userId);
  if (known) return { due: known.due_at, shopId: null };
  const { blockers, person } = await findBlockers(tx, userId);
  if (blockers.length > 0) throw new Refusal(privacyRefusals.deletionBlocked, { _: blockers.map(({ text }) => text) });
  const due = addDuration(now, deletionGraceDuration);
  const shopPaused = person.shop_id !== null && (await pauseShop(tx, person.shop_id, now));
  await insertDeletion(tx, userId, { now, due, shopPaused });
  await endSessions(tx, userId, sessionId);
  const day = formatLongDate(due);
  await answerWithDeletion(tx, userId, day, now);
  const { title, text } = requireNotification(privacyTemplates.deletionRequested, "buyer", { hari: day });
  await notify(tx, {
    userId,
    type: "user",
    userType: "buyer",
    title,
    description: text,
    dedupeKey: `deletion:${now.getTime()}`,
    now,
  });
  await queueMail(tx, {
    ...mailOf(deletionMailTemplate, { hari: day }, { to: person.email, path: hrefs.profile("privacy") }),
    dedupeKey: `deletion:${userId}:${now.getTime()}`,
  });
  await queueJob(
    tx,
    "privacy.delete_account",
    { userId },
    { runAt: due, clockOffset: clock.offset(), key: `erase ${userId}` },
  );
  return { due, shopId: shopPaused ? person.shop_id : null };
}

/** Cancels the deletion, and opens the shop again if the request closed it; does nothing when there is no request. */
export async function cancelDeletion({ db, pages }: Deps, userId: string, now: Date): Promise<void> {
  const shopId = await db.transaction(async (tx) => {
    const deleted = await deleteDeletion(tx, userId);
    if (!deleted) return null;
    const { title, text } = requireNotification(privacyTemplates.deletionCancelled, "buyer", {});
    await notify(tx, {
      userId,
      type: "user",
      userType: "buyer",
      title,
      description: text,
      dedupeKey: `deletion-stopped:${now.getTime()}`,
      now,
    });
    if (!deleted.shop_paused) return null;
    const { person } = await findBlockers(tx, userId);
    if (person.shop_id) await reopenShop(tx, person.shop_id, now);
    return person.shop_id;
  });
  if (shopId) pages.purge([`shop:${shopId}`, "catalog", "shops"]);
}
