import { day } from "#lib/time.ts";
import type { OrderStatus } from "#orders/rules.ts";

/** @rule A message of a complaint has at most 8 pictures and videos. */
export const maxEvidencePerMessage = 8;

/** @rule Buyer and seller can each add at most 60 files with together 200 megabytes to the complaint about an order. */
export const evidencePerSide = { files: 60, bytes: 200 * 1024 * 1024 } as const;

/** @rule A file that no message of a complaint uses is deleted after a day. */
export const unusedEvidenceTtl = day;

/** The statuses of an order in which its buyer and seller can add files. */
export const evidenceStatuses = ["shipped", "delivered", "disputed"] as const satisfies readonly OrderStatus[];

/** The operators who may see evidence. */
export const evidenceRoles: readonly string[] = ["mediator", "support", "owner"];
