import { randomBytes } from "node:crypto";
import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { notifyLoginMethodChange } from "../login/notify-login-method.ts";
import { stepOf, unsealKey, wrongCode } from "../second-factor/check-code.ts";
import { secondFactorRefusals } from "../second-factor/contract.ts";
import { confirmKey, findSecondFactor, insertUnconfirmedKey, replaceRecoveryCodes } from "../second-factor/queries.ts";
import { formatRecoveryCode, normaliseCode } from "../second-factor/rules.ts";
import { generateRecoveryCodes, getSetup, hashRecoveryCodes } from "../second-factor/set-up.ts";
import { seal } from "#lib/keys.ts";
import { deleteSessionsOf } from "../session/queries.ts";
import { operatorRefusals } from "./contract.ts";
import { deleteFactors, lockAccountOf } from "./queries.ts";

type Deps = Pick<Context, "db" | "secret" | "clock" | "config">;

/**
 * Creates a key for an operator's authenticator app, which takes effect when {@link confirmFirstFactor} gets a code of
 * it. Without that, the operator sets up the second factor at the first login. Returns the key for typing and as an
 * address. Refuses with `accounts.second_factor_on` when a confirmed key exists.
 */
export async function beginFirstFactor(
  context: Deps,
  userId: string,
  now: Date,
): Promise<{ manual_key: string; uri: string }> {
  const sealed = seal(context.secret, "second factor", userId, randomBytes(20));
  if (!(await insertUnconfirmedKey(context.db, userId, sealed, now))) throw new Refusal(secondFactorRefusals.alreadyOn);
  const setup = await getSetup(context, userId, sealed);
  if (!setup) throw new Error("a key that was just sealed cannot be opened");
  return { manual_key: setup.manual_key, uri: setup.uri };
}

/** Confirms the app with its first code and returns the recovery codes. Refuses a wrong one with `request.invalid`. */
export async function confirmFirstFactor(context: Deps, userId: string, typed: string, now: Date): Promise<string[]> {
  const { db, secret, clock } = context;
  const factor = await findSecondFactor(db, userId);
  const key = factor && !factor.confirmed_at && unsealKey(secret, userId, factor.sealed_key);
  const step = key && stepOf(key, normaliseCode(typed), new Date(now.getTime() - clock.offset()));
  if (!step) throw wrongCode();
  const codes = generateRecoveryCodes();
  await db.transaction(async (tx) => {
    if (!(await confirmKey(tx, userId, step, now))) throw wrongCode();
    await replaceRecoveryCodes(tx, userId, hashRecoveryCodes(secret, userId, codes));
  });
  return codes.map(formatRecoveryCode);
}

/**
 * Removes the authenticator app, recovery codes and passkeys of an operator who lost them, ends the sessions and sends
 * a mail. The operator sets up a new one at the next login. Returns the id. Refuses with `accounts.not_an_operator`.
 */
export async function resetFactor({ db }: Pick<Context, "db">, email: string, now: Date): Promise<string> {
  return db.transaction(async (tx: Tx) => {
    const account = await lockAccountOf(tx, email);
    if (account?.type !== "operator") throw new Refusal(operatorRefusals.notAnOperator);
    await deleteFactors(tx, account.id);
    await deleteSessionsOf(tx, account.id, null);
    appendAuditEntry(tx, {
      actor: null,
      action: "accounts.factor_reset",
      subject: { kind: "person", id: account.id },
      reason: "npm run kawung -- operator reset-factor",
    });
    if (account.has_factor) await notifyLoginMethodChange(tx, account.id, "second_factor_off", now);
    return account.id;
  });
}
