import { randomBytes } from "node:crypto";
import type { Context } from "#lib/context.ts";
import { addDuration } from "#lib/time.ts";
import { lockCredentials } from "../queries.ts";
import { hasUsableLink, replaceLink, setLinkToken } from "./queries.ts";
import { linkTtls, minReusableLinkDuration, type LinkPurpose } from "./rules.ts";
import { hashToken } from "../session/session.ts";

/**
 * Creates the token of a link in the job that mails it, so that the token is only in the mail; the database has its
 * SHA-256. Returns null when the link would have expired already, or a later one was requested.
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
  // A change of e-mail is stored when it is requested. When it was cancelled in the meantime, nothing is mailed.
  const stored = await (purpose === "change" ? setLinkToken(db, link) : replaceLink(db, { ...link, expires }));
  return stored ? token : null;
}

/**
 * Like {@link createLink}, for a new password. Each requester has their own link, which only their next request
 * replaces. Returns null for a spare request while another link stays usable, because that link is in the mailbox
 * already.
 */
export async function createResetLink(
  { db, clock }: Pick<Context, "db" | "clock">,
  it: { userId: string; email: string; askedAt: string; requester?: string | undefined; isSpare?: boolean | undefined },
): Promise<string | null> {
  const asked = new Date(it.askedAt);
  const now = clock.now();
  const expires = addDuration(asked, linkTtls.reset);
  if (expires <= now) return null;
  const token = randomBytes(32).toString("base64url");
  const { userId, email } = it;
  const requester = Buffer.from(it.requester ?? "", "hex");
  const stored = await db.transaction(async (tx) => {
    await lockCredentials(tx, userId);
    const usable = { userId, requester, asked, until: addDuration(now, minReusableLinkDuration) };
    if (it.isSpare && (await hasUsableLink(tx, usable))) return false;
    return replaceLink(tx, { userId, purpose: "reset", email, tokenHash: hashToken(token), asked, expires, requester });
  });
  return stored ? token : null;
}
