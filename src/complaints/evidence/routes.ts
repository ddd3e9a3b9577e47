import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { readFileChunks, readParts } from "#lib/http/multipart.ts";
import type { FilePlace } from "#lib/files/files-of.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { rangeOf, streamPrivateFile } from "#media/private-files.ts";
import { videoLimits } from "#media/rules.ts";
import { addEvidence, assertMayAddEvidence, removeEvidence } from "./add-evidence.ts";
import { evidenceEndpoints, evidenceRefusals, type EvidenceFile } from "./contract.ts";
import { findVisibleEvidence, type EvidenceRow } from "./queries.ts";
import { maySeeCases } from "./rules.ts";

/** `/v1` calls about pictures and videos of complaints. */
export function evidenceRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, evidenceEndpoints, {
    "POST /v1/orders/:orderId/evidence": async ({ request, params, actor, now }) => {
      const owner = { orderId: params.orderId, userId: actor.userId };
      // Before the body is read, so that a refused upload stores nothing.
      await assertMayAddEvidence(context, owner);
      if (!request.isMultipart()) throw new Refusal(requestRefusals.unsupportedType);
      let stored: EvidenceFile | undefined;
      for await (const part of readParts(request, { limits: { files: 1, fields: 2, fileSize: videoLimits.bytes } }))
        if (part.type === "file") stored = await addEvidence(context, owner, readFileChunks(request, part), now);
      if (!stored) throw new Refusal(evidenceRefusals.missing);
      return { success: true, message: "Berkas tersimpan.", data: stored };
    },
    "GET /v1/complaint-evidence/:evidenceId": async ({ params, actor, request, reply }) => {
      const found = await findVisibleEvidence(context.db, params.evidenceId, {
        userId: actor.userId,
        isMediator: maySeeCases(actor),
      });
      if (!found) throw new Refusal(requestRefusals.notFound);
      return sendFile(context.config, found, request, reply);
    },
    "DELETE /v1/complaint-evidence/:evidenceId": async ({ params, actor }) => {
      await removeEvidence(context, { evidenceId: params.evidenceId, userId: actor.userId });
      return { success: true, message: "Berkas dihapus.", data: {} };
    },
  });
}

/** Sends the file, or the part of it that a player asks for. A browser that opens it alone runs nothing in it. */
async function sendFile(place: FilePlace, file: EvidenceRow, request: FastifyRequest, reply: FastifyReply) {
  const range = rangeOf(request.headers.range, file.bytes);
  void reply.headers({
    "cache-control": "private, no-store",
    "content-security-policy": "default-src 'none'; sandbox",
    "content-disposition": `inline; filename="bukti-${file.id.slice(-8)}.${file.type.split("/")[1] ?? ""}"`,
    "accept-ranges": "bytes",
  });
  if (range === undefined) return reply.code(416).header("content-range", `bytes */${file.bytes}`).send("");
  const part = range ?? { start: 0, end: file.bytes - 1 };
  const bytes = await streamPrivateFile(place, file, part);
  if (range) void reply.code(206).header("content-range", `bytes ${part.start}-${part.end}/${file.bytes}`);
  void reply.type(file.type).header("content-length", part.end - part.start + 1);
  return reply.send(bytes);
}
