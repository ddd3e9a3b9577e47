import { createClient } from "@redis/client";
import type { OpenTransport } from "./realtime.ts";

const channel = "kawung";

/**
 * Transport over Redis: one connection subscribes, one publishes. A lost connection is opened again after 0.1 s at
 * first and 5 s at most. Messages sent in between are lost.
 */
export function redisTransport(url: string): OpenTransport {
  return ({ receive, connected, log }) => {
    const options = {
      url,
      disableOfflineQueue: true,
      maintNotifications: "disabled" as const,
      socket: { connectTimeout: 5_000, reconnectStrategy: (retries: number) => Math.min(100 * 2 ** retries, 5_000) },
    };
    const publisher = createClient(options);
    const subscriber = createClient({ ...options, disableOfflineQueue: false });
    for (const client of [publisher, subscriber]) {
      client.on("error", (error: Error) => log.warn({ err: error.message }, "the connection to Redis failed"));
    }
    const ready = () => {
      if (publisher.isReady && subscribed && subscriber.isReady) connected();
    };
    // After the first time, the client subscribes again by itself before it reports that it is ready.
    let subscribed = false;
    publisher.on("ready", ready);
    subscriber.on("ready", ready);
    publisher.connect().catch(() => {});
    void (async () => {
      try {
        await subscriber.connect();
        await subscriber.subscribe(channel, receive);
        subscribed = true;
        ready();
      } catch (error) {
        log.warn({ err: (error as Error).message }, "the connection to Redis failed");
      }
    })();
    return {
      send: async (text) => void (await publisher.publish(channel, text)),
      async close() {
        for (const client of [publisher, subscriber]) client.destroy();
      },
    };
  };
}
