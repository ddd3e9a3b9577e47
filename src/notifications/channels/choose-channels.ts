import { changeConsent, hasConsent } from "#accounts/consents/record-consents.ts";
import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { channelRefusals } from "./contract.ts";
import { findPreferences, isUser, savePreferences } from "./queries.ts";
import { channelsOf, preferenceKinds, preferenceSubjects, type Channels, type PreferenceKind } from "../rules.ts";
import { readUnsubscribeToken } from "./unsubscribe-token.ts";

export type Preference = { kind: PreferenceKind } & Channels;

/** A user's channels for each subject: their choice or the default. Offers have channels only with a consent. */
export async function preferencesOf(
  db: Queryable,
  userId: string,
): Promise<{ kinds: Preference[]; emailConfirmed: boolean }> {
  const [{ chosen, emailConfirmed }, consented] = await Promise.all([
    findPreferences(db, userId),
    hasConsent(db, userId, "marketing"),
  ]);
  const kinds = preferenceKinds.map((kind) => ({
    kind,
    ...channelsOf(
      kind,
      chosen.find((one) => one.kind === kind),
      consented,
    ),
  }));
  return { kinds, emailConfirmed };
}

/** Stores choices. Choosing a channel for offers records a consent; choosing none records its withdrawal. */
export async function choosePreferences(
  { db }: Pick<Context, "db">,
  userId: string,
  kinds: readonly Preference[],
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await savePreferences(tx, userId, kinds, now);
    const offers = kinds.find(({ kind }) => kind === "marketing");
    if (offers) await changeConsent(tx, userId, "marketing", offers.email || offers.push, now);
  });
}

type Deps = Pick<Context, "db" | "secret">;

async function preferenceOfToken({ db, secret }: Deps, token: string): Promise<{ userId: string } & Preference> {
  const meant = readUnsubscribeToken(secret, token);
  if (!meant || !(await isUser(db, meant.userId))) throw new Refusal(channelRefusals.unknownLink);
  const { kinds } = await preferencesOf(db, meant.userId);
  const { email, push } = kinds.find(({ kind }) => kind === meant.kind) ?? preferenceSubjects[meant.kind].channels;
  return { ...meant, email, push };
}

/**
 * The subject whose mails a link would end, and whether they are still sent. Refuses with `notifications.unknown_link`.
 */
export async function showUnsubscribe(context: Deps, token: string): Promise<{ kind: PreferenceKind; email: boolean }> {
  const { kind, email } = await preferenceOfToken(context, token);
  return { kind, email };
}

/** Ends mails about the link's subject; its other channels stay. Refuses with `notifications.unknown_link`. */
export async function unsubscribe(context: Deps, token: string, now: Date): Promise<PreferenceKind> {
  const { userId, kind, push } = await preferenceOfToken(context, token);
  await choosePreferences(context, userId, [{ kind, email: false, push }], now);
  return kind;
}
