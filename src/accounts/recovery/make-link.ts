import { randomBytes } from "node:crypto";
import type { Context } from "#lib/context.ts";
import { addDuration } from "#lib/time.ts";
import { lockCredentials } from "../queries.ts";
import { hasUsableLink, replaceLink, setLinkToken } from "./queries.ts";
import { linkTtls, reusableLinkMinimum, type LinkPurpose } from "./rules.ts";
import { hashToken } from "../session/session.ts";

/**
 * Makes the token of a link in the job that mails it, so that it is nowhere but in the mail; the database has its SHA-256.
 * Null when the link would be over already, or a later one was asked for.
 */
export async function createLink(
  { db, clock }: Pick<Context, "db" | "clock">,
  it: { userId: string; purpose: LinkPurpose; email: string; askedAt: string },
): Promise<string | null> {
  const asked = new Date(it.askedAt);
  const expires = addDuration(asked, linkTtls[it.purpose]);
  if (expires <= clock.now()) return null;
  const token = randomBytes(32).toString("base64url");
  const { userId, purpose, email } = it;
  const link = { userId, purpose, email, tokenHash: hashToken(token), asked };
  // A changed e-mail waits since it was asked for; when it was called off there is nothing left to mail.
  const stored = await (purpose === "change" ? setLinkToken(db, link) : replaceLink(db, { ...link, expires }));
  return stored ? token : null;
}

/**
 * As {@link createLink}, for a new password: each asker has its own link, which only its next request replaces. Returns
 * null for a spare request while another link stays usable, because that link is in the mailbox already.
 */
export async function createResetLink(
  { db, clock }: Pick<Context, "db" | "clock">,
  it: { userId: string; email: string; askedAt: string; asker?: string | undefined; isSpare?: boolean | undefined },
): Promise<string | null> {
  const asked = new Date(it.askedAt);
  const now = clock.now();
  const expires = addDuration(asked, linkTtls.reset);
  if (expires <= now) return null;
  const token = randomBytes(32).toString("base64url");
  const { userId, email } = it;
  const asker = Buffer.from(it.asker ?? "", "hex");
  const stored = await db.transaction(async (tx) => {
    await lockCredentials(tx, userId);
    const usable = { userId, asker, asked, until: addDuration(now, reusableLinkMinimum) };
    if (it.isSpare && (await hasUsableLink(tx, usable))) return false;
    return replaceLink(tx, { userId, purpose: "reset", email, tokenHash: hashToken(token), asked, expires, asker });
  });
  return stored ? token : null;
}
