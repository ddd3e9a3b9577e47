import type { JobHandlers, Schedule } from "#lib/jobs.ts";
import { runEach } from "#lib/run-each.ts";
import { deliverMail } from "./deliver-mail.ts";
import { deleteOldOutbox } from "./outbox.ts";
import { deleteOldMessages } from "./queries.ts";

/** Background work of messages. */
export const messageJobs: JobHandlers = {
  "messages.send_mail": (mail, context) => deliverMail(context, mail),
  "messages.delete_old": async (_payload, { db, config }) => {
    const steps = [() => deleteOldMessages(db), () => deleteOldOutbox(config.dataDir, new Date())];
    await runEach(steps, (step) => step());
  },
};

export const messageSchedules: readonly Schedule[] = [{ name: "messages.delete_old", match: "23 * * * *" }];
