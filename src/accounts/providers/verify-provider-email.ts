/**
 * Design note. Facebook does not verify that its user owns the e-mail address. So a first login with it opens no
 * account: a mail is sent to that address, and its link leads to Facebook once more, with a sealed proof that names
 * this Facebook account and this address. A user who returns with the proof can read the mailbox. The answer is the
 * same whether the address has an account here or not; only the mail differs.
 */
import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import { hour, addDuration } from "#lib/time.ts";
import { deliverSecretMail } from "#messages/deliver-mail.ts";
import { queueJob } from "#lib/jobs.ts";
import { oauthHref } from "./addresses.ts";
import { proofTtl, type Provider } from "./rules.ts";
import type { Identity } from "./verify-token.ts";
import { oauthExistingAccountMail, oauthVerificationMail } from "../mails.ts";
import { findRecipientByEmail } from "../recovery/queries.ts";
import { seal, unseal } from "#lib/keys.ts";

type VerificationRequest = { provider: Provider; subject: string; email: string };

/** Queues the mail that continues a login whose provider does not verify the e-mail. */
export async function queueVerificationMail(
  db: Queryable,
  { provider, subject, name }: Identity,
  email: string,
): Promise<void> {
  await queueJob(db, "accounts.mail_provider_verification", { provider, subject, email, name });
}

/** Sends that mail, at most once an hour for one provider account and one address. Only the job calls it. */
export async function sendVerificationMail(
  context: Context,
  { name, ...asked }: VerificationRequest & { name: string | null },
): Promise<void> {
  const now = context.clock.now();
  const key = `oauth proof ${asked.provider} ${asked.subject} ${asked.email} ${Math.floor(now.getTime() / hour)}`;
  await deliverSecretMail(context, key.slice(0, 200), async () => {
    const owner = await findRecipientByEmail(context.db, asked.email);
    if (owner) return oauthExistingAccountMail(owner, asked.provider);
    const proof = sealProof(context.secret, asked, addDuration(now, proofTtl));
    const path = oauthHref(asked.provider, { proof });
    return oauthVerificationMail({ email: asked.email, name: name ?? "" }, asked.provider, path);
  });
}

function sealProof(secret: Buffer, { provider, subject, email }: VerificationRequest, ends: Date): string {
  const content = JSON.stringify({ subject, email, ends: ends.getTime() });
  return seal(secret, "oauth proof", provider, Buffer.from(content)).toString("base64url");
}

/** Whether a mailed proof is valid for this provider account and its e-mail (in lower case). */
export function isProofValid(
  secret: Buffer,
  { provider, subject }: Pick<Identity, "provider" | "subject">,
  email: string,
  proof: string | null,
  now: Date,
): boolean {
  const content = unseal(secret, "oauth proof", provider, Buffer.from(proof ?? "", "base64url"));
  if (!content) return false;
  const proved = JSON.parse(content.toString()) as { subject: string; email: string; ends: number };
  return proved.subject === subject && proved.email === email && proved.ends > now.getTime();
}
