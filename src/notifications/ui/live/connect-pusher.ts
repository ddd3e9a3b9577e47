import library from "pusher-js";
import { browserCall } from "#lib/api-client.ts";
import { pusherChannel, pusherEvent } from "../../rules.ts";
import type { Connect, NotificationItem } from "./message.ts";

// The library is CommonJS: in a browser, the default export of its types is the whole module.
const Client = library as unknown as typeof library.default;

/**
 * Notifications over Pusher Channels, from the user's private channel. `settings` is the JSON that document.ts wrote:
 * the application's public key and its URL. Pusher repeats nothing, so after each connection the page requests what it
 * may have missed.
 */
export function connectPusher(settings: string, userId: string): Connect {
  const { key, url } = JSON.parse(settings) as { key: string; url: string };
  const { protocol, hostname, port } = new URL(url);
  return ({ tell }) => {
    const pusher = new Client(key, {
      cluster: "",
      wsHost: hostname,
      wsPort: Number(port) || 80,
      wssPort: Number(port) || 443,
      forceTLS: protocol === "https:",
      enabledTransports: ["ws", "wss"],
      disableStats: true,
      channelAuthorization: {
        endpoint: "",
        transport: "ajax",
        customHandler({ socketId, channelName }, answer) {
          const body = { socket_id: socketId, channel_name: channelName };
          void browserCall("POST", "/v1/users/realtime/auth", { body, asks: false }).then(({ status, body: auth }) =>
            status === 200 ? answer(null, auth as { auth: string }) : answer(new Error(String(status)), null),
          );
        },
      },
    });
    const channel = pusher.subscribe(pusherChannel(userId));
    channel.bind("pusher:subscription_succeeded", () => tell({ kind: "unread", id: "" }));
    channel.bind(pusherEvent, (item: NotificationItem) => tell({ kind: "notification", id: item.id, item }));
    channel.bind("read", () => tell({ kind: "read" }));
    return () => pusher.disconnect();
  };
}
