import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal } from "#lib/refusal.ts";
import { jakartaDay } from "#lib/time.ts";
import { mayDecide } from "../payouts/review/decide-payout.ts";
import { requireFinance } from "../statements/decide-line.ts";
import { shiftDay } from "./compare-bank.ts";
import { reconciliationEndpoints, reconciliationRefusals } from "./contract.ts";
import { countDaysWithDifferences, listDifferences, listReports } from "./queries.ts";
import { queueReconciliation } from "./reconcile-day.ts";
import { reconciledDays, reconciliationPages } from "./rules.ts";

/** Differences of a report that the console shows. */
const shownDifferences = 30;

/** `/v1/operator` calls about the comparison with providers. */
export function reconciliationRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const { size } = reconciliationPages;
  serve(app, context, reconciliationEndpoints, {
    "GET /v1/operator/reconciliations": async ({ actor, query, now }) => {
      const [rows, open] = await Promise.all([
        listReports(db, size + 1, ((query.page ?? 1) - 1) * size),
        countDaysWithDifferences(db, shiftDay(jakartaDay(now), -reconciledDays)),
      ]);
      const shown = rows.slice(0, size);
      const differences = await listDifferences(db, shown, shownDifferences);
      return {
        success: true,
        result: {
          rows: shown.map((row) => ({
            ...row,
            finished_at: row.finished_at.toISOString(),
            differences: differences
              .filter(({ provider, day }) => provider === row.provider && day === row.day)
              .map(({ kind, entry, reference, note, ours, theirs }) => ({
                kind,
                entry,
                reference,
                note,
                ours,
                theirs,
              })),
          })),
          more: rows.length > size,
          open,
          decides: mayDecide(actor.operatorRole),
        },
      };
    },
    "POST /v1/operator/reconciliations/:provider/:day": async ({ actor, params, now }) => {
      requireFinance(actor);
      if (params.day >= jakartaDay(now)) throw new Refusal(reconciliationRefusals.notOver);
      await db.transaction(async (tx) => {
        await queueReconciliation(tx, params.provider, params.day);
        appendAuditEntry(tx, {
          actor,
          action: "payments.reconciliation_started",
          subject: { kind: "reconciliation", id: `${params.provider} ${params.day}` },
        });
      });
      return { success: true, message: "Pencocokan dimulai. Hasilnya muncul di sini setelah selesai.", data: {} };
    },
  });
}
