import type { FastifyInstance } from "fastify";
import { isPermitted, type OperatorPermission, type OperatorRole } from "#accounts/operators/rules.ts";
import { getUser } from "#accounts/session/get-user.ts";
import type { Context } from "#lib/context.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { serve } from "#lib/http/serve.ts";
import { addDuration } from "#lib/time.ts";
import { buildTsquery, tokenise } from "#search/text-analysis.ts";
import { worklistEndpoints, type WorkItem } from "./contract.ts";
import {
  countWaiting,
  findComplaints,
  findOrders,
  findProducts,
  findShops,
  listOtherRoles,
  listWaiting,
  type WorkRow,
  type FoundRow,
} from "./queries.ts";
import { decisionsWithoutOther, workKindNames, workKinds } from "./rules.ts";

const visibleKinds = ({ operatorRole }: Actor) =>
  workKindNames.filter((kind) => isPermitted(operatorRole, workKinds[kind].permission));

/** `/v1/operator` endpoints of the console's frame: who reads it, what waits, and the search. */
export function worklistRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, worklistEndpoints, {
    "GET /v1/operator/frame": async ({ actor, now }) => {
      const [user, counts] = await Promise.all([
        getUser(db, actor.userId),
        countWaiting(db, visibleKinds(actor), { operatorId: actor.userId, now }),
      ]);
      return {
        success: true,
        result: {
          name: user.name,
          role: actor.operatorRole as OperatorRole,
          permissions: [...actor.permissions] as OperatorPermission[],
          waiting: Object.fromEntries(counts.map(({ kind, count }) => [kind, count])),
        },
      };
    },
    "GET /v1/operator/worklist": async ({ actor, now }) => {
      const rows = await listWaiting(db, visibleKinds(actor), { operatorId: actor.userId, now });
      const alone = decisionsWithoutOther(actor.operatorRole, await listOtherRoles(db, actor.userId));
      const items = rows.map(itemJson).toSorted((a, b) => Date.parse(a.due_at) - Date.parse(b.due_at));
      return { success: true, result: { now: now.toISOString(), items, alone } };
    },
    "GET /v1/operator/search": async ({ actor, query: { q } }) => {
      if (q === undefined) return { success: true, result: [] };
      const words = buildTsquery(tokenise(q), { prefix: true });
      const may = (permission: OperatorPermission) => isPermitted(actor.operatorRole, permission);
      const found: FoundRow[][] = await Promise.all([
        may("orders.read") ? findOrders(db, q) : [],
        may("complaints.read") ? findComplaints(db, q) : [],
        words ? findShops(db, words) : [],
        words ? findProducts(db, words) : [],
      ]);
      return { success: true, result: found.flat() };
    },
  });
}

function itemJson({ since, due_at: dueAt, ...row }: WorkRow): WorkItem {
  const { within } = workKinds[row.kind];
  return {
    ...row,
    since: since.toISOString(),
    due_at: (dueAt ?? addDuration(since, within ?? 0)).toISOString(),
  };
}
