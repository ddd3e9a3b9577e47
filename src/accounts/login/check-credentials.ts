import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { accountRefusals } from "../contract.ts";
import { verifyPassword } from "../password/hash-password.ts";
import { findCredentials } from "../queries.ts";

/**
 * Answers whose e-mail and password these are, and the hash that was compared with. Refuses with accounts.bad_credentials, equally and after equal time for a
 * wrong password and an unknown e-mail.
 */
export async function checkCredentials(
  context: Pick<Context, "db">,
  { email, password }: { email: string; password: string },
  asker = "",
): Promise<{ userId: string; passwordHash: string }> {
  const found = await findCredentials(context.db, email.trim().toLowerCase());
  const fits = await verifyPassword(found?.password_hash, password, asker);
  if (!fits || !found?.password_hash) throw new Refusal(accountRefusals.badCredentials);
  return { userId: found.id, passwordHash: found.password_hash };
}
