import type { FastifyInstance } from "fastify";
import { isPermitted } from "#accounts/operators/rules.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { sellerTaxEndpoints } from "./contract.ts";
import { decideCertificate } from "./decide-certificate.ts";
import { declareCertificate, declareIdentity, declareStatement, endStatement } from "./declare-tax.ts";
import { insertReading, listWaitingCertificates } from "./queries.ts";
import { spacedTaxNumber, taxNumberKinds } from "./rules.ts";
import { unsealTaxNumber } from "./seal-tax-number.ts";
import { exemptionJson, taxOfSeller } from "./tax-of-seller.ts";

const listedCertificates = 50;

/** `/v1` endpoints of what sellers declare about their taxes, and of operators who decide on it. */
export function sellerTaxRoutes(app: FastifyInstance, context: Context): void {
  const { db, secret } = context;
  serve(app, context, sellerTaxEndpoints, {
    "GET /v1/seller/tax": async ({ actor, now }) => ({
      success: true,
      result: await taxOfSeller(db, actor.shopId, now),
    }),
    "PUT /v1/seller/tax/identity": async ({ actor, body, now }) => {
      const { number_kind: numberKind, number, ...rest } = body;
      await declareIdentity(context, actor, { ...rest, numberKind, number }, now);
      return { success: true, message: "Data pajak Anda tersimpan.", data: await taxOfSeller(db, actor.shopId, now) };
    },
    "POST /v1/seller/tax/statements": async ({ actor, body, now }) => {
      await declareStatement(context, actor, body, now);
      const message = `Surat pernyataan tahun ${body.year} diterima.`;
      return { success: true, message, data: await taxOfSeller(db, actor.shopId, now) };
    },
    "POST /v1/seller/tax/certificates": async ({ actor, body, now }) => {
      const { number, text, valid_from: validFrom, valid_until: validUntil } = body;
      await declareCertificate(context, actor, { number, text, validFrom, validUntil }, now);
      const message = "SKB dikirim. Kami memeriksanya dan mengabari Anda.";
      return { success: true, message, data: await taxOfSeller(db, actor.shopId, now) };
    },
    "POST /v1/seller/tax/statements/:exemptionId/end": async ({ actor, params, now }) => {
      await endStatement(context, actor, params.exemptionId, now);
      const message = "Surat pernyataan berakhir pada akhir bulan ini.";
      return { success: true, message, data: await taxOfSeller(db, actor.shopId, now) };
    },
    "GET /v1/operator/tax/certificates": async ({ actor, now }) => {
      if (!isPermitted(actor.operatorRole, "tax.decide")) return { success: true, result: [] };
      const rows = await listWaitingCertificates(db, listedCertificates);
      if (rows.length > 0) await insertReading(db, { userId: actor.userId, file: "exemptions", month: null, now });
      const result = rows.map((row) => ({
        ...exemptionJson(row),
        shop: row.shopName,
        taxpayer: row.name ?? "",
        number:
          row.numberSealed && row.numberKind
            ? `${taxNumberKinds[row.numberKind]} ${spacedTaxNumber(unsealTaxNumber(secret, row.shopId, row.numberSealed))}`
            : "",
      }));
      return { success: true, result };
    },
    "POST /v1/operator/tax/certificates/:exemptionId/decide": async ({ actor, params, body, now }) => {
      const decided = await decideCertificate(context, actor, params.exemptionId, body, now);
      return {
        success: true,
        message: body.accept ? "SKB diterima. Penjual diberi tahu." : "SKB ditolak. Penjual diberi tahu.",
        data: exemptionJson(decided),
      };
    },
  });
}
