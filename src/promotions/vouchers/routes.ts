import type { FastifyInstance } from "fastify";
import type { AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { jakartaDay } from "#lib/time.ts";
import { voucherEndpoints } from "./contract.ts";
import { createVoucher, previewVoucher } from "./create-voucher.ts";
import { listOwnVouchers, listShopVouchers, type VoucherOwner } from "./queries.ts";
import { offeredVouchers, voucherPages } from "./rules.ts";
import { stopVoucher } from "./stop-voucher.ts";
import { offeredVoucherJson, ownVoucherJson } from "./voucher-json.ts";

/** `/v1` endpoints of vouchers: of shops, of the platform, and what a shop offers. */
export function voucherRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  async function list(owner: VoucherOwner, query: { view?: "current" | "past"; page?: number }, now: Date) {
    const found = await listOwnVouchers(db, owner, { view: query.view ?? "current", page: query.page ?? 1, now });
    const rows = found.slice(0, voucherPages.size).map((voucher) => ownVoucherJson(voucher, now));
    return { success: true as const, result: { rows, more: found.length > voucherPages.size, today: jakartaDay(now) } };
  }
  async function stop(owner: VoucherOwner, voucherId: string, actor: AuditActor, now: Date) {
    const data = ownVoucherJson(await stopVoucher(context, owner, voucherId, now, actor), now);
    return { success: true as const, message: "Voucher dihentikan.", data };
  }
  serve(app, context, voucherEndpoints, {
    "GET /v1/merchants/:slug/vouchers": async ({ params, now }) => ({
      success: true,
      result: (await listShopVouchers(db, params.slug, now, offeredVouchers.max)).map(offeredVoucherJson),
    }),
    "GET /v1/seller/vouchers": ({ actor, query, now }) => list(actor.shopId, query, now),
    "POST /v1/seller/vouchers/preview": async ({ actor, body, now }) => ({
      success: true,
      result: await previewVoucher(db, actor.shopId, body, now),
    }),
    "POST /v1/seller/vouchers": async ({ actor, body, now }) => {
      const voucher = await createVoucher(context, { owner: actor.shopId, actor }, body, now);
      return { success: true, message: "Voucher dibuat.", data: ownVoucherJson(voucher, now) };
    },
    "POST /v1/seller/vouchers/:voucherId/stop": ({ actor, params, now }) =>
      stop(actor.shopId, params.voucherId, actor, now),
    "GET /v1/operator/vouchers": ({ query, now }) => list(null, query, now),
    "POST /v1/operator/vouchers/preview": async ({ body, now }) => ({
      success: true,
      result: await previewVoucher(db, null, body, now),
    }),
    "POST /v1/operator/vouchers": async ({ actor, body, now }) => {
      const voucher = await createVoucher(context, { owner: null, actor }, body, now);
      return { success: true, message: "Voucher dibuat.", data: ownVoucherJson(voucher, now) };
    },
    "POST /v1/operator/vouchers/:voucherId/stop": ({ actor, params, now }) => stop(null, params.voucherId, actor, now),
  });
}
