import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { findCase } from "../case-view/queries.ts";
import { viewCase } from "../case-view/view-case.ts";
import { maySeeCases } from "../evidence/rules.ts";
import type { Party } from "../rules.ts";
import { caseFileEndpoints } from "./contract.ts";
import { makeCaseFile } from "./make-case-file.ts";

const roleNames: Record<Party, string> = { buyer: "pembeli", seller: "penjual", mediator: "mediator" };

/** `/v1` calls about files of cases. */
export function caseFileRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, caseFileEndpoints, {
    "GET /v1/complaints/:complaintId/file.pdf": async ({ params, actor, now, reply }) => {
      const { row, side } = await findCaseOf(context, params.complaintId, actor);
      const view = await viewCase(context.db, row, { side, userId: actor.userId, zone: null }, now);
      const reader = { userId: actor.userId, roleName: roleNames[side], seesDebt: side !== "buyer" };
      const drawn = await makeCaseFile(context, view, reader, now);
      return reply
        .headers({
          "content-disposition": `attachment; filename="berkas-perkara-${view.number}.pdf"`,
          "cache-control": "private, no-store",
        })
        .type("application/pdf")
        .send(drawn);
    },
  });
}

async function findCaseOf({ db }: Pick<Context, "db">, complaintId: string, actor: Actor) {
  const own = await findCase(db, complaintId, { userId: actor.userId, shopId: actor.shopId });
  const row = own ?? (maySeeCases(actor) ? await findCase(db, complaintId, "mediator") : undefined);
  if (!row) throw new Refusal(requestRefusals.notFound);
  const side: Party = own ? (row.buyer_id === actor.userId ? "buyer" : "seller") : "mediator";
  return { row, side };
}
