import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAccountsApi, makeLoggedIn, type Visitor } from "../../../test/make/accounts.ts";
import { makePlacedOrder } from "../../../test/make/orders.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeShop } from "../../../test/make/rows.ts";
import { hasConsent } from "#accounts/consents/record-consents.ts";
import { sql } from "#lib/database.ts";
import { hour, addDuration } from "#lib/time.ts";
import { deliverNotifications } from "../live/deliver-notifications.ts";
import { notify } from "../notify.ts";
import { isPushService, sendPush } from "../push/send-push.ts";
import {
  channelsOf,
  notificationTypes,
  preferenceKinds,
  preferenceSubjects,
  maxMailAndPushAge,
  type NotificationType,
} from "../rules.ts";
import { queueMailAndPush } from "./queue-mail-and-push.ts";
import { readUnsubscribeToken, unsubscribeToken } from "./unsubscribe-token.ts";
import { makeTemplateText } from "../../../test/make/template-text.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeAccountsApi>>;
let service: Awaited<ReturnType<typeof pushService>>;
let people = 0;
let sentCount = 0;

beforeAll(async () => {
  service = await pushService();
  context = await makeContext({ PUSH_SERVICES: `${service.host}, fcm.googleapis.com, *.push.apple.com` });
  api = await makeAccountsApi(context);
});
afterAll(async () => {
  await api?.close();
  await context?.close();
  await service?.close();
});

async function someone(): Promise<{ it: Visitor; id: string; email: string }> {
  const it = api.visitor(`10.4.0.${(people += 1)}`);
  const { id, email } = await makeLoggedIn(it);
  await context.db.run(sql`update users set email_verified_at = now() where id = ${id}`);
  return { it, id, email };
}

type Queued = { task: string; payload: Record<string, never> };
/** The payloads of all queued jobs of this task. */
async function queued(task: string): Promise<Queued["payload"][]> {
  const rows = await context.db.rows<Queued>(sql`
    select t.identifier as task, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${task} order by j.id`);
  return rows.map(({ payload }) => payload);
}
const emptyQueue = () => context.db.run(sql`delete from graphile_worker._private_jobs`);

/** Stores a notification, queues it for its channels, and returns its id. */
async function send(
  userId: string,
  type: NotificationType = "order",
  at = context.clock.now(),
  transactionId = "01961f6e-0000-7000-8000-000000000001",
): Promise<string> {
  sentCount += 1;
  const key = `kabar:${sentCount}`;
  await emptyQueue();
  await context.db.transaction((tx) =>
    notify(tx, {
      userId,
      type,
      userType: "buyer",
      transactionId,
      title: makeTemplateText("Pesanan dikirim"),
      description: makeTemplateText("JNE Reguler, nomor resi TLJR000000000001."),
      dedupeKey: key,
      now: at,
    }),
  );
  await deliverNotifications(context);
  for (const { ids } of (await queued("notifications.queue_mail_and_push")) as unknown as { ids: string[] }[])
    await queueMailAndPush(context, ids);
  const row = await context.db.row<{ id: string }>(
    sql`select id from notifications where user_id = ${userId} and dedupe_key = ${key}`,
  );
  return row?.id ?? "";
}

test("the database accepts each kind, and each kind has its own link", async () => {
  const { id, it } = await someone();
  for (const type of notificationTypes) expect(await send(id, type)).not.toBe("");
  const kinds = preferenceKinds.map((kind) => ({ kind, email: false, push: false }));
  expect((await it.call("PUT", "/v1/users/notifications/preferences", { kinds })).status).toBe(200);
  for (const kind of preferenceKinds)
    expect(readUnsubscribeToken(context.secret, unsubscribeToken(context.secret, id, kind))?.kind).toBe(kind);
});

test("by default everything but offers comes by e-mail and push, and a choice changes only its kind", async () => {
  const { it } = await someone();
  const before = (await it.call("GET", "/v1/users/notifications/preferences")).body.result;
  expect(before).toEqual({
    kinds: preferenceKinds.map((kind) => ({ kind, ...preferenceSubjects[kind].channels })),
    email_confirmed: true,
    push_key: expect.stringMatching(/^[\w-]{87}$/),
  });
  expect(before.kinds.at(-1)).toEqual({ kind: "marketing", email: false, push: false });
  const choice = { kind: "order", email: false, push: true };
  const { status } = await it.call("PUT", "/v1/users/notifications/preferences", { kinds: [choice] });
  const after = (await it.call("GET", "/v1/users/notifications/preferences")).body.result;
  expect([status, after.kinds]).toEqual([200, [choice, ...before.kinds.slice(1)]]);
  for (const kinds of [
    [{ kind: "security", email: false, push: false }],
    [{ kind: "order", email: 1, push: false }],
    {},
  ])
    expect((await it.call("PUT", "/v1/users/notifications/preferences", { kinds })).status).toBe(422);
  expect((await api.visitor().call("GET", "/v1/users/notifications/preferences")).status).toBe(401);
});

test("offers are sent only with a recorded consent: turning them on records it, turning them off withdraws it", async () => {
  const { it, id } = await someone();
  const offers = async () =>
    (await it.call("GET", "/v1/users/notifications/preferences")).body.result.kinds.find(
      (one: { kind: string }) => one.kind === "marketing",
    );
  const choose = (email: boolean, push: boolean) =>
    it.call("PUT", "/v1/users/notifications/preferences", { kinds: [{ kind: "marketing", email, push }] });
  const record = async () =>
    (
      await context.db.rows<{ given: boolean }>(sql`
        select given from consents where user_id = ${id} and purpose = 'marketing' order by id`)
    ).map(({ given }) => given);
  // Choosing no channel without an earlier consent records nothing.
  await choose(false, false);
  expect(await record()).toEqual([]);
  await choose(true, false);
  expect([await offers(), await record()]).toEqual([{ kind: "marketing", email: true, push: false }, [true]]);
  await choose(true, true);
  expect(await record()).toEqual([true]);
  await it.call("PUT", "/v1/users/consents/marketing", { given: false });
  expect(await offers()).toEqual({ kind: "marketing", email: false, push: false });
  await it.call("PUT", "/v1/users/consents/marketing", { given: true });
  expect(await offers()).toEqual({ kind: "marketing", email: true, push: true });
  await choose(false, false);
  expect([await hasConsent(context.db, id, "marketing"), await record()]).toEqual([false, [true, false, true, false]]);
  await it.call("PUT", "/v1/users/consents/marketing", { given: true });
  expect(await offers()).toEqual({ kind: "marketing", email: true, push: true });
  // Choices for other kinds do not change the consent to offers.
  await it.call("PUT", "/v1/users/notifications/preferences", { kinds: [{ kind: "order", email: true, push: false }] });
  expect(await hasConsent(context.db, id, "marketing")).toBe(true);
});

test("the link in an offer ends mails of offers, and withdraws the consent when push is off too", async () => {
  const { it, id } = await someone();
  const end = () =>
    api.visitor("10.4.1.2").call("POST", "/v1/notifications/unsubscribe", {
      link: unsubscribeToken(context.secret, id, "marketing"),
    });
  await it.call("PUT", "/v1/users/consents/marketing", { given: true });
  await end();
  expect(await hasConsent(context.db, id, "marketing")).toBe(true);
  const kinds = [{ kind: "marketing", email: true, push: false }];
  await it.call("PUT", "/v1/users/notifications/preferences", { kinds });
  for (let times = 0; times < 2; times += 1) expect((await end()).status).toBe(200);
  expect(await hasConsent(context.db, id, "marketing")).toBe(false);
});

test("no offers are sent to a user whose older row chooses channels without a consent", () => {
  expect(channelsOf("marketing", { email: true, push: true }, false)).toEqual({ email: false, push: false });
  expect(channelsOf("order", undefined, false)).toEqual({ email: true, push: true });
});

test("a notification is mailed once, with a link to the order and a link that ends such mails", async () => {
  const { id, email } = await someone();
  const notificationId = await send(id);
  const mails = (await queued("messages.send_mail")) as unknown as Record<string, unknown>[];
  expect(mails).toEqual([
    {
      to: email,
      subject: "Pesanan dikirim",
      title: "Pesanan dikirim",
      paragraphs: ["JNE Reguler, nomor resi TLJR000000000001."],
      button: {
        label: "Lihat pesanan",
        path: "/profile?page=showTransaction&transactionId=01961f6e-0000-7000-8000-000000000001",
      },
      note: expect.stringContaining("Atur notifikasi"),
      unsubscribe: { path: expect.stringMatching(/^\/unsubscribe\?token=[\w-]{44}$/) },
      dedupeKey: `news ${notificationId}`,
    },
  ]);
  await queueMailAndPush(context, [notificationId]);
  expect(await queued("messages.send_mail")).toHaveLength(1);
});

test("a mail about an order names the order, so that users can distinguish it from others", async () => {
  const { id } = await someone();
  const shops = [await makeShop(context)];
  const { orderId } = await makePlacedOrder(context, { buyerId: id, shops });
  await context.db.run(sql`
    insert into order_lines (order_id, shop_id, variant_id, product_id, product_slug, name, price, quantity, weight_g, commission, commission_per_mille)
    select order_id, shop_id, variant_id, product_id, product_slug, 'Barang kedua', price, quantity, weight_g, commission, commission_per_mille from order_lines where order_id = ${orderId}`);
  const order = await context.db.row<{ invoice: string; name: string }>(sql`
    select o.invoice, l.name from orders o join order_lines l on l.order_id = o.id where o.id = ${orderId} order by l.id limit 1`);
  await send(id, "order", context.clock.now(), orderId);
  expect(await queued("messages.send_mail")).toMatchObject([
    {
      subject: `Pesanan dikirim: ${order?.name}`,
      title: "Pesanan dikirim",
      paragraphs: ["JNE Reguler, nomor resi TLJR000000000001.", `${order?.name} dan 1 barang lain\n${order?.invoice}`],
    },
  ]);
});

test("no mail is sent to an unverified address, about an old notification, or to a user who wants none", async () => {
  const [unconfirmed, late, unwilling] = [await someone(), await someone(), await someone()];
  await context.db.run(sql`update users set email_verified_at = null where id = ${unconfirmed.id}`);
  await send(unconfirmed.id);
  expect(await queued("messages.send_mail")).toEqual([]);
  await send(late.id, "order", addDuration(context.clock.now(), -maxMailAndPushAge - hour));
  expect(await queued("messages.send_mail")).toEqual([]);
  const kinds = [{ kind: "complaint", email: false, push: true }];
  await unwilling.it.call("PUT", "/v1/users/notifications/preferences", { kinds });
  await send(unwilling.id, "complaint");
  expect(await queued("messages.send_mail")).toEqual([]);
  await send(unwilling.id, "order");
  expect(await queued("messages.send_mail")).toHaveLength(1);
});

test("notifications that cannot be sent do not delay the others", async () => {
  const [one, two] = [await someone(), await someone()];
  const ids: string[] = [];
  for (const { id } of [one, two]) ids.push(await send(id));
  await context.db.run(sql`delete from graphile_worker._private_jobs`);
  await context.db.run(
    sql`create function poisoned() returns trigger language plpgsql as $$ begin raise 'poisoned'; end $$`,
  );
  await context.db.pool.query(
    `create trigger poisoned before insert on graphile_worker._private_jobs for each row when (new.payload->>'to' = '${one.email}') execute function poisoned()`,
  );
  try {
    await expect(queueMailAndPush(context, ids)).rejects.toThrow("poisoned");
  } finally {
    await context.db.run(sql`drop trigger poisoned on graphile_worker._private_jobs`);
  }
  expect(await queued("messages.send_mail")).toMatchObject([{ to: two.email }]);
});

test("the link in a mail ends mails of its kind without a login; opening it changes nothing", async () => {
  const { it, id } = await someone();
  const token = unsubscribeToken(context.secret, id, "order");
  const visitor = api.visitor("10.4.1.1");
  const shown = await visitor.call("GET", `/v1/notifications/unsubscribe?link=${token}`);
  expect([shown.status, shown.body.result]).toEqual([200, { kind: "order", email: true }]);
  const wants = async () =>
    (await it.call("GET", "/v1/users/notifications/preferences")).body.result.kinds.find(
      (one: { kind: string }) => one.kind === "order",
    );
  expect(await wants()).toEqual({ kind: "order", email: true, push: true });
  for (let times = 0; times < 2; times += 1)
    expect((await visitor.call("POST", "/v1/notifications/unsubscribe", { link: token })).status).toBe(200);
  expect(await wants()).toEqual({ kind: "order", email: false, push: true });
  await send(id);
  expect(await queued("messages.send_mail")).toEqual([]);
});

test("a token is valid for one user and one kind, and cannot be forged", async () => {
  const { id } = await someone();
  const [other] = [await someone()];
  const token = unsubscribeToken(context.secret, id, "order");
  expect(readUnsubscribeToken(context.secret, token)).toEqual({ userId: id, kind: "order" });
  const forged = Buffer.from(token, "base64url");
  Buffer.from(other.id.replaceAll("-", ""), "hex").copy(forged);
  const otherKind = Buffer.from(token, "base64url");
  otherKind[16] = 1;
  for (const wrong of [
    forged.toString("base64url"),
    otherKind.toString("base64url"),
    unsubscribeToken(randomBytes(32), id, "order"),
    `${token}=`,
    token.slice(1),
    "",
    "x",
  ]) {
    expect(readUnsubscribeToken(context.secret, wrong), wrong).toBeUndefined();
    const { status, body } = await api.visitor().call("POST", "/v1/notifications/unsubscribe", { link: wrong });
    expect([status, body.code], wrong).toEqual([404, "notifications.unknown_link"]);
  }
});

/** A browser's part of web push: its keys, and a function that decrypts messages (RFC 8291). */
function browserKeys() {
  const own = createECDH("prime256v1");
  own.generateKeys();
  const secret = randomBytes(16);
  return {
    keys: { p256dh: own.getPublicKey("base64url"), auth: secret.toString("base64url") },
    read(body: Buffer): unknown {
      const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0];
      const serverKey = body.subarray(21, 21 + keyLength);
      const sealed = body.subarray(21 + keyLength);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), own.getPublicKey(), serverKey]);
      const shared = hkdfSync("sha256", own.computeSecret(serverKey), secret, info, 32);
      const key = hkdfSync("sha256", Buffer.from(shared), salt, "Content-Encoding: aes128gcm\0", 16);
      const nonce = hkdfSync("sha256", Buffer.from(shared), salt, "Content-Encoding: nonce\0", 12);
      const open = createDecipheriv("aes-128-gcm", Buffer.from(key), Buffer.from(nonce));
      open.setAuthTag(sealed.subarray(-16));
      const text = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString("utf8"));
    },
  };
}

type Pushed = { path: string; headers: IncomingMessage["headers"]; body: Buffer };
/** A push service on this machine. It records requests and responds with the status that `answers` has for the path. */
async function pushService() {
  const pushed: Pushed[] = [];
  const answers = new Map<string, number>();
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const path = request.url ?? "";
      pushed.push({ path, headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(answers.get(path) ?? 201, { location: "http://127.0.0.1:1/elsewhere" }).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    pushed,
    answers,
    of: (path: string) => pushed.filter((one) => one.path === path),
    close: () => new Promise((done) => server.close(done)),
  };
}

async function subscribe(it: Visitor, path: string) {
  const browser = browserKeys();
  const endpoint = `http://${service.host}${path}`;
  const { status } = await it.call("POST", "/v1/users/push-subscriptions", { endpoint, keys: browser.keys });
  expect(status).toBe(200);
  return { endpoint, ...browser };
}

async function pushAll(): Promise<void> {
  for (const job of (await queued("notifications.push")) as unknown as {
    notificationId: string;
    subscriptionId: string;
  }[])
    await sendPush(context, job.notificationId, job.subscriptionId);
}
const subscriptionsOf = (userId: string) =>
  context.db.rows<{ endpoint: string }>(sql`select endpoint from push_subscriptions where user_id = ${userId}`);

test("a push is encrypted for the browser, signed with our key, and holds the text and its link", async () => {
  const { it, id } = await someone();
  const browser = await subscribe(it, "/satu");
  const notificationId = await send(id);
  await pushAll();
  const [message] = service.of("/satu");
  expect(message?.body.includes("Pesanan")).toBe(false);
  expect(browser.read(message?.body ?? Buffer.alloc(0))).toEqual({
    id: notificationId,
    title: "Pesanan dikirim",
    text: "JNE Reguler, nomor resi TLJR000000000001.",
    href: "/profile?page=showTransaction&transactionId=01961f6e-0000-7000-8000-000000000001",
  });
  expect(message?.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400", urgency: "normal" });
  // The signature is valid for the key that browsers get (RFC 8292).
  const { push_key } = (await it.call("GET", "/v1/users/notifications/preferences")).body.result;
  const [, token = "", key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(message?.headers.authorization ?? "") ?? [];
  expect(key).toBe(push_key);
  const [head = "", claims = "", signature = ""] = token.split(".");
  const raw = Buffer.from(push_key as string, "base64url");
  const jwk = { kty: "EC", crv: "P-256", x: raw.toString("base64url", 1, 33), y: raw.toString("base64url", 33) };
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  const signed = { key: publicKey, dsaEncoding: "ieee-p1363" as const };
  expect(verify("sha256", Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, "base64url"))).toBe(true);
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({ aud: `http://${service.host}` });
});

test("a user who turned push off for a kind, or has read the notification, gets no push", async () => {
  const { it, id } = await someone();
  await subscribe(it, "/dua");
  await it.call("PUT", "/v1/users/notifications/preferences", { kinds: [{ kind: "order", email: true, push: false }] });
  await send(id, "order");
  await pushAll();
  await send(id, "complaint");
  await it.call("PUT", "/v1/users/notifications/read-all");
  await pushAll();
  expect(service.of("/dua")).toEqual([]);
  await send(id, "complaint");
  await pushAll();
  expect(service.of("/dua")).toHaveLength(1);
});

test("a subscription that its service no longer knows is deleted; a service that fails is tried again", async () => {
  const { it, id } = await someone();
  const gone = await subscribe(it, "/hilang");
  const [broken, moved] = [await subscribe(it, "/rusak"), await subscribe(it, "/pindah")];
  service.answers.set("/hilang", 410).set("/rusak", 503).set("/pindah", 302);
  await send(id);
  const jobs = (await queued("notifications.push")) as unknown as { notificationId: string; subscriptionId: string }[];
  const results = await Promise.allSettled(
    jobs.map((job) => sendPush(context, job.notificationId, job.subscriptionId)),
  );
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(1);
  const left = (await subscriptionsOf(id)).map(({ endpoint }) => endpoint).toSorted();
  expect(left).toEqual([moved.endpoint, broken.endpoint].toSorted());
  expect(left).not.toContain(gone.endpoint);
});

test("push on a device ends with its session, and a browser's subscription belongs to its current user", async () => {
  const [one, two] = [await someone(), await someone()];
  const { endpoint, keys } = await subscribe(one.it, "/bersama");
  await two.it.call("POST", "/v1/users/push-subscriptions", { endpoint, keys });
  expect(await subscriptionsOf(one.id)).toEqual([]);
  await one.it.call("POST", "/v1/users/push-subscriptions/remove", { endpoint });
  expect(await subscriptionsOf(two.id)).toHaveLength(1);
  await two.it.call("POST", "/v1/auth/logout");
  expect(await subscriptionsOf(two.id)).toEqual([]);
});

test("a key that is not a point of the curve is refused with a field error, and a stored one is deleted without an error", async () => {
  const { it, id } = await someone();
  const browser = await subscribe(it, "/kunci");
  const point = Buffer.from(browser.keys.p256dh, "base64url");
  const changed = (at: number, to: number) => Buffer.from(point).fill(to, at, at + 1);
  const wrong = [
    Buffer.alloc(65),
    Buffer.alloc(65, 4),
    Buffer.alloc(65, 255),
    changed(0, 6),
    changed(0, 2),
    changed(64, (point[64] ?? 0) ^ 1),
    Buffer.concat([point.subarray(0, 33), Buffer.alloc(32)]),
  ].map((key) => key.toString("base64url"));
  for (const p256dh of [...wrong, "", "é".repeat(87), "=".repeat(87), `${browser.keys.p256dh}A`, "A".repeat(5_000)]) {
    const keys = { ...browser.keys, p256dh };
    const { status, body } = await it.call("POST", "/v1/users/push-subscriptions", {
      endpoint: browser.endpoint,
      keys,
    });
    expect([status, Object.keys(body.data)], p256dh.slice(0, 90)).toEqual([422, ["keys.p256dh"]]);
  }
  for (const auth of ["", "A".repeat(21), "A".repeat(23), "A".repeat(24)]) {
    const keys = { ...browser.keys, auth };
    const { status, body } = await it.call("POST", "/v1/users/push-subscriptions", {
      endpoint: browser.endpoint,
      keys,
    });
    expect([status, Object.keys(body.data)], auth).toEqual([422, ["keys.auth"]]);
  }
  await context.db.run(sql`update push_subscriptions set p256dh = ${wrong[5] ?? ""} where user_id = ${id}`);
  await send(id);
  await pushAll();
  expect(service.of("/kunci")).toEqual([]);
  expect(await subscriptionsOf(id)).toEqual([]);
});

test("the server requests only known push services and no other URL that a user submits", async () => {
  const { it } = await someone();
  const { keys } = browserKeys();
  for (const endpoint of [
    "http://127.0.0.1:5432/",
    "https://127.0.0.1/",
    "https://localhost/x",
    "https://169.254.169.254/latest/meta-data",
    "https://evil.test/fcm.googleapis.com",
    "https://fcm.googleapis.com.evil.test/x",
    "https://fcm.googleapis.com:8443/x",
    "https://fcm.googleapis.com@evil.test/x",
    "http://fcm.googleapis.com/x",
    "https://push.apple.com.evil.test/",
    "https://evilpush.apple.com/",
  ]) {
    const { status, body } = await it.call("POST", "/v1/users/push-subscriptions", { endpoint, keys });
    expect([status, body.code], endpoint).toEqual([422, "notifications.unknown_push_service"]);
  }
  for (const endpoint of ["https://fcm.googleapis.com/fcm/send/a:b", "https://web.push.apple.com/abc"])
    expect(isPushService(endpoint, context.config.pushServices), endpoint).toBe(true);
  for (const endpoint of ["x", "file:///etc/passwd", "javascript:alert(1)"])
    expect((await it.call("POST", "/v1/users/push-subscriptions", { endpoint, keys })).status).toBe(422);
});
