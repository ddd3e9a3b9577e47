import type Pusher from "pusher";
import type { Config } from "#lib/config.ts";
import type { Context } from "#lib/context.ts";
import { runEach } from "#lib/run-each.ts";
import { notificationsByIds } from "./queries.ts";
import { pusherChannel, pusherEvent } from "../rules.ts";
import { notificationJson } from "../notification-json.ts";

const requestTimeout = 10_000;
/** The most events that Pusher accepts in one request. */
const batchSize = 10;
const clients = new WeakMap<Config, Pusher>();

/** The client of Pusher Channels; undefined without its settings. */
export async function pusherClient(config: Config): Promise<Pusher | undefined> {
  if (!config.pusher) return undefined;
  const { default: Library } = await import("pusher");
  const known = clients.get(config);
  if (known) return known;
  const { appId, key, secret, api } = config.pusher;
  const useTLS = api.protocol === "https:";
  const port = api.port || (useTLS ? "443" : "80");
  const client = new Library({ appId, key, secret, host: api.hostname, port, useTLS, timeout: requestTimeout });
  clients.set(config, client);
  return client;
}

/**
 * Publishes notifications on their users' private channels of Pusher. A batch that fails does not delay the others; the
 * function throws at the end, so that the job is retried.
 */
export async function publishToPusher(context: Pick<Context, "db" | "config">, ids: readonly string[]): Promise<void> {
  const client = await pusherClient(context.config);
  if (!client) return;
  const notifications = await notificationsByIds(context.db, ids);
  const batches = Array.from({ length: Math.ceil(notifications.length / batchSize) }, (_, at) =>
    notifications.slice(at * batchSize, (at + 1) * batchSize),
  );
  await runEach(batches, (some) =>
    client.triggerBatch(
      some.map((one) => ({
        channel: pusherChannel(one.user_id),
        name: pusherEvent,
        data: JSON.stringify(notificationJson(one)),
      })),
    ),
  );
}

/** Signs a subscription to the user's own channel. Returns undefined for any other channel. */
export async function authorizePusherChannel(
  config: Config,
  userId: string,
  socketId: string,
  channel: string,
): Promise<{ auth: string } | undefined> {
  const client = await pusherClient(config);
  if (!client || channel !== pusherChannel(userId)) return undefined;
  return { auth: client.authorizeChannel(socketId, channel).auth };
}
