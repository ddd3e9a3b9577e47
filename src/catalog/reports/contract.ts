import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { boundedText, changeResponse, id, multiLine, resultResponse, rupiah, timestamp } from "#lib/schema.ts";
import { mediaRefusals } from "#media/contract.ts";
import {
  listingAnswerLength,
  listingReportKindNames,
  listingReportLength,
  listingReportLimit,
  listingReportStates,
  type ListingReportState,
} from "./rules.ts";

export const listingReportRefusals = defineRefusals({
  own: { code: "listing_reports.own", status: 409, message: "Produk dan toko Anda sendiri tidak bisa Anda laporkan." },
  reported: {
    code: "listing_reports.reported",
    status: 409,
    message: "Laporan Anda tentang ini masih diperiksa. Hasilnya tampil di Laporan.",
  },
  closed: {
    code: "listing_reports.closed",
    status: 409,
    message: "Laporan ini sudah diputuskan.",
  },
});

const kind = z.enum(listingReportKindNames);
const state = z.enum(Object.keys(listingReportStates) as [ListingReportState, ...ListingReportState[]]);
const subject = {
  product: z.object({ id, name: z.string(), slug: z.string(), status: z.string() }).nullable(),
  shop: z.object({ id, name: z.string(), slug: z.string() }),
};

const ownReport = z.object({
  id,
  ...subject,
  kind,
  text: z.string(),
  state,
  has_document: z.boolean(),
  answer: z.string().nullable(),
  created_at: timestamp,
  due_at: timestamp,
});
export type OwnListingReport = z.output<typeof ownReport>;

const listed = ownReport.extend({
  /** Open reports of other people about the same thing. */
  others: z.int(),
  /** What an operator looks at before deciding about a product; null for a report of a shop. */
  goods: z
    .object({ picture: z.string().nullable(), price: rupiah, category: z.string(), text: z.string(), sold: z.int() })
    .nullable(),
  shop_facts: z.object({
    is_verified: z.boolean(),
    opened_at: timestamp,
    /** Measures against its owner, the shop and its products, also ended ones. */
    measures: z.int(),
  }),
  /** The sender, masked, with how the earlier reports ended. */
  reporter: z.object({ name: z.string(), acted: z.int(), dismissed: z.int() }),
  /** Who decided, for closed reports. */
  decided: z.object({ by: z.string(), at: timestamp }).nullable(),
  is_overdue: z.boolean(),
});
export type ListedReport = z.output<typeof listed>;

const reportId = z.strictObject({ reportId: id });

export const listingReportEndpoints = endpoints({
  "GET /v1/listing-reports": {
    summary: "Your reports of products and shops, with their outcome",
    policy: "user",
    response: resultResponse(z.array(ownReport)),
  },
  "POST /v1/listing-reports": {
    summary: "Report a product (by its address) or a shop to the marketplace",
    policy: "user",
    body: z
      .strictObject({
        product: boundedText(200).optional(),
        shop: boundedText(200).optional(),
        kind,
        text: multiLine(listingReportLength.min, listingReportLength.max),
      })
      .refine(({ product, shop }) => (product === undefined) !== (shop === undefined), {
        path: ["product"],
        error: "Pilih produk atau toko.",
      }),
    limit: listingReportLimit,
    response: changeResponse(z.object({ id })),
    refusals: [requestRefusals.notFound, listingReportRefusals.own, listingReportRefusals.reported],
  },
  "POST /v1/listing-reports/:reportId/document": {
    summary: "Add the document that proves your right (multipart, file `document`: JPEG, PNG or PDF); it is encrypted",
    policy: "user",
    params: reportId,
    multipart: true,
    limit: listingReportLimit,
    response: changeResponse(z.null()),
    refusals: [
      requestRefusals.notFound,
      mediaRefusals.notADocument,
      mediaRefusals.notAPicture,
      mediaRefusals.tooManyPixels,
      mediaRefusals.missing,
    ],
  },
  "GET /v1/operator/listing-reports": {
    summary: "Reports of products and shops: open ones by their clock, or decided ones, the newest first",
    policy: "operator:products.read",
    query: z.strictObject({ view: z.enum(["open", "closed"]).optional(), after: id.optional() }),
    response: resultResponse(z.object({ rows: z.array(listed), next: id.nullable(), acts: z.boolean() })),
  },
  "GET /v1/operator/listing-reports/:reportId/document": {
    summary: "The document of a report; each reading is in the audit log",
    policy: "operator:products.moderate",
    params: reportId,
    response: z.unknown(),
    raw: true,
    refusals: [requestRefusals.notFound],
  },
  "POST /v1/operator/listing-reports/:reportId/dismiss": {
    summary: "Close a report and the other open ones about the same thing, with an answer that their senders read",
    policy: "operator:products.moderate",
    params: reportId,
    body: z.strictObject({ answer: multiLine(listingAnswerLength.min, listingAnswerLength.max) }),
    response: changeResponse(z.null()),
    refusals: [requestRefusals.notFound, listingReportRefusals.closed],
  },
});
export type ListingReportApi = typeof listingReportEndpoints;
