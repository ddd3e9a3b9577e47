import type { FastifyInstance } from "fastify";
import { isPermitted } from "#accounts/operators/rules.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { breachEndpoints, type ListedBreach } from "./contract.ts";
import { drawReport, letterToPeople } from "./letters.ts";
import { countBreachPeople, findBreach, listBreaches, listLetters, type BreachRow } from "./queries.ts";
import { addBreachPeople, changeBreach, recordBreach, reportBreach } from "./record-breach.ts";
import { breachPageSize } from "./rules.ts";
import { startLetters } from "./send-letters.ts";

/** `/v1/operator` endpoints of the register of breaches. */
export function breachRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const find = async (breachId: string) => {
    const breach = await findBreach(db, breachId);
    if (!breach) throw new Refusal(requestRefusals.notFound);
    return { breach, counts: await countBreachPeople(db, breachId) };
  };
  serve(app, context, breachEndpoints, {
    "GET /v1/operator/breaches": async ({ actor, query, now }) => {
      const rows = await listBreaches(db, query.after ?? null, breachPageSize + 1);
      const shown = rows.slice(0, breachPageSize);
      return {
        success: true,
        result: {
          rows: shown.map((row) => listedJson(row, now)),
          next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
          acts: isPermitted(actor.operatorRole, "breaches.decide"),
        },
      };
    },
    "POST /v1/operator/breaches": async ({ actor, body, now }) => {
      const id = await recordBreach(context, actor, body, now);
      return { success: true, message: "Kejadian tercatat, dan jamnya berjalan.", data: { id } };
    },
    "GET /v1/operator/breaches/:breachId": async ({ actor, params, now }) => {
      const { breach, counts } = await find(params.breachId);
      const { subject, paragraphs } = letterToPeople(breach);
      const letters = await listLetters(db, params.breachId);
      const { what, cause, measures, advice, data_kinds, other_people, recorded_by, reported_by } = breach;
      return {
        success: true,
        result: {
          ...listedJson(breach, now),
          ...counts,
          what,
          cause,
          measures,
          advice,
          data_kinds,
          other_people,
          recorded_by,
          reported_by,
          began_at: breach.began_at.toISOString(),
          ended_at: breach.ended_at.toISOString(),
          report_reference: breach.report_reference,
          letter: { subject, paragraphs: [...paragraphs] },
          sent_letters: letters.map((letter) => ({
            id: letter.id,
            subject: letter.subject,
            paragraphs: [...letter.paragraphs],
            sent_at: letter.sent_at.toISOString(),
            people: letter.people,
            is_outdated: letter.subject !== subject || letter.paragraphs.join("\n") !== paragraphs.join("\n"),
          })),
          acts: isPermitted(actor.operatorRole, "breaches.decide"),
        },
      };
    },
    "PUT /v1/operator/breaches/:breachId": async ({ actor, params, body, now }) => {
      await changeBreach(context, actor, params.breachId, body, now);
      return { success: true, message: "Catatan kejadian disimpan.", data: null };
    },
    "POST /v1/operator/breaches/:breachId/people": async ({ actor, params, body }) => {
      const { selection, shop = "", list = "" } = body;
      const data = await addBreachPeople(context, actor, params.breachId, { selection, shop, list });
      return { success: true, message: `${data.added} akun ditambahkan.`, data };
    },
    "POST /v1/operator/breaches/:breachId/letters": async ({ actor, params, now }) => {
      const people = await startLetters(context, actor, params.breachId, now);
      return { success: true, message: `Surat sedang dikirim kepada ${people} akun.`, data: { people } };
    },
    "POST /v1/operator/breaches/:breachId/report": async ({ actor, params, body, now }) => {
      await reportBreach(context, actor, params.breachId, body.reference, now);
      return { success: true, message: "Laporan kepada lembaga dicatat.", data: null };
    },
    "GET /v1/operator/breaches/:breachId/letter.pdf": async ({ actor, params, reply, now }) => {
      const { breach, counts } = await find(params.breachId);
      const drawn = await drawReport(context, breach, counts, await listLetters(db, breach.id), actor.userId, now);
      return reply
        .headers({
          "content-disposition": `attachment; filename="laporan-${breach.number.replaceAll("/", "-")}.pdf"`,
          "cache-control": "private, no-store",
        })
        .type("application/pdf")
        .send(drawn);
    },
  });
}

function listedJson(row: BreachRow, now: Date): ListedBreach {
  const isDone = row.reported_at !== null && row.letters_started_at !== null;
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    noticed_at: row.noticed_at.toISOString(),
    due_at: row.due_at.toISOString(),
    is_overdue: !isDone && now > row.due_at,
    reported_at: row.reported_at?.toISOString() ?? null,
    letters_started_at: row.letters_started_at?.toISOString() ?? null,
  };
}
