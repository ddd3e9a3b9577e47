import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { recordInitialConsents } from "../consents/record-consents.ts";
import { accountRefusals, type Registration } from "../contract.ts";
import { requestEmailVerification } from "../email/verify-email.ts";
import { hashPassword } from "../password/hash-password.ts";
import { insertUser, isEmailTaken } from "../queries.ts";
import { isRegistrationOpen } from "./rules.ts";

/**
 * Registers a user for `asker`, a network, and returns the id; it does not log in. Refuses with `request.invalid` when
 * the e-mail is taken, and with `accounts.registration_closed` while the registration is closed. A `penjual` opens the
 * shop in a separate step.
 */
export async function registerUser(
  context: Pick<Context, "db">,
  input: Registration,
  requester: string,
  now: Date,
): Promise<string> {
  if (!isRegistrationOpen()) throw new Refusal(accountRefusals.registrationClosed);
  const taken = new Refusal(requestRefusals.invalid, {
    email: ["Email ini sudah terdaftar. Silakan masuk atau pakai email lain."],
  });
  if (await isEmailTaken(context.db, input.email)) throw taken;
  const passwordHash = await hashPassword(input.password, requester);
  const { name, email, phone, type, marketing } = input;
  return context.db.transaction(async (tx) => {
    const id = await insertUser(tx, { name, email, passwordHash, phone, type, now });
    if (!id) throw taken;
    await requestEmailVerification(tx, id, now);
    await recordInitialConsents(tx, id, { marketing, source: "registration" }, now);
    return id;
  });
}
