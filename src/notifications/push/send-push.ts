/**
 * Design note. A browser gives us the URL of its push service, and the server requests that URL. So that no one can
 * make the server request other hosts, it requests only known push services (PUSH_SERVICES), only over https except on
 * this machine, and follows no redirect. The message is encrypted for the browser; the push service sees only that
 * there is one.
 */
import type { Context } from "#lib/context.ts";
import { hour } from "#lib/time.ts";
import { truncate } from "#ui/truncate.ts";
import { deleteSubscription, findPush } from "./queries.ts";
import { isPushKey } from "./is-push-key.ts";
import { pushKeys } from "./push-keys.ts";
import { notificationHref, maxNotificationTextLength } from "../rules.ts";

/** How long a push service stores a message for a browser that is offline. */
const pushTtlSeconds = (24 * hour) / 1000;
const requestTimeout = 10_000;

/** Whether the server may request this URL of a subscription. */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, host, username, password, port } = new URL(endpoint);
  if (username || password) return false;
  // An entry with a port allows exactly that host and port. Services on this machine are named so.
  if (services.includes(host) && (protocol === "https:" || /^(127\.0\.0\.1|localhost):/.test(host))) return true;
  if (protocol !== "https:" || port !== "") return false;
  return services.some((name) => (name.startsWith("*.") ? hostname.endsWith(name.slice(1)) : hostname === name));
}

/**
 * Pushes one notification to one browser. Deletes the subscription when its push service no longer knows it (404, 410)
 * or its key cannot be used for encryption. Throws when the push service fails, so that the job is retried.
 */
export async function sendPush(
  context: Pick<Context, "db" | "config" | "log">,
  notificationId: string,
  subscriptionId: string,
): Promise<void> {
  const { db, config, log } = context;
  const found = await findPush(db, notificationId, subscriptionId);
  if (!found || found.status === "read") return;
  if (!isPushService(found.endpoint, config.pushServices) || !isPushKey(found.p256dh))
    return deleteSubscription(db, subscriptionId);
  const payload = JSON.stringify({
    id: found.id,
    title: found.title,
    text: truncate(found.description, maxNotificationTextLength),
    href: notificationHref(found),
  });
  const { default: webPush } = await import("web-push");
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint: found.endpoint, keys: { p256dh: found.p256dh, auth: found.auth } },
    payload,
    {
      vapidDetails: { subject: subjectOf(config.publicUrl), ...(await pushKeys(config)) },
      TTL: pushTtlSeconds,
      urgency: "normal",
      topic: found.id.replaceAll("-", ""),
    },
  );
  const answer = await fetch(found.endpoint, {
    method: "POST",
    headers: headers as Record<string, string>,
    body: body as BodyInit,
    redirect: "manual",
    signal: AbortSignal.timeout(requestTimeout),
  });
  await answer.body?.cancel();
  if (answer.status === 404 || answer.status === 410) return deleteSubscription(db, subscriptionId);
  if (answer.status === 429 || answer.status >= 500) throw new Error(`push service ${answer.status}`);
  if (!answer.ok) log.warn({ status: answer.status, notificationId }, "a push service refused a message");
}

// Push services want a contact. A server that runs without https has no URL to give.
function subjectOf(publicUrl: URL): string {
  return publicUrl.protocol === "https:" ? publicUrl.origin : "mailto:operator@localhost.invalid";
}
