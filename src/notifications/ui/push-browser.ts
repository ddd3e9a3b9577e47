import { browserCall } from "#lib/api-client.ts";

/** The state of web push in this browser. */
export type PushState = "unsupported" | "denied" | "off" | "on";

const pushStorageKey = "push";
const isPushSupported = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.getRegistration("/push-worker.js");
}

/** The state of web push for the user who is logged in here. */
export async function pushState(userId: string): Promise<PushState> {
  if (!isPushSupported()) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const subscription = await (await registration())?.pushManager.getSubscription();
  return subscription && localStorage.getItem(pushStorageKey) === userId ? "on" : "off";
}

async function store(subscription: PushSubscription, userId: string): Promise<boolean> {
  const { endpoint, keys } = subscription.toJSON();
  const { status } = await browserCall("POST", "/v1/users/push-subscriptions", {
    body: { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth } },
  });
  if (status !== 200) return false;
  localStorage.setItem(pushStorageKey, userId);
  return true;
}

/** Requests permission, subscribes and stores the subscription on the server. Call it only after a click. */
export async function enablePush(userId: string, key: string): Promise<PushState> {
  if (!isPushSupported()) return "unsupported";
  if ((await Notification.requestPermission()) !== "granted")
    return Notification.permission === "denied" ? "denied" : "off";
  await navigator.serviceWorker.register("/push-worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return (await store(subscription, userId)) ? "on" : "off";
}

/** Ends push in this browser, and deletes its subscription on the server. */
export async function disablePush(): Promise<PushState> {
  localStorage.removeItem(pushStorageKey);
  const subscription = await (await registration())?.pushManager.getSubscription();
  if (!subscription) return "off";
  await browserCall("POST", "/v1/users/push-subscriptions/remove", { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
  return "off";
}

/**
 * Stores this browser's subscription again for a new session, because the server deleted it with the earlier session.
 */
export async function renewPush(userId: string): Promise<void> {
  if (!isPushSupported() || Notification.permission !== "granted") return;
  const subscription = await (await registration())?.pushManager.getSubscription();
  if (subscription) await store(subscription, userId);
}
