import type { FastifyInstance, FastifyReply } from "fastify";
import { passwordAttempts } from "#accounts/password/rules.ts";
import { limitAttempts, consumeOrRefuse } from "#accounts/attempts/count-attempts.ts";
import type { Context } from "#lib/context.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { compactDay } from "#lib/time.ts";
import { requireFreshLoginOrPassword } from "./require-fresh-login.ts";
import { privacyEndpoints, privacyRefusals } from "./contract.ts";
import { findBlockers } from "./find-blockers.ts";
import { requestArchive } from "./archive/make-archive.ts";
import { findArchive, findArchiveFile, findDeletion } from "./queries.ts";
import { breachRoutes } from "./breaches/routes.ts";
import { dataRequestRoutes } from "./requests/routes.ts";
import { retentionRoutes } from "./retention/routes.ts";
import { requestDeletion, cancelDeletion } from "./request-deletion.ts";

/** `/v1` calls of privacy. */
export function privacyRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const attempts = limitAttempts(context, "password", passwordAttempts);

  // Only wrong passwords count.
  async function confirm(reply: FastifyReply, actor: Actor, password: string | undefined, now: Date): Promise<void> {
    if (password !== undefined) await consumeOrRefuse(reply, attempts, actor.sessionId, now);
    await requireFreshLoginOrPassword(context, actor, password, now);
    if (password !== undefined) await attempts.release(actor.sessionId);
  }

  dataRequestRoutes(app, context, confirm);
  breachRoutes(app, context);
  retentionRoutes(app, context);
  serve(app, context, privacyEndpoints, {
    "GET /v1/users/archive": async ({ actor, now }) => {
      const row = await findArchive(db, actor.userId, now);
      if (!row) return { success: true, result: null };
      const { id, bytes } = row;
      const iso = (at: Date | null) => at?.toISOString() ?? null;
      const moments = { ready_at: iso(row.ready_at), expires_at: iso(row.expires_at) };
      return { success: true, result: { id, bytes, requested_at: row.requested_at.toISOString(), ...moments } };
    },
    "POST /v1/users/archive": async ({ actor, body, reply, now }) => {
      await confirm(reply, actor, body.current_password, now);
      await requestArchive(context, actor.userId, now);
      const message = "Salinan data Anda sedang disiapkan. Kami memberi tahu Anda lewat notifikasi dan email.";
      return { success: true, message, data: {} };
    },
    "GET /v1/users/archive/:id/file": async ({ actor, params, reply, now }) => {
      const found = await findArchiveFile(db, actor.userId, params.id, now);
      if (!found) throw new Refusal(requestRefusals.notFound);
      return reply
        .headers({
          "content-disposition": `attachment; filename="data-kawung-${compactDay(found.ready_at)}.zip"`,
          "cache-control": "private, no-store",
        })
        .type("application/zip")
        .send(found.file);
    },
    "GET /v1/users/deletion": async ({ actor }) => {
      const [pending, { blockers }] = await Promise.all([
        findDeletion(db, actor.userId),
        findBlockers(db, actor.userId),
      ]);
      const result = {
        due_at: pending?.due_at.toISOString() ?? null,
        requested_at: pending?.requested_at.toISOString() ?? null,
        blockers,
      };
      return { success: true, result };
    },
    "POST /v1/users/deletion": async ({ actor, body, reply, now }) => {
      if (!body.understood)
        throw new Refusal(privacyRefusals.notUnderstood, { understood: ["Centang untuk melanjutkan."] });
      await confirm(reply, actor, body.current_password, now);
      const due = await requestDeletion(context, actor, now);
      return { success: true, message: "Permintaan Anda sudah dicatat.", data: { due_at: due.toISOString() } };
    },
    "DELETE /v1/users/deletion": async ({ actor, now }) => {
      await cancelDeletion(context, actor.userId, now);
      return { success: true, message: "Penghapusan dibatalkan. Akun Anda tetap ada.", data: {} };
    },
  });
}
