import { randomUUID } from "node:crypto";
import type { Context } from "#lib/context.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { queueMail } from "#messages/queue-mail.ts";
import { hashAttemptKey } from "../attempts/count-attempts.ts";
import { deleteAttempts } from "../attempts/queries.ts";
import { pinSetMail } from "../mails.ts";
import { hashPassword } from "../password/hash-password.ts";
import { findRecipient } from "../recovery/queries.ts";
import { requireFreshLogin } from "../session/confirm-session.ts";
import { requireOpenSession } from "../session/require-open-session.ts";
import { pinAttemptKind } from "./confirm-presence.ts";
import { pepperedPin } from "./hash-pin.ts";
import { findBirthDate, savePin } from "./queries.ts";
import { pinProblem } from "./rules.ts";

/**
 * Sets the user's PIN, or replaces a forgotten one; wrong attempts at the earlier PIN no longer count. Sends a mail.
 * Refuses with `accounts.confirm_needed` without a fresh login, and `request.invalid` for a PIN that is easy to guess.
 */
export async function setPin(
  { db, secret }: Pick<Context, "db" | "secret">,
  actor: Actor,
  pin: string,
  now: Date,
): Promise<void> {
  requireFreshLogin(actor, now);
  const problem = pinProblem(pin, await findBirthDate(db, actor.userId));
  if (problem !== null) throw new Refusal(requestRefusals.invalid, { pin: [problem] });
  const pinHash = await hashPassword(pepperedPin(secret, actor.userId, pin), actor.userId);
  await db.transaction(async (tx) => {
    await requireOpenSession(tx, actor);
    const { isNew } = await savePin(tx, actor.userId, pinHash, now);
    await deleteAttempts(tx, pinAttemptKind, hashAttemptKey(actor.userId));
    const to = await findRecipient(tx, actor.userId);
    if (to) await queueMail(tx, pinSetMail(to, isNew, now, `pin ${randomUUID()}`));
  });
}
