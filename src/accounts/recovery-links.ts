import { randomBytes } from "node:crypto";
import type { Context } from "#lib/context.ts";
import { later } from "#lib/time.ts";
import { replaceLink, setLinkToken } from "./recovery-queries.ts";
import { linkLifetimes, type LinkPurpose } from "./recovery-rules.ts";
import { hashToken } from "./session.ts";

/**
 * Makes the token of a link in the job that mails it, so that it is nowhere but in the mail; the database has its SHA-256.
 * Null when the link would be over already, or a later one was asked for.
 */
export async function makeLink(
  { db, clock }: Pick<Context, "db" | "clock">,
  it: { userId: string; purpose: LinkPurpose; email: string; askedAt: string },
): Promise<string | null> {
  const asked = new Date(it.askedAt);
  const expires = later(asked, linkLifetimes[it.purpose]);
  if (expires <= clock.now()) return null;
  const token = randomBytes(32).toString("base64url");
  const { userId, purpose, email } = it;
  const link = { userId, purpose, email, tokenHash: hashToken(token), asked };
  // A changed e-mail waits since it was asked for; when it was called off there is nothing left to mail.
  const stored = await (purpose === "change" ? setLinkToken(db, link) : replaceLink(db, { ...link, expires }));
  return stored ? token : null;
}
