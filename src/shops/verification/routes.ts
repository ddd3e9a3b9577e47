import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { readFileBytes, readParts } from "#lib/http/multipart.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { mediaRefusals } from "#media/contract.ts";
import { pictureLimits } from "#media/rules.ts";
import { maskedTaxNumber } from "#payments/tax/sellers/rules.ts";
import { verificationEndpoints, type ListedVerification, type OwnVerification } from "./contract.ts";
import {
  decideApplication,
  endSellerVerification,
  findOpenReading,
  openApplication,
  readDocument,
} from "./decide-application.ts";
import {
  findLatestVerification,
  findOpenVerification,
  findVerification,
  findVerified,
  listDocuments,
  listSharedNumbers,
  listVerifications,
  type DocumentRow,
  type ListedRow,
  type StoredReasons,
} from "./queries.ts";
import {
  documentKindNames,
  maxUnverifiedProducts,
  maxSharedNumbers,
  mayVerify,
  verificationDuration,
  verificationFieldNames,
  verificationPageSize,
  type DocumentKind,
} from "./rules.ts";
import { openSellerData } from "./seal-data.ts";
import {
  addDocument,
  assertMayAddDocument,
  saveSellerData,
  sendApplication,
  withdrawVerification,
} from "./send-application.ts";

/** `/v1` endpoints with which sellers prove who they are, and operators check it. */
export function verificationRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, verificationEndpoints, {
    "GET /v1/seller/verification": async ({ actor }) => ({
      success: true,
      result: await ownVerification(context, actor.shopId),
    }),
    "PUT /v1/seller/verification": async ({ actor, body, now }) => {
      const { kind, ...typed } = body;
      await saveSellerData(context, actor.shopId, kind, typed, now);
      return { success: true, message: "Data tersimpan.", data: await ownVerification(context, actor.shopId) };
    },
    "POST /v1/seller/verification/documents": async ({ actor, request, now }) => {
      // Before the body is read, so that a refused upload stores nothing.
      await assertMayAddDocument(context, actor.shopId);
      await addDocument(context, actor.shopId, await readUpload(request), now);
      return { success: true, message: "Dokumen tersimpan.", data: await ownVerification(context, actor.shopId) };
    },
    "POST /v1/seller/verification/send": async ({ actor, now }) => {
      await sendApplication(context, actor.shopId, now);
      const message = "Data Anda dikirim. Kami memeriksanya dan mengabari Anda.";
      return { success: true, message, data: await ownVerification(context, actor.shopId) };
    },
    "POST /v1/seller/verification/withdraw": async ({ actor, now }) => {
      await withdrawVerification(context, actor.shopId, now);
      return { success: true, message: "Sudah dicabut.", data: await ownVerification(context, actor.shopId) };
    },
    "GET /v1/operator/verifications": async ({ query }) => {
      const rows = await listVerifications(db, query.view ?? "waiting", query.before ?? null, verificationPageSize + 1);
      const shown = rows.slice(0, verificationPageSize);
      const next = rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null;
      return { success: true, result: { rows: shown.map(listedJson), next } };
    },
    "GET /v1/operator/verifications/:verificationId": async ({ params, actor, now }) => {
      const found = await findVerification(db, params.verificationId);
      if (!found) throw new Refusal(requestRefusals.notFound);
      const reading = mayVerify(actor.operatorRole) ? await findOpenReading(context, actor, found.id, now) : undefined;
      return {
        success: true,
        result: {
          ...listedJson(found),
          version: found.timesSent,
          documents: (await listDocuments(db, found.id)).map(documentJson),
          reading_until: reading?.until.toISOString() ?? null,
          data: (reading && openSellerData(context, found)) ?? null,
          verified_name: found.legalName,
          ...reasonsJson(found.reasons),
          earlier: found.earlier,
          shared_numbers: (await listSharedNumbers(db, found.id, maxSharedNumbers)).map((one) => ({
            kind: one.kind,
            shop: { id: one.shopId, name: one.shopName },
            is_verified: one.isVerified,
          })),
          decides: mayVerify(actor.operatorRole),
        },
      };
    },
    "POST /v1/operator/verifications/:verificationId/open": async ({ params, actor, body, now }) => {
      await openApplication(context, actor, params.verificationId, body.reason, now);
      return { success: true, message: "Dokumen terbuka. Pembacaan ini tercatat.", data: null };
    },
    "GET /v1/operator/verifications/:verificationId/documents/:documentKind": async ({ params, actor, reply, now }) => {
      const { verificationId, documentKind: kind } = params;
      const { bytes, type } = await readDocument(context, actor, { verificationId, kind }, now);
      const isPdf = type === "application/pdf";
      return reply
        .headers({
          "cache-control": "private, no-store",
          "content-security-policy": "default-src 'none'; sandbox",
          "content-disposition": `${isPdf ? "attachment" : "inline"}; filename="${kind}.${isPdf ? "pdf" : "webp"}"`,
        })
        .type(type)
        .send(bytes);
    },
    "POST /v1/operator/verifications/:verificationId/decide": async ({ params, actor, body, now }) => {
      await decideApplication(context, actor, params.verificationId, body, now);
      return { success: true, message: "Keputusan tersimpan. Penjual diberi tahu.", data: null };
    },
    "POST /v1/operator/verifications/:verificationId/end": async ({ params, actor, body, now }) => {
      await endSellerVerification(context, actor, params.verificationId, body.reason, now);
      return { success: true, message: "Verifikasi dicabut. Penjual diberi tahu.", data: null };
    },
  });
}

/** The document of a multipart form. Refuses with `media.missing` without a file, and an unknown kind. */
async function readUpload(request: FastifyRequest): Promise<{ kind: DocumentKind; bytes: Buffer }> {
  if (!request.isMultipart()) throw new Refusal(requestRefusals.unsupportedType);
  let kind: DocumentKind | undefined;
  let bytes: Buffer | undefined;
  const limits = { files: 1, fields: 2, fileSize: pictureLimits.bytes };
  for await (const part of readParts(request, { limits })) {
    if (part.type === "file") bytes = await readFileBytes(request, part);
    else if (part.fieldname === "kind") kind = documentKindNames.find((one) => one === part.value);
  }
  if (!kind) throw new Refusal(requestRefusals.invalid, { kind: ["Pilih jenis dokumen."] });
  if (!bytes?.length) throw new Refusal(mediaRefusals.missing, { [kind]: ["Pilih satu berkas."] });
  return { kind, bytes };
}

async function ownVerification(context: Pick<Context, "db" | "secret">, shopId: string): Promise<OwnVerification> {
  const { db } = context;
  const verified = await findVerified(db, shopId);
  const shown =
    (await findOpenVerification(db, shopId)) ?? verified ?? (await findLatestVerification(db, shopId)) ?? undefined;
  const stored = shown && openSellerData(context, shown);
  const verifiedData = verified && openSellerData(context, verified);
  const data = stored ?? verifiedData;
  const masked = (number: string | undefined) => (number ? maskedTaxNumber(number.slice(-4)) : "");
  return {
    status: shown?.status ?? null,
    kind: shown?.kind ?? "person",
    name: data?.name ?? "",
    address: data?.address ?? "",
    nik: masked(data?.nik),
    npwp: masked(data?.npwp),
    nib: masked(data?.nib),
    documents: shown ? (await listDocuments(db, shown.id)).map(documentJson) : [],
    ...reasonsJson(shown?.reasons ?? {}),
    sent_at: shown?.sentAt?.toISOString() ?? null,
    verified:
      verified && verifiedData
        ? { name: verifiedData.name, kind: verified.kind, until: (verified.validUntil ?? new Date(0)).toISOString() }
        : null,
    max_products: maxUnverifiedProducts(),
  };
}

function documentJson({ kind, type, createdAt }: DocumentRow) {
  return { kind, type, at: createdAt.toISOString() };
}

function reasonsJson(stored: StoredReasons): Pick<OwnVerification, "reasons" | "note"> {
  const reasons = verificationFieldNames.flatMap((field) => {
    const text = stored[field];
    return text === undefined ? [] : [{ field, text }];
  });
  return { reasons, note: stored.note ?? "" };
}

function listedJson(row: ListedRow): ListedVerification {
  const { id, shopId, shopName, slug, city, kind, status, isChange, sentAt, decidedAt } = row;
  return {
    id,
    shop: { id: shopId, name: shopName, slug, city },
    kind,
    status,
    is_change: isChange,
    sent_at: sentAt.toISOString(),
    due_at: addDuration(sentAt, verificationDuration).toISOString(),
    decided_at: decidedAt?.toISOString() ?? null,
  };
}
