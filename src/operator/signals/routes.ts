import type { FastifyInstance } from "fastify";
import { maskEmail, maskName, maskPhone } from "#accounts/operators/mask.ts";
import { isPermitted } from "#accounts/operators/rules.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { signalEndpoints } from "./contract.ts";
import { dismissSignal, readSignal } from "./decide-signal.ts";
import { findVoucherCode, listSignalOrders, listSignalPeople, listSignalReviews, listSignals } from "./queries.ts";
import { signalLimits } from "./rules.ts";

/** `/v1/operator` endpoints of signs of fraud. */
export function signalRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, signalEndpoints, {
    "GET /v1/operator/signals": async ({ query }) => {
      const filter = { view: query.view ?? "open", rule: query.rule ?? null, after: query.after ?? null } as const;
      const rows = await listSignals(db, filter, signalLimits.pageSize + 1);
      const shown = rows.slice(0, signalLimits.pageSize);
      return {
        success: true,
        result: {
          rows: shown.map(({ id, rule, strength, state, people, found_at, last_found_at }) => ({
            id,
            rule,
            strength,
            state,
            people: people.map(({ name }) => maskName(name)),
            found_at: found_at.toISOString(),
            last_found_at: last_found_at.toISOString(),
          })),
          next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
        },
      };
    },
    "GET /v1/operator/signals/:signalId": async ({ actor, params }) => {
      const signal = await readSignal(context, actor, params.signalId);
      const { evidence } = signal;
      const [people, orders, reviews, voucher] = await Promise.all([
        listSignalPeople(db, signal.id),
        listSignalOrders(db, evidence.orders ?? []),
        listSignalReviews(db, evidence.reviews ?? []),
        evidence.voucher ? findVoucherCode(db, evidence.voucher) : null,
      ]);
      const may = (permission: "signals.decide" | "people.block" | "shops.suspend") =>
        isPermitted(actor.operatorRole, permission);
      return {
        success: true,
        result: {
          id: signal.id,
          rule: signal.rule,
          strength: signal.strength,
          state: signal.state,
          reason: signal.reason,
          closed_by: signal.closed_by,
          closed_at: signal.closed_at?.toISOString() ?? null,
          found_at: signal.found_at.toISOString(),
          last_found_at: signal.last_found_at.toISOString(),
          shared: evidence.shared ?? [],
          total: evidence.total ?? null,
          voucher,
          people: people.map(({ name, email, phone, created_at, ...person }) => ({
            ...person,
            name: maskName(name),
            email: maskEmail(email),
            phone: phone && maskPhone(phone),
            created_at: created_at.toISOString(),
          })),
          orders: orders.map(({ buyer, created_at, ...order }) => ({
            ...order,
            buyer: maskName(buyer),
            created_at: created_at.toISOString(),
          })),
          reviews: reviews.map(({ author, created_at, ...review }) => ({
            ...review,
            author: maskName(author),
            created_at: created_at.toISOString(),
          })),
          dismisses: signal.state === "open" && may("signals.decide"),
          blocks: may("people.block"),
          suspends: may("shops.suspend"),
        },
      };
    },
    "POST /v1/operator/signals/:signalId/dismiss": async ({ actor, params, body, now }) => {
      await dismissSignal(context, actor, params.signalId, body.reason, now);
      return { success: true, message: "Tanda ditutup. Tidak ada akun yang diubah.", data: null };
    },
  });
}
