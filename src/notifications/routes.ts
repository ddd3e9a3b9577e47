import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/endpoint.ts";
import { answerFor } from "#lib/http.ts";
import { Refusal } from "#lib/refusal.ts";
import { notificationEndpoints } from "./contract.ts";
import { listNotifications, markAllRead, markRead, type NotificationRow } from "./queries.ts";
import { notificationsPerPage } from "./rules.ts";

const {
  "GET /v1/users/notifications": listing,
  "PUT /v1/users/notifications/update": update,
  "PUT /v1/users/notifications/read-all": readAll,
} = notificationEndpoints;

/** `/v1` calls of notifications. */
export async function notificationRoutes(app: FastifyInstance, context: Context): Promise<void> {
  serve(
    app,
    context,
    { "GET /v1/users/notifications": listing },
    {
      "GET /v1/users/notifications": async ({ actor, query }) => {
        const rows = await listNotifications(context.db, actor.userId, {
          status: query.status,
          before: positionOf(query.cursor),
          limit: notificationsPerPage + 1,
        });
        const shown = rows.slice(0, notificationsPerPage);
        const last = rows.length > notificationsPerPage ? shown.at(-1) : undefined;
        return {
          success: true,
          data: shown.map(onTheWire),
          next: last ? `${last.created_at.getTime()}_${last.id}` : null,
        };
      },
    },
  );

  // Callers of these two look at `code`, which is the HTTP status here, whatever the answer (specification §7).
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      const { status, body } = answerFor(error, request);
      return reply
        .status(status)
        .headers({ "cache-control": "no-store", "content-type": "application/json; charset=utf-8" })
        .send(JSON.stringify({ ...body, code: status }));
    });
    serve(
      scope,
      context,
      { "PUT /v1/users/notifications/update": update, "PUT /v1/users/notifications/read-all": readAll },
      {
        "PUT /v1/users/notifications/update": async ({ actor, body, now }) => {
          if (!(await markRead(context.db, actor.userId, body.id, now))) throw new Refusal("request.not_found");
          return { success: true, code: 200, message: "Notifikasi sudah dibaca." };
        },
        "PUT /v1/users/notifications/read-all": async ({ actor, now }) => {
          await markAllRead(context.db, actor.userId, now);
          return { success: true, code: 200, message: "Semua notifikasi sudah dibaca." };
        },
      },
    );
  });
}

function onTheWire({ title, description, created_at, ...rest }: NotificationRow) {
  return { ...rest, tittle: title, decription: description, created_at: created_at.toISOString() };
}

function positionOf(cursor: string | undefined): { at: Date; id: string } | undefined {
  if (!cursor) return undefined;
  const [milliseconds = "", id = ""] = cursor.split("_");
  return { at: new Date(Number(milliseconds)), id };
}
