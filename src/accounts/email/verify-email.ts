import { randomBytes, randomUUID } from "node:crypto";
import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { recoveryRefusals } from "../recovery/contract.ts";
import { revokeEarlierCredentials } from "./revoke-earlier-credentials.ts";
import { lockCredentials } from "../queries.ts";
import { findLink, markEmailVerified, replaceLink, consumeLink } from "../recovery/queries.ts";
import { linkTtls } from "../recovery/rules.ts";
import { hashToken } from "../session/session.ts";

/**
 * Queues the mail with the link that confirms the account's e-mail. The job sends nothing when the e-mail is confirmed
 * already.
 */
export async function requestEmailVerification(tx: Queryable, userId: string, now: Date): Promise<void> {
  const payload = { requestId: randomUUID(), userId, askedAt: now.toISOString() };
  await queueJob(tx, "accounts.mail_verify_link", payload, { priority: "awaited" });
}

/**
 * Confirms the account's e-mail with its mailed link; no session is needed. A first verification from another browser
 * than the one that registered (`isRegisteringBrowser`) revokes all earlier credentials. Then `resetToken` is a link
 * for a new password, for this browser alone. Refuses with `accounts.link_over`.
 */
export async function verifyEmail(
  context: Pick<Context, "db">,
  { token, isRegisteringBrowser }: { token: string; isRegisteringBrowser: (userId: string) => boolean },
  now: Date,
): Promise<{ userId: string; resetToken: string | null }> {
  const tokenHash = hashToken(token);
  const link = await findLink(context.db, tokenHash, now);
  if (link?.purpose !== "verify") throw new Refusal(recoveryRefusals.linkOver);
  const userId = link.user_id;
  return context.db.transaction(async (tx) => {
    await lockCredentials(tx, userId);
    const taken = await consumeLink(tx, { tokenHash, purpose: "verify", userId, now });
    if (!taken) throw new Refusal(recoveryRefusals.linkOver);
    const isFirst = await markEmailVerified(tx, userId, taken.email, now);
    if (!isFirst || isRegisteringBrowser(userId)) return { userId, resetToken: null };
    await revokeEarlierCredentials(tx, userId, now);
    const resetToken = randomBytes(32).toString("base64url");
    const expires = addDuration(now, linkTtls.reset);
    const { email } = taken;
    await replaceLink(tx, {
      userId,
      purpose: "reset",
      email,
      tokenHash: hashToken(resetToken),
      asked: now,
      expires,
    });
    return { userId, resetToken };
  });
}
