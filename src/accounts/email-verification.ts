import { randomUUID } from "node:crypto";
import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal } from "#lib/refusal.ts";
import { markEmailVerified, takeLink } from "./recovery-queries.ts";
import { hashToken } from "./session.ts";

/** Queues the mail with the link that proves the account's e-mail; nothing is sent when it is proven already. */
export async function askEmailProof(tx: Queryable, userId: string, now: Date): Promise<void> {
  const payload = { requestId: randomUUID(), userId, askedAt: now.toISOString() };
  await queueJob(tx, "accounts.mail_verify_link", payload, { priority: "awaited" });
}

/** Confirms the account's e-mail with its mailed link, logged in or not. Refuses with accounts.link_over. */
export async function verifyEmail(context: Pick<Context, "db">, token: string, now: Date): Promise<void> {
  await context.db.transaction(async (tx) => {
    const link = await takeLink(tx, { tokenHash: hashToken(token), purpose: "verify", userId: null, now });
    if (!link) throw new Refusal("accounts.link_over");
    await markEmailVerified(tx, link.user_id, link.email, now);
  });
}
