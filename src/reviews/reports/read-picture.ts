import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { findMaster } from "#media/serve-picture.ts";
import { findReviewPicture } from "./detail-queries.ts";

/**
 * The picture of a review as WebP, for an operator who decides about it. Reading a hidden one leaves an entry in the
 * audit log. Refuses with `request.not_found`.
 */
export async function readReviewPicture(
  context: Pick<Context, "db" | "config">,
  by: AuditActor,
  pictureId: string,
): Promise<Buffer> {
  const found = await findReviewPicture(context.db, pictureId);
  const bytes = found && (await findMaster(context, found.key));
  if (!bytes) throw new Refusal(requestRefusals.notFound);
  if (found.is_hidden)
    await context.db.transaction(async (tx) => {
      appendAuditEntry(tx, {
        actor: by,
        action: "reviews.picture_read",
        subject: { kind: "review", id: found.review_id },
      });
    });
  return bytes;
}
