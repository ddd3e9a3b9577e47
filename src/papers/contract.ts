import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { requestRefusals, serverRefusals } from "#lib/refusal.ts";
import { boundedText, id, resultResponse } from "#lib/schema.ts";
import { isMonth } from "#payments/payouts/statement/rules.ts";
import { paperKinds, pdfLimits } from "./rules.ts";

const listed = z.object({
  /** `invoice`, `receipt`, `summary`, or the id of the refund that a correction is about. */
  id: z.string(),
  title: z.string(),
  number: z.string(),
});

/** A paper as data; its page and its PDF show the same. Amounts are rupiah. */
const paper = z.object({
  kind: z.enum(paperKinds),
  title: z.string(),
  number: z.string(),
  about: z.string(),
  parties: z.array(z.object({ role: z.string(), name: z.string(), lines: z.array(z.string()) })),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  head: z.object({ text: z.string(), quantity: z.string(), price: z.string(), amount: z.string() }),
  rows: z.array(
    z.object({
      text: z.string(),
      details: z.array(z.string()),
      quantity: z.int().nullable(),
      price: z.int().nullable(),
      amount: z.int(),
    }),
  ),
  sums: z.array(z.object({ label: z.string(), amount: z.int(), look: z.enum(["plain", "total", "note"]) })),
  notes: z.array(z.string()),
});

const paperId = z.union([z.enum(["invoice", "receipt", "summary"]), id]);
const orderParams = z.strictObject({ orderId: id });
const paperParams = z.strictObject({ orderId: id, paper: paperId });
const monthParams = z.strictObject({ month: boundedText(7).refine(isMonth, "Bulan tidak sesuai.") });

const pdf = {
  response: z.instanceof(Buffer),
  raw: true,
  limit: { max: pdfLimits.max, window: pdfLimits.window, by: "user" },
  refusals: [requestRefusals.notFound, serverRefusals.busy],
} as const;

export const paperEndpoints = endpoints({
  "GET /v1/papers/orders/:orderId": {
    summary: "The papers of a paid order that you bought or sold: invoice, receipt or summary, corrections",
    policy: "user",
    params: orderParams,
    response: resultResponse(z.object({ reader: z.enum(["buyer", "seller", "operator"]), papers: z.array(listed) })),
    refusals: [requestRefusals.notFound],
  },
  "GET /v1/papers/orders/:orderId/:paper": {
    summary: "One paper of an order as data",
    policy: "user",
    params: paperParams,
    response: resultResponse(paper),
    refusals: [requestRefusals.notFound],
  },
  "GET /v1/papers/orders/:orderId/:paper/pdf": {
    summary: "One paper of an order as PDF",
    policy: "user",
    params: paperParams,
    ...pdf,
  },
  "GET /v1/papers/statements/:month": {
    summary: "The statement of your shop's balance for an ended month as data",
    policy: "seller",
    params: monthParams,
    response: resultResponse(paper),
    refusals: [requestRefusals.notFound],
  },
  "GET /v1/papers/statements/:month/pdf": {
    summary: "The same as PDF",
    policy: "seller",
    params: monthParams,
    ...pdf,
  },
});
export type PaperApi = typeof paperEndpoints;
