import type { FastifyInstance } from "fastify";
import { appealAnswerDuration, measureReasons, type MeasureReason } from "#accounts/measures/rules.ts";
import { maskEmail, maskName, maskPhone } from "#accounts/operators/mask.ts";
import { isPermitted } from "#accounts/operators/rules.ts";
import { typeLabel } from "#accounts/rules.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { blockPerson, decideAppeal, liftMeasure, suspendShop, takeDownProduct } from "./take-measures.ts";
import { viewPerson } from "./view-person.ts";
import { moderationEndpoints, type ListedMeasure } from "./contract.ts";
import {
  findPerson,
  listAppeals,
  listMeasuresOf,
  listPeople,
  listProducts,
  listShops,
  type MeasureListRow,
  type OpenMeasureRow,
  type PersonRow,
} from "./queries.ts";
import { moderationPageSize } from "./rules.ts";

const listedMeasures = 50;

/** `/v1/operator` endpoints about people, shops and products, and the measures against them. */
export function moderationRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, moderationEndpoints, {
    "GET /v1/operator/people": async ({ actor, query }) => {
      const rows = await listPeople(db, { q: query.q ?? "", before: query.before ?? null });
      return paged(rows, isPermitted(actor.operatorRole, "people.block"), personJson);
    },
    "GET /v1/operator/people/:userId": async ({ actor, params: { userId } }) => {
      const person = await findPerson(db, userId);
      if (!person) throw new Refusal(requestRefusals.notFound);
      const measures = await listMeasuresOf(db, userId, listedMeasures);
      return {
        success: true,
        result: {
          person: personJson(person),
          measures: measures.map(measureJson),
          acts:
            isPermitted(actor.operatorRole, "people.block") && userId !== actor.userId && person.type !== "operator",
          views: isPermitted(actor.operatorRole, "people.view"),
        },
      };
    },
    "POST /v1/operator/people/:userId/view": async ({ actor, params, body, now }) => ({
      success: true,
      message: "Data dibuka. Pembacaan ini tercatat di log audit.",
      data: await viewPerson(context, actor, params.userId, body.reason, now),
    }),
    "POST /v1/operator/people/:userId/block": async ({ actor, params, body, now }) => {
      await blockPerson(context, actor, params.userId, body, now);
      return done("Akun diblokir. Semua perangkatnya keluar, dan orangnya diberi tahu lewat email.");
    },
    "GET /v1/operator/shops": async ({ actor, query }) => {
      const rows = await listShops(db, { q: query.q ?? "", before: query.before ?? null });
      return paged(rows, isPermitted(actor.operatorRole, "shops.suspend"), ({ opened_at: at, suspension, ...row }) => ({
        ...row,
        opened_at: at.toISOString(),
        suspension: openJson(suspension),
      }));
    },
    "POST /v1/operator/shops/:shopId/suspend": async ({ actor, params, body, now }) => {
      const { holds_payouts: holdsPayouts, ...reason } = body;
      await suspendShop(context, actor, params.shopId, { ...reason, holdsPayouts }, now);
      return done("Penjualan toko dihentikan. Pemiliknya diberi tahu lewat email.");
    },
    "GET /v1/operator/products": async ({ actor, query }) => {
      const rows = await listProducts(db, { q: query.q ?? "", before: query.before ?? null });
      const acts = isPermitted(actor.operatorRole, "products.moderate");
      return paged(rows, acts, ({ created_at: at, takedown, ...row }) => ({
        ...row,
        created_at: at.toISOString(),
        takedown: openJson(takedown),
      }));
    },
    "POST /v1/operator/products/:productId/take-down": async ({ actor, params, body, now }) => {
      await takeDownProduct(context, actor, params.productId, body, now);
      return done("Produk diturunkan. Penjualnya diberi tahu lewat email.");
    },
    "GET /v1/operator/appeals": async ({ actor }) => {
      const rows = await listAppeals(db, listedMeasures);
      return {
        success: true,
        result: rows.map(({ person_name: name, ...row }) => ({
          ...measureJson(row),
          appealed_at: row.appealed_at.toISOString(),
          is_own: row.taken_by_id === actor.userId,
          person_id: row.person_id,
          person_name: maskName(name),
          subject_id: row.subject_id,
          earlier: row.earlier,
          due_at: addDuration(row.appealed_at, appealAnswerDuration).toISOString(),
          reads_people: isPermitted(actor.operatorRole, "people.read"),
        })),
      };
    },
    "POST /v1/operator/appeals/:measureId": async ({ actor, params, body, now }) => {
      await decideAppeal(context, actor, params.measureId, body, now);
      return done(body.ends ? "Banding diterima dan tindakan dicabut." : "Banding dijawab. Tindakan tetap berlaku.");
    },
    "POST /v1/operator/measures/:measureId/end": async ({ actor, params, body, now }) => {
      await liftMeasure(context, actor, params.measureId, body.reason, now);
      return done("Tindakan dicabut. Orangnya diberi tahu lewat email.");
    },
  });
}

const done = (message: string) => ({ success: true as const, message, data: null });

function paged<Row extends { id: string }, Shown>(rows: readonly Row[], acts: boolean, show: (row: Row) => Shown) {
  const shown = rows.slice(0, moderationPageSize);
  const next = rows.length > moderationPageSize ? (shown.at(-1)?.id ?? null) : null;
  return { success: true as const, result: { rows: shown.map(show), next, acts } };
}

function openJson(row: OpenMeasureRow | null) {
  return row && { ...row, rule: measureReasons[row.rule as MeasureReason], at: new Date(row.at).toISOString() };
}

function measureJson({
  taken_at: at,
  appealed_at: appealedAt,
  ended_at: endedAt,
  ...row
}: MeasureListRow): ListedMeasure {
  return {
    ...row,
    rule: measureReasons[row.rule],
    taken_at: at.toISOString(),
    appealed_at: appealedAt?.toISOString() ?? null,
    ended_at: endedAt?.toISOString() ?? null,
  };
}

function personJson({ name, email, phone, type, created_at: at, block, ...row }: PersonRow) {
  return {
    ...row,
    name: maskName(name),
    email: maskEmail(email),
    phone: phone && maskPhone(phone),
    type: typeLabel(type),
    created_at: at.toISOString(),
    block: openJson(block),
  };
}
