import { hour, minute, second } from "#lib/time.ts";

/** @rule The auditor checks the whole database each night at 01.30 WIB. */
export const auditTime = { hour: 1, minute: 30 } as const;
/** The same as a crontab pattern, which counts in UTC. */
export const auditSchedule = `${auditTime.minute} ${(auditTime.hour + 17) % 24} * * *`;
/** `01.30 WIB` */
export const auditTimeText = `${[auditTime.hour, auditTime.minute].map((part) => String(part).padStart(2, "0")).join(".")} WIB`;

/** Audits run one after the other, because each reads the whole database. */
export const auditQueue = "audit";

/** @rule The console and the page of held funds say so when the last audit is more than 26 hours old. */
export const maxAuditAge = 26 * hour;

/** Whether an audit that began at `startedAt` is too old to say how things are now. */
export function isOverdue(startedAt: Date, now: Date): boolean {
  return now.getTime() - startedAt.getTime() > maxAuditAge;
}

/** @rule One check of an audit may take 10 minutes. */
export const checkTimeout = 10 * minute;
/** What a sort or a hash table of the audit may take in memory, so that sums over all orders need no files. */
export const auditMemory = "64MB";
/** @rule The auditor rests after each check as long as the check took, at most 5 seconds. */
export const maxAuditRest = 5 * second;

/** @rule Of each check, 20 findings are reported. */
export const maxBreaches = 20;

/** @rule Audits are stored for 400 days. */
export const auditRetentionDays = 400;

/** @rule An operator can start 6 audits an hour. */
export const auditLimit = { max: 6, window: hour, by: "user" } as const;

/** @rule The console lists 30 audits a page, and 200 pages. */
export const auditPages = { size: 30, maxPage: 200 } as const;

/** Who holds payouts while an audit finds something (payments/payouts/hold-payouts.ts). */
export const auditHold = "audit";

/** Purges what shows the last audit. */
export const auditTag = "audit";
