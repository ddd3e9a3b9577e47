import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { readFileBytes, readParts } from "#lib/http/multipart.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { invalidRefusal, singleLine } from "#lib/schema.ts";
import { readPrivatePicture } from "#media/private-pictures.ts";
import { addProgress, assertMayAddProgress } from "./add-progress.ts";
import { parcelEndpoints } from "./contract.ts";
import { findVisibleProof, listFindings } from "./queries.ts";
import { findingPages, findingTexts, maySeeProofs, progressProof, progressStatuses, sellerProgress } from "./rules.ts";

/** `/v1` endpoints of parcels for sellers, buyers and operators. */
export function parcelRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, parcelEndpoints, {
    "POST /v1/seller/orders/:orderId/parcels/:parcelId/progress": async ({ params, actor, request, now }) => {
      const parcel = { ...params, shopId: actor.shopId };
      await assertMayAddProgress(db, parcel);
      await addProgress(context, { ...parcel, ...(await readProgress(request)) }, now);
      return { success: true, message: "Kabar pengiriman tersimpan. Pembeli kami beri tahu.", data: {} };
    },
    "GET /v1/parcel-proofs/:scanId": async ({ params, actor, reply }) => {
      const reader = { userId: actor.userId, isMediator: maySeeProofs(actor) };
      const key = await findVisibleProof(db, params.scanId, reader);
      if (key === undefined) throw new Refusal(requestRefusals.notFound);
      void reply.type("image/webp").headers({
        "cache-control": "private, no-store",
        "content-security-policy": "default-src 'none'; sandbox",
      });
      return readPrivatePicture(context.config, key);
    },
    "GET /v1/operator/parcels": async ({ query }) => {
      const { size } = findingPages;
      const rows = await listFindings(db, size + 1, ((query.page ?? 1) - 1) * size);
      return {
        success: true,
        result: {
          rows: rows.slice(0, size).map(({ tracking_number, created_at, ...row }) => ({
            ...row,
            label: findingTexts[row.kind].label,
            resi: tracking_number,
            created_at: created_at.toISOString(),
          })),
          more: rows.length > size,
        },
      };
    },
  });
}

const progressFields = z.strictObject({
  status: z.enum(progressStatuses, { error: "Pilih apa yang terjadi." }),
  place: singleLine(0, sellerProgress.place).default(""),
  note: singleLine(0, sellerProgress.note).default(""),
});

async function readProgress(
  request: FastifyRequest,
): Promise<z.output<typeof progressFields> & { picture: Buffer | undefined }> {
  if (!request.isMultipart()) throw new Refusal(requestRefusals.unsupportedType);
  let picture: Buffer | undefined;
  const typed: Record<string, unknown> = {};
  for await (const part of readParts(request, { limits: { files: 1, fields: 6, fileSize: progressProof.bytes } })) {
    if (part.type === "file") picture = await readFileBytes(request, part);
    else typed[part.fieldname] = part.value;
  }
  const read = progressFields.safeParse(typed);
  if (!read.success) throw invalidRefusal(read.error.issues);
  // A form without a chosen file sends an empty one.
  return { ...read.data, picture: picture?.length ? picture : undefined };
}
