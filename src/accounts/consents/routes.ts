import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { changeConsent } from "./record-consents.ts";
import { consentEndpoints } from "./contract.ts";
import { listConsents } from "./queries.ts";
import { consentPurposes, type ConsentPurpose } from "./rules.ts";

/** `/v1` calls about a user's consents. */
export function consentRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, consentEndpoints, {
    "GET /v1/users/consents": async ({ actor }) => {
      const rows = await listConsents(context.db, actor.userId);
      const history = rows.map(({ source, ...row }) => ({
        ...row,
        how: source,
        title: consentPurposes[row.purpose].title,
        at: row.at.toISOString(),
      }));
      const purposes = (Object.keys(consentPurposes) as ConsentPurpose[]).map((purpose) => {
        const { title, text, needed } = consentPurposes[purpose];
        const last = history.find((row) => row.purpose === purpose);
        const { given = false, text_version = null, at = null, how = null } = last ?? {};
        return { purpose, title, text, needed, given, text_version, at, how };
      });
      return { success: true, result: { purposes, history } };
    },
    "PUT /v1/users/consents/:purpose": async ({ actor, params, body, now }) => {
      await changeConsent(context.db, actor.userId, params.purpose, body.given, now);
      const message = body.given ? "Persetujuan Anda sudah dicatat." : "Persetujuan Anda sudah ditarik.";
      return { success: true, message, data: {} };
    },
  });
}
