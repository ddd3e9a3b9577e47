import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { boundedText, resultResponse, changeResponse } from "#lib/schema.ts";
import { isPushKey } from "../push/is-push-key.ts";
import { preferenceKinds } from "../rules.ts";

export const channelRefusals = defineRefusals({
  unknownLink: {
    code: "notifications.unknown_link",
    status: 404,
    message: "Tautan ini tidak dikenal. Buka Profil › Notifikasi › Atur notifikasi untuk mengubah pilihan Anda.",
    isSecurityEvent: true,
  },
  unknownPushService: {
    code: "notifications.unknown_push_service",
    status: 422,
    message: "Layanan push browser ini tidak didukung.",
  },
});

const preferenceSchema = z.object({ kind: z.enum(preferenceKinds), email: z.boolean(), push: z.boolean() });
const subscriptionAddress = boundedText(1000).pipe(z.url({ protocol: /^https?$/, error: "Alamat tidak sesuai." }));

export const channelEndpoints = endpoints({
  "GET /v1/users/notifications/preferences": {
    summary: "The channels of the current user for each subject, and the key for web push",
    policy: "user",
    response: resultResponse(
      z.object({ kinds: z.array(preferenceSchema), email_confirmed: z.boolean(), push_key: z.string() }),
    ),
  },
  "PUT /v1/users/notifications/preferences": {
    summary: "Choose channels; subjects that are left out keep theirs",
    policy: "user",
    body: z.strictObject({
      kinds: z
        .array(z.strictObject({ kind: z.enum(preferenceKinds), email: z.boolean(), push: z.boolean() }))
        .max(preferenceKinds.length),
    }),
    response: changeResponse(z.object({})),
  },
  "POST /v1/users/push-subscriptions": {
    summary: "Send web push to this browser until the session ends",
    policy: "user",
    body: z.strictObject({
      endpoint: subscriptionAddress,
      keys: z.strictObject({
        p256dh: z
          .string()
          .regex(/^[\w-]{87}=?$/, { error: "Kunci tidak sesuai.", abort: true })
          .refine(isPushKey, "Kunci tidak sesuai."),
        auth: z.string().regex(/^[\w-]{22}(==)?$/, "Kunci tidak sesuai."),
      }),
    }),
    response: changeResponse(z.object({})),
    limit: { max: 20, window: 60_000, by: "user" },
    refusals: [channelRefusals.unknownPushService],
  },
  "POST /v1/users/push-subscriptions/remove": {
    summary: "Stop web push to this browser",
    policy: "user",
    body: z.strictObject({ endpoint: subscriptionAddress }),
    response: changeResponse(z.object({})),
  },
  "GET /v1/notifications/unsubscribe": {
    summary: "The subject of which a link in a mail ends the mails",
    policy: "public",
    // A link without a token is an unknown link and not a field that the user could correct.
    query: z.strictObject({ link: boundedText(200).default("") }),
    response: resultResponse(z.object({ kind: z.enum(preferenceKinds), email: z.boolean() })),
    limit: { max: 60, window: 60_000 },
    refusals: [channelRefusals.unknownLink],
  },
  "POST /v1/notifications/unsubscribe": {
    summary: "End mails about one subject by the link in such a mail; no login is needed",
    policy: "public",
    body: z.strictObject({ link: boundedText(200) }),
    response: changeResponse(z.object({ kind: z.enum(preferenceKinds) })),
    limit: { max: 60, window: 60_000 },
    refusals: [channelRefusals.unknownLink],
  },
  "POST /v1/users/realtime/auth": {
    summary: "Sign the subscription to the current user's own private channel of Pusher Channels, where that is set up",
    policy: "user",
    body: z.strictObject({
      socket_id: z.string().regex(/^\d{1,20}\.\d{1,20}$/, "Pengenal tidak sesuai."),
      channel_name: boundedText(200),
    }),
    response: z.object({ auth: z.string() }),
    limit: { max: 120, window: 60_000, by: "user" },
  },
});
export type ChannelApi = typeof channelEndpoints;
