import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { addDuration, day as oneDay } from "#lib/time.ts";
import { auditLogEndpoints } from "./contract.ts";
import { listEntries, listOperators } from "./queries.ts";
import {
  actionLabel,
  auditLogPageSize,
  changesBetween,
  hidesPersonalFields,
  plainEntry,
  subjectLabel,
  type DescribeEntry,
} from "./rules.ts";

/** `/v1` endpoint of the audit log. Reading it is no entry, because it holds no personal data. */
export function auditLogRoutes(app: FastifyInstance, context: Context, describe: DescribeEntry = plainEntry): void {
  const { db } = context;
  serve(app, context, auditLogEndpoints, {
    "GET /v1/operator/audit-log": async ({ query: { actor, action, subject, day, before } }) => {
      const from = day === undefined ? undefined : new Date(`${day}T00:00:00+07:00`);
      const [rows, operators] = await Promise.all([
        listEntries(db, { actor, action, subject, from, until: from && addDuration(from, oneDay), before }),
        listOperators(db),
      ]);
      const page = rows.slice(0, auditLogPageSize);
      return {
        success: true,
        result: {
          rows: page.map((row) => {
            const { subject_kind: kind, subject_id: id, before: old, after } = row;
            const changes = changesBetween(old, after, hidesPersonalFields(kind));
            const described = describe({ kind, id, before: old, after, changes });
            return {
              id: row.id,
              at: row.at.toISOString(),
              actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? "Akun yang dihapus" },
              role: row.actor_role,
              action: row.action,
              label: actionLabel(row.action),
              subject: { kind, label: subjectLabel(kind), id, name: described.name },
              changes,
              shown: described.changes,
              reason: row.reason,
              hash: row.hash,
            };
          }),
          next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
          operators,
        },
      };
    },
  });
}
