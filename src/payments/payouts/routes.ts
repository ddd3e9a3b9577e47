import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, sessionRefusals } from "#lib/refusal.ts";
import { zoneOfProvince } from "#lib/time.ts";
import { bankAccountRoutes } from "./bank-accounts/routes.ts";
import { payoutRefusals, withdrawalEndpoints } from "./contract.ts";
import {
  findOpenWithdrawals,
  findPayoutHold,
  findPayoutOfShop,
  findShopFunds,
  listPayoutEvents,
  listWithdrawals,
} from "./queries.ts";
import { findSchedule, saveSchedule } from "./schedule-queries.ts";
import { cancelWithdrawal, previewWithdrawal, requestWithdrawal } from "./request-withdrawal.ts";
import { isLastWithdrawal, minWithdrawal, ownersEvents, payoutEventText, weekdays, withdrawalFee } from "./rules.ts";
import { payoutNotificationRoutes } from "./notifications/routes.ts";
import { reviewRoutes } from "./review/routes.ts";
import { balanceRoutes } from "./statement/routes.ts";
import { withdrawalJson } from "./withdrawal-json.ts";

const perPage = 20;

/** `/v1` calls about payouts: of sellers, of users about bank accounts, and of operators. */
export function payoutRoutes(app: FastifyInstance, context: Context): void {
  bankAccountRoutes(app, context);
  reviewRoutes(app, context);
  balanceRoutes(app, context);
  payoutNotificationRoutes(app, context);
  const { db } = context;
  serve(app, context, withdrawalEndpoints, {
    "GET /v1/seller/withdrawals": async ({ actor, query }) => {
      const page = query.page ?? 1;
      const rows = await listWithdrawals(db, actor.shopId, perPage + 1, (page - 1) * perPage);
      const shown = rows.slice(0, perPage).map(withdrawalJson);
      const zone = zoneOfProvince(actor.provinceCode);
      return { success: true, result: { rows: shown, page, more: rows.length > perPage, zone } };
    },
    "GET /v1/seller/withdrawals/options": async ({ actor }) => {
      const funds = await findShopFunds(db, actor.shopId);
      if (!funds) throw new Refusal(sessionRefusals.forbidden);
      const { balance, debt, is_on_vacation: isOnVacation } = funds;
      return {
        success: true,
        result: {
          balance,
          debt,
          open: (await findOpenWithdrawals(db, actor.shopId)).amount,
          min: minWithdrawal(),
          fee: withdrawalFee,
          is_last: isLastWithdrawal(balance, { balance, isOnVacation }),
          is_held: (await findPayoutHold(db)) !== null,
          weekday: await findSchedule(db, actor.shopId),
          zone: zoneOfProvince(actor.provinceCode),
        },
      };
    },
    "GET /v1/seller/withdrawals/preview": async ({ actor, query, now }) => {
      const wanted = { amount: query.amount, bankAccountId: query.bank_account_id };
      const preview = await previewWithdrawal(context, actor, wanted, now);
      return { success: true, result: { ...preview, zone: zoneOfProvince(actor.provinceCode) } };
    },
    "GET /v1/seller/withdrawals/:payoutId": async ({ actor, params }) => {
      const payout = await findPayoutOfShop(db, actor.shopId, params.payoutId);
      if (!payout) throw new Refusal(payoutRefusals.notFound);
      const history = await listPayoutEvents(db, payout.id);
      const rejection = history.findLast(({ kind, note }) => kind === "cancelled" && note !== "")?.note;
      const events = history
        .filter(({ kind }) => ownersEvents.includes(kind))
        .map(({ kind, created_at }) => ({
          label: payoutEventText(kind, payout.is_rejected),
          at: created_at.toISOString(),
        }));
      return {
        success: true,
        result: {
          ...withdrawalJson(payout),
          ...(rejection ? { reason: rejection } : {}),
          events,
          zone: zoneOfProvince(actor.provinceCode),
        },
      };
    },
    "POST /v1/seller/withdrawals": async ({ actor, body, idempotencyKey, now }) => {
      const { bank_account_id: bankAccountId, ...rest } = body;
      const data = await requestWithdrawal(context, actor, { ...rest, bankAccountId }, idempotencyKey, now);
      const message =
        data.status === "requested"
          ? "Penarikan Anda menunggu persetujuan. Kami mengabari Anda."
          : "Penarikan Anda sedang diproses.";
      return { success: true, message, data };
    },
    "POST /v1/seller/withdrawals/:payoutId/cancel": async ({ actor, params, now }) => {
      const data = await cancelWithdrawal(context, actor, params.payoutId, now);
      return { success: true, message: "Penarikan dibatalkan. Uangnya kembali ke saldo.", data };
    },
    "PUT /v1/seller/withdrawals/schedule": async ({ actor, body, now }) => {
      await saveSchedule(db, actor.shopId, body.weekday, now);
      const message =
        body.weekday === null
          ? "Penarikan otomatis dimatikan."
          : `Saldo ditarik otomatis setiap hari ${weekdays[body.weekday - 1] ?? ""}.`;
      return { success: true, message, data: { weekday: body.weekday } };
    },
  });
}
