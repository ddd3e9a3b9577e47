import type { Context } from "#lib/context.ts";
import { findReservedWord } from "#lib/display-name.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { Refusal, requestRefusals, sessionRefusals } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { accountRefusals } from "../contract.ts";
import { verifyPassword } from "../password/hash-password.ts";
import { findBiodata, findCredentialsOf, updateBiodata } from "../queries.ts";
import { recordAuthentication } from "../session/queries.ts";
import { freshLoginDuration } from "../session/rules.ts";
import { reservedNameMessage, reservedPersonNames } from "../rules.ts";

export type BiodataChange = {
  name: string;
  /** Left out: the number stays as it is. */
  phone?: string | null | undefined;
  birth_date?: string | null | undefined;
  current_password?: string | undefined;
};

/**
 * Changes the user's own data. A new phone number needs a fresh login or the password: refuses with
 * `accounts.password_needed`, or `request.invalid` when the password is wrong. A new name that contains a reserved word
 * is refused with `request.invalid`, unless the user is an operator; a name that is stored already may stay.
 */
export async function changeBiodata(
  context: Pick<Context, "db">,
  actor: Actor,
  input: BiodataChange,
  now: Date,
): Promise<void> {
  const before = await findBiodata(context.db, actor.userId);
  if (!before) throw new Refusal(sessionRefusals.required);
  const word =
    input.name === before.name || actor.type === "operator"
      ? undefined
      : findReservedWord(input.name, reservedPersonNames);
  if (word !== undefined) throw new Refusal(requestRefusals.invalid, { name: [reservedNameMessage(word)] });
  const phone = input.phone === undefined ? before.phone : input.phone;
  const birthDate = input.birth_date === undefined ? before.birth_date : input.birth_date;
  if (phone !== before.phone && addDuration(actor.authenticatedAt, freshLoginDuration) < now)
    await confirm(context, actor, input, now);
  // A new name also changes the user's orders, which another process may lock in another sequence: then it runs again.
  await context.db.transaction((tx) => updateBiodata(tx, actor.userId, { name: input.name, phone, birthDate, now }));
}

async function confirm(context: Pick<Context, "db">, actor: Actor, input: BiodataChange, now: Date): Promise<void> {
  if (input.current_password === undefined) {
    throw new Refusal(accountRefusals.passwordNeeded, { current_password: ["Masukkan kata sandi Anda."] });
  }
  const credentials = await findCredentialsOf(context.db, actor.userId);
  if (!(await verifyPassword(credentials?.password_hash, input.current_password, actor.userId))) {
    throw new Refusal(requestRefusals.invalid, { current_password: ["Kata sandi salah."] });
  }
  await recordAuthentication(context.db, actor.sessionId, now);
}
