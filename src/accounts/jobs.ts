import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { runEach } from "#lib/run-each.ts";
import { day, addDuration } from "#lib/time.ts";
import { deleteExpiredTokens } from "./providers/queries.ts";
import { deleteExpiredChallenges } from "./passkeys/queries.ts";
import { deliverCode } from "./phone/phone-code.ts";
import { deleteOldPhoneCodes } from "./phone/queries.ts";
import { deleteExpiredSessions } from "./session/queries.ts";
import { deleteExpiredLoginSteps } from "./second-factor/queries.ts";
import { sendVerificationMail } from "./providers/verify-provider-email.ts";
import { deleteOldAttempts } from "./attempts/queries.ts";
import { deleteOldFingerprints } from "./fingerprints/remember-fingerprints.ts";
import { deleteExpiredLinks, recoveryJobs, notifyUnfamiliarLogins } from "./recovery/jobs.ts";

/** Background work of accounts. */
export const accountJobs: JobHandlers = {
  ...recoveryJobs,
  "accounts.delete_expired_sessions": async (_payload, context) => {
    const { db, clock } = context;
    const steps = [
      () => deleteExpiredSessions(db, clock.now()),
      () => deleteExpiredLinks(context),
      () => deleteExpiredTokens(db, new Date()),
      () => deleteExpiredLoginSteps(db, clock.now()),
      () => deleteExpiredChallenges(db, clock.now()),
      () => deleteOldFingerprints(db, clock.now()),
      () => deleteOldAttempts(db, addDuration(clock.now(), -day)),
    ];
    await runEach<() => Promise<unknown>>(steps, (step) => step());
  },
  "accounts.notify_unfamiliar_logins": ({ email, at }, context) => notifyUnfamiliarLogins(context, email, new Date(at)),
  "accounts.mail_provider_verification": (asked, context) => sendVerificationMail(context, asked),
  "accounts.send_phone_code": (payload, context) => deliverCode(context, payload),
  "accounts.delete_old_phone_codes": async (_payload, context) => {
    await deleteOldPhoneCodes(context.db, context.clock.now());
  },
};

export const accountSchedules: readonly Schedule[] = [
  { name: "accounts.delete_expired_sessions", match: "41 * * * *" },
  { name: "accounts.delete_old_phone_codes", match: "43 * * * *" },
];
