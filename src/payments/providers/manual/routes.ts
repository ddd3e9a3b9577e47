import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { readFileBytes, readParts } from "#lib/http/multipart.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { invalidRefusal, singleLine } from "#lib/schema.ts";
import { readPrivatePicture } from "#media/private-pictures.ts";
import { requireFinance } from "../../statements/decide-line.ts";
import { transferEndpoints } from "./contract.ts";
import { findTransferReport } from "./queries.ts";
import { assertReportable, reportTransfer } from "./report-transfer.ts";
import { maxSenderNameLength, proofLimits } from "./rules.ts";

/** `/v1` calls about bank transfers. */
export function transferRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, transferEndpoints, {
    "PUT /v1/payments/:paymentId/transfer-report": async ({ actor, params, request, now }) => {
      const payment = { paymentId: params.paymentId, buyerId: actor.userId };
      await assertReportable(context, payment);
      const saved = await reportTransfer(context, { ...payment, ...(await readReport(request)) }, now);
      return {
        success: true,
        message: "Terima kasih. Kami mencocokkannya dengan mutasi rekening; pembayaran belum tercatat.",
        data: { ...saved, reported_at: saved.reported_at.toISOString() },
      };
    },
    "GET /v1/operator/transfer-proofs/:attemptId": async ({ actor, params, reply }) => {
      requireFinance(actor);
      const report = await findTransferReport(context.db, params.attemptId);
      if (!report?.proof_key) throw new Refusal(requestRefusals.notFound);
      void reply.type("image/webp").header("cache-control", "private, no-store");
      return readPrivatePicture(context.config, report.proof_key);
    },
  });
}

const senderName = singleLine(0, maxSenderNameLength);

async function readReport(request: FastifyRequest): Promise<{ senderName: string; picture: Buffer | undefined }> {
  if (!request.isMultipart()) throw new Refusal(requestRefusals.unsupportedType);
  let picture: Buffer | undefined;
  let typed: unknown = "";
  for await (const part of readParts(request, { limits: { files: 1, fields: 4, fileSize: proofLimits.bytes } })) {
    if (part.type === "file") picture = await readFileBytes(request, part);
    else if (part.fieldname === "sender_name") typed = part.value;
  }
  const read = senderName.safeParse(typed);
  if (!read.success)
    throw invalidRefusal(read.error.issues.map((issue) => ({ ...issue, path: ["sender_name", ...issue.path] })));
  // A form without a chosen file sends an empty one.
  return { senderName: read.data, picture: picture?.length ? picture : undefined };
}
