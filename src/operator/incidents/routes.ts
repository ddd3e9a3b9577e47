import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { addDuration } from "#lib/time.ts";
import { incidentEndpoints, type ShownIncident, type Status } from "./contract.ts";
import { listEndedIncidents, listLateSlices, listOpenIncidents, type IncidentRow } from "./queries.ts";
import { componentStates, incidentHistory, lateWork } from "./rules.ts";
import { openIncident, updateOpenIncident } from "./write-incident.ts";

/** The public status page, and the calls with which operators write it. */
export function incidentRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  async function statusNow(now: Date): Promise<Status> {
    const [open, ended, late] = await Promise.all([
      listOpenIncidents(db),
      listEndedIncidents(db, addDuration(now, -incidentHistory.duration), incidentHistory.rows),
      // The queue has the time of the machine, also in a demo whose clock was moved.
      listLateSlices(db, new Date(Date.now() - lateWork)),
    ]);
    return { components: componentStates(open, late), open: open.map(shown), ended: ended.map(shown) };
  }
  serve(app, context, incidentEndpoints, {
    "GET /v1/status": async ({ now }) => ({ success: true, result: await statusNow(now) }),
    "GET /v1/operator/incidents": async ({ now }) => ({ success: true, result: await statusNow(now) }),
    "POST /v1/operator/incidents": async ({ actor, body, now }) => {
      const id = await openIncident(context, actor, body, now);
      return { success: true, message: "Gangguan tampil di halaman status.", data: { id } };
    },
    "POST /v1/operator/incidents/:incidentId/updates": async ({ actor, params, body, now }) => {
      await updateOpenIncident(context, actor, params.incidentId, body, now);
      return { success: true, message: body.ends ? "Gangguan diakhiri." : "Kabar tersimpan.", data: null };
    },
  });
}

function shown({ began_at: began, ended_at: ended, updates, ...row }: IncidentRow): ShownIncident {
  return {
    ...row,
    began_at: began.toISOString(),
    ended_at: ended?.toISOString() ?? null,
    updates: updates.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
  };
}
