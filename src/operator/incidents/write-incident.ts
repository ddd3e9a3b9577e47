import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { incidentRefusals } from "./contract.ts";
import {
  insertIncident,
  insertIncidentUpdate,
  isIncident,
  isReported,
  lockIncidents,
  updateIncident,
} from "./queries.ts";
import { maxOpenIncidents, type Component, type Impact } from "./rules.ts";

type Parts = Pick<Context, "db" | "pages">;
type Operator = NonNullable<AuditActor>;

/** Publishes an incident on the status page. Refuses with `incidents.reported` and `incidents.too_many`. */
export async function openIncident(
  { db, pages }: Parts,
  by: Operator,
  it: { component: Component; impact: Impact; title: string; text: string },
  now: Date,
): Promise<string> {
  const opened = await db.transaction(async (tx) => {
    await lockIncidents(tx);
    if (await isReported(tx, it)) throw new Refusal(incidentRefusals.reported);
    const id = await insertIncident(tx, { ...it, now }, maxOpenIncidents);
    if (id === undefined) throw new Refusal(incidentRefusals.tooMany);
    await insertIncidentUpdate(tx, { id, version: 1, impact: it.impact, text: it.text, by: by.userId, now });
    appendAuditEntry(tx, {
      actor: by,
      action: "operator.incident_opened",
      subject: { kind: "incident", id },
      after: { component: it.component, impact: it.impact, title: it.title },
    });
    return id;
  });
  pages.purge(["status"]);
  return opened;
}

/** Says how an incident goes on, or ends it. Refuses with `request.not_found` and `incidents.changed`. */
export async function updateOpenIncident(
  { db, pages }: Parts,
  by: Operator,
  id: string,
  it: { impact: Impact; text: string; ends: boolean; version: number },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { impact, text, version, ends } = it;
    if (!(await isIncident(tx, id))) throw new Refusal(requestRefusals.notFound);
    const changed = await updateIncident(tx, id, { version, impact, endedAt: ends ? now : null });
    if (!changed) throw new Refusal(incidentRefusals.changed);
    await insertIncidentUpdate(tx, { id, version: version + 1, impact, text, by: by.userId, now });
    appendAuditEntry(tx, {
      actor: by,
      action: ends ? "operator.incident_ended" : "operator.incident_updated",
      subject: { kind: "incident", id },
      after: { impact, title: changed.title },
    });
  });
  pages.purge(["status"]);
}
