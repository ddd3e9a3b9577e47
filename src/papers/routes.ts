import type { FastifyInstance, FastifyReply } from "fastify";
import type { Context } from "#lib/context.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { paperEndpoints } from "./contract.ts";
import { findOrderPapers } from "./find-order-papers.ts";
import { findStatementPaper } from "./find-statement-paper.ts";
import { labelRoutes } from "./labels/routes.ts";
import { drawPdf } from "./pdf/draw-pdf.ts";
import { fileName, type Paper } from "./rules.ts";
import { taxInvoiceRoutes } from "./tax-invoices/routes.ts";

/** `/v1` calls of papers: those of an order, a shop's monthly statements and tax invoices. */
export function paperRoutes(app: FastifyInstance, context: Context): void {
  taxInvoiceRoutes(app, context);
  labelRoutes(app, context);
  async function chosen(params: { orderId: string; paper: string }, actor: Actor, now: Date): Promise<Paper> {
    const { papers } = await findOrderPapers(context, params.orderId, actor, now);
    const found = papers.find(({ id }) => id === params.paper);
    if (!found) throw new Refusal(requestRefusals.notFound);
    return found.paper;
  }

  async function sendPdf(paper: Paper, { userId }: Actor, reply: FastifyReply): Promise<FastifyReply> {
    const drawn = await drawPdf(paper, userId, context.config);
    return reply
      .headers({
        "content-disposition": `attachment; filename="${fileName(paper, "pdf")}"`,
        "cache-control": "private, no-store",
      })
      .type("application/pdf")
      .send(drawn);
  }

  serve(app, context, paperEndpoints, {
    "GET /v1/papers/orders/:orderId": async ({ params, actor, now }) => {
      const { reader, papers } = await findOrderPapers(context, params.orderId, actor, now);
      const listed = papers.map(({ id, paper }) => ({ id, title: paper.title, number: paper.number }));
      return { success: true, result: { reader, papers: listed } };
    },
    "GET /v1/papers/orders/:orderId/:paper": async ({ params, actor, now }) => ({
      success: true,
      result: await chosen(params, actor, now),
    }),
    "GET /v1/papers/orders/:orderId/:paper/pdf": async ({ params, actor, now, reply }) =>
      sendPdf(await chosen(params, actor, now), actor, reply),
    "GET /v1/papers/statements/:month": async ({ params, actor, now }) => ({
      success: true,
      result: await findStatementPaper(context, actor.shopId, params.month, now),
    }),
    "GET /v1/papers/statements/:month/pdf": async ({ params, actor, now, reply }) =>
      sendPdf(await findStatementPaper(context, actor.shopId, params.month, now), actor, reply),
  });
}
