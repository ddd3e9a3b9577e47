import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, sessionRefusals } from "#lib/refusal.ts";
import { deleteOwnSubscription, saveSubscription } from "../push/queries.ts";
import { choosePreferences, preferencesOf, showUnsubscribe, unsubscribe } from "./choose-channels.ts";
import { channelEndpoints, channelRefusals } from "./contract.ts";
import { authorizePusherChannel } from "../live/publish-pusher.ts";
import { pushKeys } from "../push/push-keys.ts";
import { isPushService } from "../push/send-push.ts";
import { preferenceSubjects } from "../rules.ts";

/**
 * `/v1` calls about the channels of notifications: which channels a user wants for which kinds, push subscriptions,
 * Pusher authorisation.
 */
export function channelRoutes(app: FastifyInstance, context: Context): void {
  const { db, config } = context;
  serve(app, context, channelEndpoints, {
    "GET /v1/users/notifications/preferences": async ({ actor }) => {
      const [{ kinds, emailConfirmed }, { publicKey }] = await Promise.all([
        preferencesOf(db, actor.userId),
        pushKeys(config),
      ]);
      return { success: true, result: { kinds, email_confirmed: emailConfirmed, push_key: publicKey } };
    },
    "PUT /v1/users/notifications/preferences": async ({ actor, body, now }) => {
      // If a kind is listed twice the last entry wins, because one statement cannot update a row twice.
      const kinds = [...new Map(body.kinds.map((one) => [one.kind, one])).values()];
      await choosePreferences(context, actor.userId, kinds, now);
      return { success: true, message: "Pilihan notifikasi disimpan.", data: {} };
    },
    "POST /v1/users/push-subscriptions": async ({ actor, body, now }) => {
      if (!isPushService(body.endpoint, config.pushServices)) throw new Refusal(channelRefusals.unknownPushService);
      const { p256dh, auth } = body.keys;
      const { userId, sessionId } = actor;
      await saveSubscription(db, { endpoint: body.endpoint, p256dh, auth, userId, sessionId, now });
      return { success: true, message: "Notifikasi di perangkat ini aktif.", data: {} };
    },
    "POST /v1/users/push-subscriptions/remove": async ({ actor, body }) => {
      await deleteOwnSubscription(db, actor.userId, body.endpoint);
      return { success: true, message: "Notifikasi di perangkat ini dimatikan.", data: {} };
    },
    "POST /v1/users/realtime/auth": async ({ actor, body }) => {
      const signed = await authorizePusherChannel(config, actor.userId, body.socket_id, body.channel_name);
      if (!signed) throw new Refusal(sessionRefusals.forbidden);
      return signed;
    },
    "GET /v1/notifications/unsubscribe": async ({ query }) => ({
      success: true,
      result: await showUnsubscribe(context, query.link),
    }),
    "POST /v1/notifications/unsubscribe": async ({ body, now }) => {
      const kind = await unsubscribe(context, body.link, now);
      return {
        success: true,
        message: `Email ${preferenceSubjects[kind].name.toLowerCase()} dihentikan.`,
        data: { kind },
      };
    },
  });
}
