import type { Context } from "#lib/context.ts";
import type { Actor } from "#lib/endpoint.ts";
import { Refusal } from "#lib/refusal.ts";
import { email as emailSchema } from "#lib/schema.ts";
import { recordInitialConsents } from "../consents/record-consents.ts";
import { personName } from "../contract.ts";
import { requireOpenSession } from "../email/revoke-earlier-credentials.ts";
import { providerRefusals } from "./contract.ts";
import { insertIdentity, insertUserOfIdentity, recordIdentityUse, markTokenUsed } from "./queries.ts";
import { oauthMessage, providerNames } from "./rules.ts";
import { queueVerificationMail, isProofValid } from "./verify-provider-email.ts";
import { refusedLogin, type Identity } from "./verify-token.ts";
import { notifyLoginMethodChange } from "../login/notify-login-method.ts";

type ProviderLogin = { userId: string; isNew: boolean };

/**
 * Answers whose account a checked identity is, and whether it was just opened (a first one opens one as a buyer). Refuses with
 * accounts.oauth_refused for a token used before, accounts.oauth_taken when its e-mail has an account already (which is
 * never connected without proof: log in there first), accounts.oauth_no_email when there is none to open one with,
 * accounts.oauth_mailed when the provider does not verify the e-mail and there is no mailed `proof`: a mail is sent, whether
 * the e-mail has an account or not.
 */
export async function logInByIdentity(
  context: Pick<Context, "db" | "secret">,
  identity: Identity,
  proof: string | null,
  now: Date,
): Promise<ProviderLogin> {
  const { db } = context;
  await consumeToken(context, identity);
  const known = await recordIdentityUse(db, identity, now);
  if (known) return { userId: known, isNew: false };
  const { provider } = identity;
  const email = identity.email?.trim().toLowerCase();
  const noEmail = new Refusal(providerRefusals.noEmail, { email: [oauthMessage("no_email", provider) ?? ""] });
  if (!email || !emailSchema.safeParse(email).success) throw noEmail;
  if (!identity.isEmailVerified && !isProofValid(context.secret, identity, email, proof, now)) {
    await queueVerificationMail(db, identity, email);
    throw new Refusal(providerRefusals.mailed, { email: [oauthMessage("mailed", provider) ?? ""] });
  }
  return db.transaction(async (tx) => {
    const opened = { name: displayNameOf(identity, email), email, now };
    const userId = await insertUserOfIdentity(tx, opened);
    if (!userId) {
      // Twice at once: the other one may have opened it just now.
      const meanwhile = await recordIdentityUse(tx, identity, now);
      if (meanwhile) return { userId: meanwhile, isNew: false };
      throw new Refusal(providerRefusals.emailTaken, { email: [oauthMessage("taken", provider) ?? ""] });
    }
    if (!(await insertIdentity(tx, { ...identity, email, userId, now }))) throw refusedLogin();
    await recordInitialConsents(tx, userId, { marketing: false, how: "provider" }, now);
    return { userId, isNew: true };
  });
}

/**
 * Connects a checked identity to somebody who is logged in and proved it a short while ago. Refuses with
 * accounts.oauth_refused for a token used before, accounts.identity_of_other when it belongs to another person or the
 * person has another account of this provider.
 */
export async function connectIdentity(
  context: Pick<Context, "db">,
  actor: Pick<Actor, "userId" | "sessionId">,
  identity: Identity,
  now: Date,
): Promise<void> {
  const { userId } = actor;
  await consumeToken(context, identity);
  if ((await recordIdentityUse(context.db, identity, now)) === userId) return;
  await context.db.transaction(async (tx) => {
    await requireOpenSession(tx, actor);
    if (!(await insertIdentity(tx, { ...identity, userId, now }))) throw new Refusal(providerRefusals.identityOfOther);
    await notifyLoginMethodChange(tx, userId, "provider_connected", now);
  });
}

/** Whether a checked identity is the person's own. Refuses with accounts.oauth_refused when it is not. */
export async function confirmByIdentity(
  context: Pick<Context, "db">,
  userId: string,
  identity: Identity,
  now: Date,
): Promise<void> {
  await consumeToken(context, identity);
  if ((await recordIdentityUse(context.db, identity, now)) !== userId) throw refusedLogin();
}

async function consumeToken({ db }: Pick<Context, "db">, { once }: Identity): Promise<void> {
  if (once && !(await markTokenUsed(db, once.hash, once.expires))) throw refusedLogin();
}

// What the provider calls the person, else the first part of their address, else who sent them.
function displayNameOf({ name, provider }: Identity, email: string): string {
  const [local = ""] = email.split("@");
  const isRelay = email.endsWith("@privaterelay.appleid.com");
  for (const one of [name, isRelay ? null : local.replace(/[._-]+/g, " ")]) {
    const fits = personName.safeParse(one?.slice(0, 80));
    if (fits.success) return fits.data;
  }
  return `Pengguna ${providerNames[provider]}`;
}
