import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { runEach } from "#lib/run-each.ts";
import { day, later } from "#lib/time.ts";
import { deleteEndedTokens } from "./providers/queries.ts";
import { deleteEndedChallenges } from "./passkeys/queries.ts";
import { deliverCode } from "./phone/phone-code.ts";
import { deleteOldPhoneCodes } from "./phone/queries.ts";
import { deleteExpiredSessions } from "./session/queries.ts";
import { deleteEndedSteps } from "./second-factor/queries.ts";
import { mailProof } from "./providers/verify-provider-email.ts";
import { deleteOldAttempts } from "./attempts/queries.ts";
import { forgetLinks, recoveryJobs, notifyUnfamiliarLogins } from "./recovery/jobs.ts";

/** Background work of accounts. */
export const accountJobs: JobHandlers = {
  ...recoveryJobs,
  "accounts.forget_sessions": async (_payload, context) => {
    const { db, clock } = context;
    const steps = [
      () => deleteExpiredSessions(db, clock.now()),
      () => forgetLinks(context),
      () => deleteEndedTokens(db, new Date()),
      () => deleteEndedSteps(db, clock.now()),
      () => deleteEndedChallenges(db, clock.now()),
      () => deleteOldAttempts(db, later(clock.now(), -day)),
    ];
    await runEach<() => Promise<unknown>>(steps, (step) => step());
  },
  "accounts.notify_unfamiliar_logins": ({ email, at }, context) => notifyUnfamiliarLogins(context, email, new Date(at)),
  "accounts.mail_oauth_proof": (asked, context) => mailProof(context, asked),
  "accounts.send_phone_code": (payload, context) => deliverCode(context, payload),
  "accounts.forget_phone_codes": async (_payload, context) => {
    await deleteOldPhoneCodes(context.db, context.clock.now());
  },
};

export const accountSchedules: readonly Schedule[] = [
  { name: "accounts.forget_sessions", match: "41 * * * *" },
  { name: "accounts.forget_phone_codes", match: "43 * * * *" },
];
