import type { Context } from "#lib/context.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { Refusal, requestRefusals, sessionRefusals } from "#lib/refusal.ts";
import { requireOpenSession } from "../session/require-open-session.ts";
import { hashPassword, verifyPassword } from "./hash-password.ts";
import { deleteSessionsOf } from "../session/queries.ts";
import { findCredentialsOf, lockCredentialsShared, updatePassword } from "../queries.ts";
import { afterPasswordChange } from "./reset-password.ts";
import { passwordProblems } from "./rules.ts";
import { requireFreshLogin } from "../session/confirm-session.ts";

/**
 * Changes the user's password and ends all their sessions, the present one too. The caller opens a new session, for
 * which it passes on the returned hash. A user without a password needs a fresh login instead of the present password.
 * Refuses with `request.invalid` for a wrong present password, the same one again, or one that is too easy, and
 * `accounts.confirm_needed` without a fresh login.
 */
export async function changePassword(
  context: Pick<Context, "db">,
  actor: Actor,
  input: { current_password?: string | undefined; password: string },
  now: Date,
): Promise<{ passwordHash: string }> {
  const credentials = await findCredentialsOf(context.db, actor.userId);
  if (!credentials) throw new Refusal(sessionRefusals.required);
  if (credentials.password_hash === null) requireFreshLogin(actor, now);
  else if (input.current_password === undefined)
    throw new Refusal(requestRefusals.invalid, { current_password: ["Wajib diisi."] });
  else if (!(await verifyPassword(credentials.password_hash, input.current_password, actor.userId)))
    throw new Refusal(requestRefusals.invalid, { current_password: ["Kata sandi saat ini salah."] });
  const problems = passwordProblems(input.password, credentials);
  if (input.password === input.current_password) problems.push("Pilih kata sandi yang berbeda dari yang sekarang.");
  if (problems.length > 0) throw new Refusal(requestRefusals.invalid, { password: problems });
  const passwordHash = await hashPassword(input.password, actor.userId);
  await context.db.transaction(async (tx) => {
    await requireOpenSession(tx, actor);
    const held = await lockCredentialsShared(tx, actor.userId);
    // The password was changed in the meantime, for instance by a mailed link. What the user typed is no longer the
    // present one.
    if (held?.password_hash !== credentials.password_hash) throw new Refusal(sessionRefusals.required);
    await updatePassword(tx, actor.userId, passwordHash, now);
    await deleteSessionsOf(tx, actor.userId, null);
    await afterPasswordChange(tx, actor.userId, now);
  });
  return { passwordHash };
}
