/**
 * Design note. The address of a push service comes from a browser, that is from outside, and we call it: only hosts of known
 * push services are called (PUSH_SERVICES), only over https beyond this machine, and no redirect is followed. What is sent
 * is encrypted for the browser; the service sees only that something comes.
 */
import webPush from "web-push";
import type { Context } from "#lib/context.ts";
import { hour } from "#lib/time.ts";
import { truncate } from "#ui/truncate.ts";
import { deleteSubscription, findPush } from "./queries.ts";
import { isPushKey } from "./is-push-key.ts";
import { pushKeys } from "./push-keys.ts";
import { notificationHref, maxNotificationTextLength } from "../rules.ts";

/** How long a push service keeps a message for a browser that is off, in seconds. */
const pushTtlSeconds = (24 * hour) / 1000;
const requestTimeout = 10_000;

/** Whether a subscription's address is one that may be called. */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, host, username, password, port } = new URL(endpoint);
  if (username || password) return false;
  // With a port: exactly that one, which is how a service on this machine is named.
  if (services.includes(host) && (protocol === "https:" || /^(127\.0\.0\.1|localhost):/.test(host))) return true;
  if (protocol !== "https:" || port !== "") return false;
  return services.some((name) => (name.startsWith("*.") ? hostname.endsWith(name.slice(1)) : hostname === name));
}

/**
 * Pushes one notification to one browser. A browser that its service no longer knows (404, 410), or whose key cannot be
 * used for encryption, is deleted; a service that fails throws, so that the job is retried.
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

// Push services want to know whom to turn to; on this machine there is no https address to give.
function subjectOf(publicUrl: URL): string {
  return publicUrl.protocol === "https:" ? publicUrl.origin : "mailto:operator@localhost.invalid";
}
