import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { cursorAfter } from "#lib/cursor.ts";
import { serve } from "#lib/http/serve.ts";
import { errorResponse } from "#lib/http/create-http.ts";
import { userTopic } from "#lib/realtime/realtime.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { hasBodyHeaders } from "#lib/http/request-body.ts";
import { channelRoutes } from "./channels/routes.ts";
import { eventIds, notificationEndpoints } from "./contract.ts";
import { createEventStreams } from "./live/event-streams.ts";
import { listNotifications, markAllRead, markRead } from "./queries.ts";
import { notificationsPerPage } from "./rules.ts";
import { notificationJson } from "./notification-json.ts";

const {
  "GET /v1/users/notifications": listing,
  "GET /v1/users/events": events,
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
          before: query.cursor,
          limit: notificationsPerPage + 1,
        });
        const shown = rows.slice(0, notificationsPerPage);
        const last = rows.length > notificationsPerPage ? shown.at(-1) : undefined;
        return {
          success: true,
          data: shown.map(notificationJson),
          next: last ? cursorAfter(last.created_at, last.id) : null,
        };
      },
    },
  );

  channelRoutes(app, context);
  const streams = createEventStreams(context);
  app.addHook("preClose", async () => streams.close());
  serve(
    app,
    context,
    { "GET /v1/users/events": events },
    {
      "GET /v1/users/events": async ({ actor, query, request, reply }) => {
        if (request.method === "HEAD") return reply.send();
        // A stream stays open, so its response cannot end a request body that is still arriving.
        if (hasBodyHeaders(request.raw)) throw new Refusal(requestRefusals.malformed);
        const last = request.headers["last-event-id"];
        const after = eventIds.safeParse(typeof last === "string" && last ? last : query.after);
        streams.open(actor, after.success ? after.data : undefined, () => {
          reply.hijack();
          reply.raw.writeHead(200, {
            ...(reply.getHeaders() as OutgoingHttpHeaders),
            "content-type": "text/event-stream; charset=utf-8",
            "cache-control": "no-store, no-transform",
            "x-accel-buffering": "no",
          });
          request.raw.socket.setNoDelay(true);
          reply.raw.write("retry: 2000\n\n");
          return reply.raw;
        });
        return reply;
      },
    },
  );

  // In every response of these two calls, `code` is the HTTP status (S147).
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      const { status, body } = errorResponse(error, request);
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
          if (!(await markRead(context.db, actor.userId, body.id, now))) throw new Refusal(requestRefusals.notFound);
          context.realtime.publish(userTopic(actor.userId), "read");
          return { success: true, code: 200, message: "Notifikasi sudah dibaca." };
        },
        "PUT /v1/users/notifications/read-all": async ({ actor, now }) => {
          await markAllRead(context.db, actor.userId, now);
          context.realtime.publish(userTopic(actor.userId), "read");
          return { success: true, code: 200, message: "Semua notifikasi sudah dibaca." };
        },
      },
    );
  });
}
