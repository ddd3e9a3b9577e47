import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAccountsApi, makeLoggedIn, type Visitor } from "../../../test/make/accounts.ts";
import { openEvents, type EventReader, type StreamEvent } from "../../../test/read/events.ts";
import { makeContext } from "../../../test/make/context.ts";
import { sql } from "#lib/database.ts";
import { createAuthenticate } from "#accounts/session/session.ts";
import { openContext } from "#lib/open-context.ts";
import { deliverNotifications, startDelivery } from "./deliver-notifications.ts";
import { notify } from "../notify.ts";
import { maxStreamsPerUser } from "../rules.ts";
import { makeTemplateText } from "../../../test/make/template-text.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeAccountsApi>>;
let delivery: ReturnType<typeof startDelivery>;
let origin: string;
let people = 0;

beforeAll(async () => {
  context = await makeContext({ EVENT_STREAMS: "20" });
  api = await makeAccountsApi(context);
  await api.app.listen({ port: 0, host: "127.0.0.1" });
  origin = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
  delivery = startDelivery(context);
});
afterAll(async () => {
  await api?.close();
  await delivery?.stop();
  await context?.close();
});

async function someone(): Promise<{ it: Visitor; id: string; cookie: string }> {
  const it = api.visitor(`10.3.0.${(people += 1)}`);
  const { id } = await makeLoggedIn(it);
  return { it, id, cookie: `sid=${it.token()}` };
}

let notifiedCount = 0;
function notifyUser(userId: string, title = "Pesanan dikirim", db = context.db): Promise<boolean> {
  return db.transaction((tx) => notifyIn(tx, userId, title));
}
function notifyIn(tx: Parameters<typeof notify>[0], userId: string, title: string): Promise<boolean> {
  return notify(tx, {
    userId,
    type: "order",
    userType: "buyer",
    transactionId: "01961f6e-0000-7000-8000-000000000001",
    title: makeTemplateText(title),
    description: makeTemplateText("Paket sedang menuju alamat Anda."),
    dedupeKey: `kabar:${(notifiedCount += 1)}`,
    now: context.clock.now(),
  });
}

const isNotification = ({ event }: StreamEvent) => event === "notification";
const isUnreadCount = ({ event }: StreamEvent) => event === "unread";
const titles = (events: readonly StreamEvent[]) =>
  events.filter(isNotification).map(({ data }) => (JSON.parse(data) as { tittle: string }).tittle);

async function openStream(cookie: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const stream = await openEvents(origin, { cookie, ...headers });
  expect(stream.status).toBe(200);
  await stream.until(isUnreadCount);
  return stream;
}

test("a user's page gets their own notifications at once, with the fields of the list, and no other user's", async () => {
  const [one, two] = [await someone(), await someone()];
  await notifyUser(one.id, "Sebelum halaman dibuka");
  await deliverNotifications(context);
  const [hers, his] = await Promise.all([openStream(one.cookie), openStream(two.cookie)]);
  expect(hers.headers).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
  });
  expect(hers.events).toEqual([{ id: expect.any(String), event: "unread", data: "1" }]);
  expect(his.events).toEqual([{ id: "0", event: "unread", data: "0" }]);
  await notifyUser(one.id, "Untuk Rina");
  await notifyUser(two.id, "Untuk Budi");
  const [news] = await hers.until(isNotification);
  await his.until(isNotification);
  expect([titles(hers.events), titles(his.events)]).toEqual([["Untuk Rina"], ["Untuk Budi"]]);
  const list = (await one.it.call("GET", "/v1/users/notifications")).body.data;
  expect(JSON.parse(news?.data ?? "")).toEqual(list[0]);
  expect(news?.id).toBe(list[0].id);
  hers.close();
  his.close();
});

test("a visitor gets no stream, and no one can choose whose notifications to get", async () => {
  const { cookie, id } = await someone();
  expect((await openEvents(origin, {})).status).toBe(401);
  expect((await openEvents(origin, { cookie: "sid=x" })).status).toBe(401);
  expect((await openEvents(origin, { cookie }, `/v1/users/events?user_id=${id}`)).status).toBe(422);
  expect((await openEvents(origin, { cookie }, "/v1/users/events?after=1")).status).toBe(422);
});

test("after a lost connection, missed notifications arrive once and in order, and earlier ones do not arrive again", async () => {
  const { id, cookie } = await someone();
  const before = await openStream(cookie);
  await notifyUser(id, "Satu");
  const [last] = await before.until(isNotification);
  before.close();
  for (const title of ["Dua", "Tiga", "Empat"]) await notifyUser(id, title);
  const after = await openStream(cookie, { "last-event-id": last?.id ?? "" });
  await notifyUser(id, "Lima");
  await after.until(isNotification, 4);
  expect(titles(after.events)).toEqual(["Dua", "Tiga", "Empat", "Lima"]);
  after.close();
  const asked = await openEvents(origin, { cookie }, `/v1/users/events?after=${last?.id}`);
  await asked.until(isUnreadCount);
  expect(titles(asked.events)).toEqual(["Dua", "Tiga", "Empat", "Lima"]);
  asked.close();
});

test("a page without notifications misses nothing after a lost connection either", async () => {
  const { id, cookie } = await someone();
  const before = await openStream(cookie);
  before.close();
  await notifyUser(id, "Pertama");
  const after = await openStream(cookie, { "last-event-id": before.events[0]?.id ?? "" });
  await after.until(isNotification);
  expect(titles(after.events)).toEqual(["Pertama"]);
  after.close();
});

test("the id of another user's notification as the last one reveals nothing: the stream begins with new ones", async () => {
  const [one, two] = [await someone(), await someone()];
  await notifyUser(one.id, "Rahasia");
  await notifyUser(two.id, "Lama");
  await deliverNotifications(context);
  const foreign = (await one.it.call("GET", "/v1/users/notifications")).body.data[0].id as string;
  const stream = await openStream(two.cookie, { "last-event-id": foreign });
  expect(titles(stream.events)).toEqual([]);
  stream.close();
});

test("a notification whose transaction commits late is not lost behind one that began later", async () => {
  const { id, cookie } = await someone();
  const stream = await openStream(cookie);
  const finish = Promise.withResolvers<void>();
  const stored = Promise.withResolvers<void>();
  const slow = context.db.transaction(async (tx) => {
    await notifyIn(tx, id, "Mulai dulu, selesai belakangan");
    stored.resolve();
    await finish.promise;
  });
  await stored.promise;
  await notifyUser(id, "Mulai belakangan, selesai dulu");
  const [first] = await stream.until(isNotification);
  stream.close();
  finish.resolve();
  await slow;
  const back = await openStream(cookie, { "last-event-id": first?.id ?? "" });
  await back.until(isNotification);
  expect(titles(back.events)).toEqual(["Mulai dulu, selesai belakangan"]);
  back.close();
});

test("a notification whose transaction is rolled back reaches no stream", async () => {
  const { id, cookie } = await someone();
  const stream = await openStream(cookie);
  await expect(
    context.db.transaction(async (tx) => {
      await notifyIn(tx, id, "Tidak jadi");
      throw new Error("batal");
    }),
  ).rejects.toThrow("batal");
  await notifyUser(id, "Jadi");
  await stream.until(isNotification);
  expect(titles(stream.events)).toEqual(["Jadi"]);
  stream.close();
});

test("with many notifications at once and streams that reconnect, each stream gets everything exactly once", async () => {
  const { id, cookie } = await someone();
  const whole = await openStream(cookie);
  const all = Array.from({ length: 60 }, (_, index) => `Kabar ${index}`);
  const received: StreamEvent[] = [];
  let last = whole.events[0]?.id ?? "";
  let telling = true;
  const coming = (async () => {
    while (telling || received.length < all.length) {
      const stream = await openStream(cookie, { "last-event-id": last });
      const part = telling ? stream.events : await stream.until(isNotification, all.length - received.length);
      stream.close();
      received.push(...part.filter(isNotification));
      last = received.at(-1)?.id ?? last;
    }
  })();
  for (let from = 0; from < all.length; from += 6)
    await Promise.all(all.slice(from, from + 6).map((title) => notifyUser(id, title)));
  telling = false;
  await whole.until(isNotification, all.length);
  await coming;
  const sorted = (events: readonly StreamEvent[]) => titles(events).toSorted();
  expect(sorted(whole.events)).toEqual(all.toSorted());
  expect(received.map((one) => one.id)).toEqual(whole.events.filter(isNotification).map((one) => one.id));
  whole.close();
});

test("reading a notification in one window updates the others", async () => {
  const { it, id, cookie } = await someone();
  await notifyUser(id);
  const stream = await openStream(cookie);
  const notification = (await it.call("GET", "/v1/users/notifications")).body.data[0];
  await it.call("PUT", "/v1/users/notifications/update", { id: notification.id, status: "read" });
  await stream.until(({ event }) => event === "read");
  await it.call("PUT", "/v1/users/notifications/read-all");
  await stream.until(({ event }) => event === "read", 2);
  stream.close();
});

test("a stream ends when its session is logged out, revoked or expires", async () => {
  const [out, revoked, expired, other] = await Promise.all([someone(), someone(), someone(), someone()]);
  const streams = await Promise.all([out, revoked, expired].map(({ cookie }) => openStream(cookie)));
  const kept = await openStream(other.cookie);
  await out.it.call("POST", "/v1/auth/logout");
  await context.db.run(sql`delete from sessions where user_id = ${revoked.id}`);
  await context.db.run(sql`update sessions set expires_at = ${context.clock.now()} where user_id = ${expired.id}`);
  for (const stream of streams) {
    await stream.until(({ event }) => event === "ended");
    await stream.ended;
  }
  await notifyUser(other.id);
  await kept.until(isNotification);
  kept.close();
});

test("a user has at most a dozen streams, a process as many as its setting says, and a closed one makes room", async () => {
  const { cookie } = await someone();
  const streams = await Promise.all(Array.from({ length: maxStreamsPerUser }, () => openStream(cookie)));
  const refused = await openEvents(origin, { cookie });
  expect(refused.status).toBe(429);
  const [second, third] = [await someone(), await someone()];
  for (let at = maxStreamsPerUser; at < 20; at += 1) streams.push(await openStream(second.cookie));
  expect((await openEvents(origin, { cookie: third.cookie })).status).toBe(503);
  streams.pop()?.close();
  let status = 503;
  while (status === 503) {
    const stream = await openEvents(origin, { cookie: third.cookie });
    status = stream.status;
    stream.close();
  }
  expect(status).toBe(200);
  for (const stream of streams) stream.close();
});

test("a client that does not read is disconnected, and gets what it missed when it reconnects", async () => {
  const { id, cookie } = await someone();
  const slow = await openStream(cookie);
  slow.pause();
  const long = "Panjang sekali ".repeat(33);
  const count = 12_000;
  await context.db.run(sql`
    insert into notifications (user_id, type, user_type, title, description, dedupe_key, created_at)
    select ${id}, 'user', 'buyer', 'Kabar ' || n, ${long}, 'banyak:' || n, ${context.clock.now()} from generate_series(1, ${count}) n`);
  await deliverNotifications(context);
  const connections = () => new Promise<number>((done) => api.app.server.getConnections((_error, open) => done(open)));
  while ((await connections()) > 0) await new Promise((next) => setImmediate(next));
  slow.resume();
  await slow.ended;
  expect(slow.events.filter(isNotification).length).toBeLessThan(count);
  await context.db.run(sql`delete from notifications where user_id = ${id} and title not in ('Kabar 1', 'Kabar 2')`);
  const back = await openStream(cookie, { "last-event-id": "0" });
  expect(titles(back.events).toSorted()).toEqual(["Kabar 1", "Kabar 2"]);
  back.close();
});

test("notifications that another process stored arrive here, also when the message about them is lost", async () => {
  const { id, cookie } = await someone();
  const stream = await openStream(cookie);
  const other = await openContext(context.config, context.databaseUrl, createAuthenticate);
  try {
    // The other process dies between its commit and the delivery. A sweep of this process finds the notification.
    await notifyUser(id, "Ditinggalkan", other.db);
    await stream.until(isNotification);
    // The other process delivers, and its message is lost. This process reads at its next interval.
    await other.db.transaction(async (tx) => void (await notifyIn(tx, id, "Tanpa pesan")));
    await deliverNotifications({ ...other, realtime: { ...other.realtime, publish: () => {} } });
    await stream.until(isNotification, 2);
    expect(titles(stream.events)).toEqual(["Ditinggalkan", "Tanpa pesan"]);
  } finally {
    await other.db.close();
    stream.close();
  }
});

test("when the process stops, streams end at once and do not delay the stop", async () => {
  const { cookie } = await someone();
  const stream = await openStream(cookie);
  await api.close();
  await stream.ended;
});
