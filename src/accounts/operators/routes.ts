import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { requireFreshLogin } from "../session/confirm-session.ts";
import { changeRole, inviteOperator } from "./change-role.ts";
import { teamEndpoints } from "./contract.ts";
import { maskEmail } from "./mask.ts";
import { listOperators, listRoleChanges } from "./queries.ts";
import { operatorRoleLabels, shownRoleChanges } from "./rules.ts";

/** `/v1/operator/team`: owners give roles to operators and take them. */
export function teamRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, teamEndpoints, {
    "GET /v1/operator/team": async ({ actor }) => {
      const [members, changes] = await Promise.all([listOperators(db), listRoleChanges(db, shownRoleChanges)]);
      return {
        success: true,
        result: {
          members: members.map(({ since, email, ...member }) => ({
            ...member,
            email: maskEmail(email),
            is_self: member.id === actor.userId,
            since: since?.toISOString() ?? null,
          })),
          changes: changes.map(({ changed_at: at, ...change }) => ({ ...change, at: at.toISOString() })),
        },
      };
    },
    "POST /v1/operator/team": async ({ actor, body, now }) => {
      requireFreshLogin(actor, now);
      const id = await inviteOperator(context, actor.userId, body, now);
      const { label } = operatorRoleLabels[body.role];
      return { success: true, message: `Peran ${label} diberikan. Orangnya diberi tahu lewat email.`, data: { id } };
    },
    "PUT /v1/operator/team/:userId": async ({ actor, params, body, now }) => {
      requireFreshLogin(actor, now);
      const id = await changeRole(context, actor.userId, params.userId, body, now);
      const message = body.role
        ? `Peran menjadi ${operatorRoleLabels[body.role].label}. Orangnya diberi tahu lewat email.`
        : "Peran diambil. Orang itu keluar dari semua perangkatnya dan diberi tahu lewat email.";
      return { success: true, message, data: { id } };
    },
  });
}
