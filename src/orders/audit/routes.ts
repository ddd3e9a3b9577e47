import type { FastifyInstance } from "fastify";
import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { queueJob } from "#lib/jobs.ts";
import { auditEndpoints } from "./contract.ts";
import { findBalancesOfDay, findLastAudit, listAudits } from "./queries.ts";
import { auditPages, auditQueue, isOverdue } from "./rules.ts";
import { sumHeldFunds } from "./sum-held-funds.ts";

/** `/v1` endpoints of the auditor: what it found, and what the marketplace holds. */
export function auditRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, auditEndpoints, {
    "GET /v1/funds": async ({ now }) => {
      const [read, last] = await Promise.all([findBalancesOfDay(db), findLastAudit(db)]);
      if (!read || !last) return { success: true, result: null };
      const { escrow, held, isCovered } = sumHeldFunds(read.balances);
      return {
        success: true,
        result: {
          in_orders: escrow,
          held,
          is_covered: isCovered,
          at: read.started_at.toISOString(),
          checked_at: last.started_at.toISOString(),
          checked: last.checked,
          is_sound: last.found === 0,
          is_overdue: isOverdue(last.started_at, now),
        },
      };
    },
    "GET /v1/operator/audits": async ({ query, now }) => {
      const [rows, last] = await Promise.all([
        listAudits(db, auditPages.size + 1, ((query.page ?? 1) - 1) * auditPages.size),
        findLastAudit(db),
      ]);
      return {
        success: true,
        result: {
          rows: rows.slice(0, auditPages.size).map(({ started_at, finished_at, ...row }) => ({
            ...row,
            started_at: started_at.toISOString(),
            finished_at: finished_at.toISOString(),
          })),
          more: rows.length > auditPages.size,
          is_overdue: last === undefined || isOverdue(last.started_at, now),
        },
      };
    },
    "POST /v1/operator/audits": async ({ actor }) => {
      await db.transaction(async (tx) => {
        await queueJob(tx, "orders.audit", {}, { key: "orders.audit", queue: auditQueue });
        appendAuditEntry(tx, { actor, action: "orders.audit_started", subject: { kind: "audit", id: "orders.audit" } });
      });
      return { success: true, message: "Pemeriksaan dimulai. Hasilnya muncul di sini setelah selesai.", data: {} };
    },
  });
}
