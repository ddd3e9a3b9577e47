import type { Context } from "#lib/context.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { Refusal } from "#lib/refusal.ts";
import { email as emailSchema } from "#lib/schema.ts";
import { recordInitialConsents } from "../consents/record-consents.ts";
import { accountRefusals, personName } from "../contract.ts";
import { isRegistrationOpen } from "../registration/rules.ts";
import { requireOpenSession } from "../session/require-open-session.ts";
import { providerRefusals } from "./contract.ts";
import { insertIdentity, insertUserOfIdentity, recordIdentityUse, markTokenUsed } from "./queries.ts";
import { oauthMessage, providerNames } from "./rules.ts";
import { queueVerificationMail, isProofValid } from "./verify-provider-email.ts";
import { refusedLogin, type Identity } from "./verify-token.ts";
import { notifyLoginMethodChange } from "../login/notify-login-method.ts";

type ProviderLogin = { userId: string; isNew: boolean };

/**
 * Returns the user of a checked identity, and whether the account is new: the first login registers a buyer. Refuses
 * with `accounts.oauth_refused` for a token that was used before. Refuses with `accounts.oauth_taken` when the e-mail
 * has an account already; the user has to log in there first, because an account is never connected without proof.
 * Refuses with `accounts.oauth_no_email` when there is no e-mail to register with. Refuses with `accounts.oauth_mailed`
 * when the provider does not verify the e-mail and there is no mailed `proof`; then a mail is sent, whether the e-mail
 * has an account or not.
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
  if (!isRegistrationOpen())
    throw new Refusal(accountRefusals.registrationClosed, { email: [oauthMessage("closed", provider) ?? ""] });
  return db.transaction(async (tx) => {
    const opened = { name: displayNameOf(identity, email), email, now };
    const userId = await insertUserOfIdentity(tx, opened);
    if (!userId) {
      // Two first logins at the same moment: the other one may have registered the account just now.
      const meanwhile = await recordIdentityUse(tx, identity, now);
      if (meanwhile) return { userId: meanwhile, isNew: false };
      throw new Refusal(providerRefusals.emailTaken, { email: [oauthMessage("taken", provider) ?? ""] });
    }
    if (!(await insertIdentity(tx, { ...identity, email, userId, now }))) throw refusedLogin();
    await recordInitialConsents(tx, userId, { marketing: false, source: "provider" }, now);
    return { userId, isNew: true };
  });
}

/**
 * Connects a checked identity to a user with a fresh login. Refuses with `accounts.oauth_refused` for a token that was
 * used before, and `accounts.identity_of_other` when the identity belongs to another user or this user has another
 * account at this provider.
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

/** Checks that an identity is the user's own. Refuses with `accounts.oauth_refused` when it is not. */
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

// The name that the provider gives, else the first part of the e-mail, else the name of the provider.
function displayNameOf({ name, provider }: Identity, email: string): string {
  const [local = ""] = email.split("@");
  const isRelay = email.endsWith("@privaterelay.appleid.com");
  for (const one of [name, isRelay ? null : local.replace(/[._-]+/g, " ")]) {
    const fits = personName.safeParse(one?.slice(0, 80));
    if (fits.success) return fits.data;
  }
  return `Pengguna ${providerNames[provider]}`;
}
