import { isPermitted } from "#accounts/operators/rules.ts";
import { day } from "#lib/time.ts";
import { pictureLimits, videoLimits } from "#media/rules.ts";
import type { OrderStatus } from "#orders/rules.ts";

/** @rule A message of a complaint has at most 8 pictures and videos. */
export const maxEvidencePerMessage = 8;

/** @rule Buyer and seller can each add at most 60 files with together 200 megabytes to the complaint about an order. */
export const evidencePerSide = { files: 60, bytes: 200 * 1024 * 1024 } as const;

/** @rule A file that no message of a complaint uses is deleted after a day. */
export const unusedEvidenceTtl = day;

/** The statuses of an order in which its buyer and seller can add files. */
export const evidenceStatuses = ["shipped", "delivered", "disputed"] as const satisfies readonly OrderStatus[];

/** Whether this user sees all cases with their evidence. Without a second factor an operator sees none. */
export function maySeeCases(actor: { type: string; operatorRole: string | null; secondFactor: boolean }): boolean {
  const { type, operatorRole, secondFactor } = actor;
  return type === "operator" && secondFactor && isPermitted(operatorRole, "complaints.read");
}

/** @rule A picture in a complaint has at most 8 megabytes, a video 30 megabytes. */
export const evidenceSizes = { picture: pictureLimits.bytes, video: videoLimits.bytes } as const;

/** Types of files that a form offers to choose. */
export const acceptedEvidence = "image/jpeg,image/png,image/webp,image/avif,video/mp4,video/webm,video/quicktime";
