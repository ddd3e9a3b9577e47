import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { accountRefusals } from "../contract.ts";
import { verifyPassword } from "../password/hash-password.ts";
import { findCredentials } from "../queries.ts";

/**
 * Returns the user with this e-mail and password, and the hash that the password was compared with. Refuses with
 * `accounts.bad_credentials` for a wrong password and for an unknown e-mail, after the same time. `requester` is the
 * network whose turn it is in the queue of password hashes.
 */
export async function checkCredentials(
  context: Pick<Context, "db">,
  { email, password }: { email: string; password: string },
  requester = "",
): Promise<{ userId: string; passwordHash: string }> {
  const found = await findCredentials(context.db, email.trim().toLowerCase());
  const fits = await verifyPassword(found?.password_hash, password, requester);
  if (!fits || !found?.password_hash) throw new Refusal(accountRefusals.badCredentials);
  return { userId: found.id, passwordHash: found.password_hash };
}
