import { z } from "zod";
import { accountRefusals } from "#accounts/contract.ts";
import { providerRefusals } from "#accounts/providers/contract.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { id, boundedText, timestamp, resultResponse, changeResponse } from "#lib/schema.ts";
import { blockerTexts, type BlockerCode } from "./rules.ts";

export const privacyRefusals = defineRefusals({
  archiveInProgress: {
    code: "privacy.archive_in_progress",
    status: 409,
    message: "Salinan data Anda sedang disiapkan.",
  },
  deletionBlocked: {
    code: "privacy.deletion_blocked",
    status: 409,
    message: "Akun belum bisa dihapus karena masih ada yang berjalan.",
  },
  notUnderstood: {
    code: "privacy.not_understood",
    status: 422,
    message: "Centang dulu bahwa Anda memahami apa yang terjadi.",
  },
});

const archive = z.object({
  id,
  requested_at: timestamp,
  ready_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
  bytes: z.int().nullable(),
});
export type Archive = z.output<typeof archive>;

const blocker = z.object({
  code: z.enum(Object.keys(blockerTexts) as [BlockerCode, ...BlockerCode[]]),
  text: z.string(),
  href: z.string(),
});
export type Blocker = z.output<typeof blocker>;

const deletion = z.object({
  /** When the account will be deleted; null when no deletion was requested. */
  due_at: timestamp.nullable(),
  requested_at: timestamp.nullable(),
  /** What has to be finished first. */
  blockers: z.array(blocker),
});
export type Deletion = z.output<typeof deletion>;

const current_password = boundedText(1000)
  .transform((text) => (text === "" ? undefined : text))
  .optional();
const confirming = [providerRefusals.confirmNeeded, accountRefusals.tooManyAttempts];

export const privacyEndpoints = endpoints({
  "GET /v1/users/archive": {
    summary: "The copy of the current user's data, being made or ready",
    policy: "user",
    response: resultResponse(archive.nullable()),
  },
  "POST /v1/users/archive": {
    summary: "Request a copy of all data about the current user; needs a login of the last 15 minutes or the password",
    policy: "user",
    body: z.strictObject({ current_password }),
    response: changeResponse(z.strictObject({})),
    limit: { max: 10, window: 3_600_000, by: "user" },
    refusals: [...confirming, privacyRefusals.archiveInProgress],
  },
  "GET /v1/users/archive/:id/file": {
    summary: "The copy as a ZIP; for its owner only, until it expires",
    policy: "user",
    params: z.strictObject({ id }),
    response: z.unknown(),
    raw: true,
  },
  "GET /v1/users/deletion": {
    summary: "Whether and when the current user's account will be deleted, and what has to be finished first",
    policy: "user",
    response: resultResponse(deletion),
  },
  "POST /v1/users/deletion": {
    summary: "Request the deletion of the account in 14 days; needs a login of the last 15 minutes or the password",
    policy: "user",
    body: z.strictObject({ understood: z.boolean(), current_password }),
    response: changeResponse(z.object({ due_at: timestamp })),
    refusals: [...confirming, privacyRefusals.deletionBlocked, privacyRefusals.notUnderstood],
  },
  "DELETE /v1/users/deletion": {
    summary: "Cancel the deletion of the account",
    policy: "user",
    response: changeResponse(z.strictObject({})),
  },
});
export type PrivacyApi = typeof privacyEndpoints;

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    "privacy.make_archive": { archiveId: string };
    "privacy.delete_account": { userId: string };
    /** Deletes expired copies and looks for deletions that are due. */
    "privacy.delete_due_accounts": Record<string, never>;
    /** Removes personal data from orders that are older than the law requires. */
    "privacy.anonymise_old_orders": Record<string, never>;
  }
}
