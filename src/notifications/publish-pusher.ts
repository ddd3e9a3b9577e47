import Pusher from "pusher";
import type { Config } from "#lib/config.ts";
import type { Context } from "#lib/context.ts";
import { runEach } from "#lib/run-each.ts";
import { newsByIds } from "./channels/queries.ts";
import { newsChannel, newsEvent } from "./rules.ts";
import { onTheWire } from "./notification-json.ts";

const patience = 10_000;
/** Events that Pusher takes at once. */
const batch = 10;
const clients = new WeakMap<Config, Pusher>();

/** The client of Pusher Channels; undefined where it is not set up. */
export function hostedClient(config: Config): Pusher | undefined {
  if (!config.pusher) return undefined;
  let client = clients.get(config);
  if (!client) {
    const { appId, key, secret, api } = config.pusher;
    const useTLS = api.protocol === "https:";
    const port = api.port || (useTLS ? "443" : "80");
    client = new Pusher({ appId, key, secret, host: api.hostname, port, useTLS, timeout: patience });
    clients.set(config, client);
  }
  return client;
}

/**
 * Sends news over Pusher Channels, each on its person's private channel. A batch that fails does not delay the others; it
 * throws at the end, so that the job is retried.
 */
export async function publishHosted(context: Pick<Context, "db" | "config">, ids: readonly string[]): Promise<void> {
  const client = hostedClient(context.config);
  if (!client) return;
  const news = await newsByIds(context.db, ids);
  const batches = Array.from({ length: Math.ceil(news.length / batch) }, (_, at) =>
    news.slice(at * batch, (at + 1) * batch),
  );
  await runEach(batches, (some) =>
    client.triggerBatch(
      some.map((one) => ({ channel: newsChannel(one.user_id), name: newsEvent, data: JSON.stringify(onTheWire(one)) })),
    ),
  );
}

/** Signs a subscription to the person's own channel; undefined for any other channel. */
export function authorizeHosted(
  config: Config,
  userId: string,
  socketId: string,
  channel: string,
): { auth: string } | undefined {
  const client = hostedClient(config);
  if (!client || channel !== newsChannel(userId)) return undefined;
  return { auth: client.authorizeChannel(socketId, channel).auth };
}
