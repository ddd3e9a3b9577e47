import type { Runner } from "graphile-worker";
import type pg from "pg";
import { accountJobs, accountSchedules } from "./accounts/jobs.ts";
import { cartJobs, cartSchedules } from "./cart/jobs.ts";
import { catalogJobs, catalogSchedules } from "./catalog/jobs.ts";
import { complaintJobs, complaintSchedules } from "./complaints/jobs.ts";
import { evidenceJobs, evidenceSchedules } from "./complaints/evidence/jobs.ts";
import type { Context } from "./lib/context.ts";
import { messageJobs, messageSchedules } from "./messages/jobs.ts";
import { backupJobs, backupSchedules } from "./lib/backup/jobs.ts";
import { idempotencyJobs } from "./lib/idempotency.ts";
import { runJobs, type JobHandlers, type Schedule } from "./lib/jobs.ts";
import { jobsOfDeadProcesses } from "./lib/release-jobs.ts";

import { mediaJobs, mediaSchedules } from "./media/jobs.ts";
import { notificationJobs } from "./notifications/jobs.ts";
import { operatorJobs, operatorSchedules } from "./operator/jobs.ts";
import { orderJobs, orderSchedules } from "./orders/jobs.ts";
import { paymentJobs, paymentSchedules } from "./payments/jobs.ts";
import { privacyJobs, privacySchedules } from "./privacy/jobs.ts";
import { shopJobs, shopSchedules } from "./shops/jobs.ts";
import { shippingJobs, shippingSchedules } from "./shipping/jobs.ts";
import { searchJobs, searchSchedules } from "./search/jobs.ts";
import { reviewJobs } from "./reviews/jobs.ts";
import { settingJobs, settingSchedules } from "./settings/jobs.ts";
import { settingDeclarations } from "./setting-declarations.ts";
import { siteJobs } from "./site/jobs.ts";
import { webJobs, webSchedules } from "./web/jobs.ts";

/** Handlers of all slices. */
export const jobHandlers: readonly JobHandlers[] = [
  idempotencyJobs,
  jobsOfDeadProcesses,
  backupJobs,
  settingJobs(settingDeclarations),
  messageJobs,
  accountJobs,
  mediaJobs,
  notificationJobs,
  searchJobs,
  catalogJobs,
  shippingJobs,
  paymentJobs,
  shopJobs,
  cartJobs,
  orderJobs,
  complaintJobs,
  evidenceJobs,
  reviewJobs,
  privacyJobs,
  operatorJobs,
  siteJobs,
  webJobs,
];

/** Periodic work of all slices. */
export const schedules: readonly Schedule[] = [
  { name: "lib.delete_old_idempotency_keys", match: "17 * * * *" },
  { name: "lib.release_jobs", match: "* * * * *" },
  ...settingSchedules,
  ...messageSchedules,
  ...accountSchedules,
  ...mediaSchedules,
  ...searchSchedules,
  ...catalogSchedules,
  ...shippingSchedules,
  ...paymentSchedules,
  ...shopSchedules,
  ...cartSchedules,
  ...orderSchedules,
  ...complaintSchedules,
  ...evidenceSchedules,
  ...privacySchedules,
  ...operatorSchedules,
  ...webSchedules,
];

/** Starts the jobs of this process. */
export function startWorker(context: Context, pool: pg.Pool): Promise<Runner> {
  return runJobs(context, pool, jobHandlers, [...schedules, ...backupSchedules(context.config)]);
}
