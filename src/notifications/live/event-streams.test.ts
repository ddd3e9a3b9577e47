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

let toldCount = 0;
function tell(userId: string, title = "Pesanan dikirim", db = context.db): Promise<boolean> {
  return db.transaction((tx) => tellIn(tx, userId, title));
}
function tellIn(tx: Parameters<typeof notify>[0], userId: string, title: string): Promise<boolean> {
  return notify(tx, {
    userId,
    type: "order",
    userType: "buyer",
    transactionId: "01961f6e-0000-7000-8000-000000000001",
    title,
    description: "Paket sedang menuju alamat Anda.",
    dedupeKey: `kabar:${(toldCount += 1)}`,
    now: context.clock.now(),
  });
}

const isNotification = ({ event }: StreamEvent) => event === "notification";
const isUnreadCount = ({ event }: StreamEvent) => event === "unread";
const titles = (events: readonly StreamEvent[]) =>
  events.filter(isNotification).map(({ data }) => (JSON.parse(data) as { tittle: string }).tittle);

async function listening(cookie: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const stream = await openEvents(origin, { cookie, ...headers });
  expect(stream.status).toBe(200);
  await stream.until(isUnreadCount);
  return stream;
}

test("a person's page hears their own news at once, as they stand in the list, and nobody else's", async () => {
  const [one, two] = [await someone(), await someone()];
  await tell(one.id, "Sebelum halaman dibuka");
  await deliverNotifications(context);
  const [hers, his] = await Promise.all([listening(one.cookie), listening(two.cookie)]);
  expect(hers.headers).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
  });
  expect(hers.events).toEqual([{ id: expect.any(String), event: "unread", data: "1" }]);
  expect(his.events).toEqual([{ id: "0", event: "unread", data: "0" }]);
  await tell(one.id, "Untuk Rina");
  await tell(two.id, "Untuk Budi");
  const [news] = await hers.until(isNotification);
  await his.until(isNotification);
  expect([titles(hers.events), titles(his.events)]).toEqual([["Untuk Rina"], ["Untuk Budi"]]);
  const list = (await one.it.call("GET", "/v1/users/notifications")).body.data;
  expect(JSON.parse(news?.data ?? "")).toEqual(list[0]);
  expect(news?.id).toBe(list[0].id);
  hers.close();
  his.close();
});

test("a visitor gets no stream, and nobody chooses whose news to hear", async () => {
  const { cookie, id } = await someone();
  expect((await openEvents(origin, {})).status).toBe(401);
  expect((await openEvents(origin, { cookie: "sid=x" })).status).toBe(401);
  expect((await openEvents(origin, { cookie }, `/v1/users/events?user_id=${id}`)).status).toBe(422);
  expect((await openEvents(origin, { cookie }, "/v1/users/events?after=1")).status).toBe(422);
});

test("what came while the connection was cut comes once, in order, and nothing before it comes again", async () => {
  const { id, cookie } = await someone();
  const before = await listening(cookie);
  await tell(id, "Satu");
  const [last] = await before.until(isNotification);
  before.close();
  for (const title of ["Dua", "Tiga", "Empat"]) await tell(id, title);
  const after = await listening(cookie, { "last-event-id": last?.id ?? "" });
  await tell(id, "Lima");
  await after.until(isNotification, 4);
  expect(titles(after.events)).toEqual(["Dua", "Tiga", "Empat", "Lima"]);
  after.close();
  const asked = await openEvents(origin, { cookie }, `/v1/users/events?after=${last?.id}`);
  await asked.until(isUnreadCount);
  expect(titles(asked.events)).toEqual(["Dua", "Tiga", "Empat", "Lima"]);
  asked.close();
});

test("a page that had nothing yet when it was cut misses nothing either", async () => {
  const { id, cookie } = await someone();
  const before = await listening(cookie);
  before.close();
  await tell(id, "Pertama");
  const after = await listening(cookie, { "last-event-id": before.events[0]?.id ?? "" });
  await after.until(isNotification);
  expect(titles(after.events)).toEqual(["Pertama"]);
  after.close();
});

test("somebody else's news as the last one seen tell nothing: the stream begins now", async () => {
  const [one, two] = [await someone(), await someone()];
  await tell(one.id, "Rahasia");
  await tell(two.id, "Lama");
  await deliverNotifications(context);
  const foreign = (await one.it.call("GET", "/v1/users/notifications")).body.data[0].id as string;
  const stream = await listening(two.cookie, { "last-event-id": foreign });
  expect(titles(stream.events)).toEqual([]);
  stream.close();
});

test("a change that commits late is not lost behind one that began later", async () => {
  const { id, cookie } = await someone();
  const stream = await listening(cookie);
  const finish = Promise.withResolvers<void>();
  const stored = Promise.withResolvers<void>();
  const slow = context.db.transaction(async (tx) => {
    await tellIn(tx, id, "Mulai dulu, selesai belakangan");
    stored.resolve();
    await finish.promise;
  });
  await stored.promise;
  await tell(id, "Mulai belakangan, selesai dulu");
  const [first] = await stream.until(isNotification);
  stream.close();
  finish.resolve();
  await slow;
  const back = await listening(cookie, { "last-event-id": first?.id ?? "" });
  await back.until(isNotification);
  expect(titles(back.events)).toEqual(["Mulai dulu, selesai belakangan"]);
  back.close();
});

test("what is rolled back is told to nobody", async () => {
  const { id, cookie } = await someone();
  const stream = await listening(cookie);
  await expect(
    context.db.transaction(async (tx) => {
      await tellIn(tx, id, "Tidak jadi");
      throw new Error("batal");
    }),
  ).rejects.toThrow("batal");
  await tell(id, "Jadi");
  await stream.until(isNotification);
  expect(titles(stream.events)).toEqual(["Jadi"]);
  stream.close();
});

test("many at once and streams that come and go: each hears everything exactly once", async () => {
  const { id, cookie } = await someone();
  const whole = await listening(cookie);
  const all = Array.from({ length: 60 }, (_, index) => `Kabar ${index}`);
  const heard: StreamEvent[] = [];
  let last = whole.events[0]?.id ?? "";
  let telling = true;
  const coming = (async () => {
    while (telling || heard.length < all.length) {
      const stream = await listening(cookie, { "last-event-id": last });
      const part = telling ? stream.events : await stream.until(isNotification, all.length - heard.length);
      stream.close();
      heard.push(...part.filter(isNotification));
      last = heard.at(-1)?.id ?? last;
    }
  })();
  for (let from = 0; from < all.length; from += 6)
    await Promise.all(all.slice(from, from + 6).map((title) => tell(id, title)));
  telling = false;
  await whole.until(isNotification, all.length);
  await coming;
  const sorted = (events: readonly StreamEvent[]) => titles(events).toSorted();
  expect(sorted(whole.events)).toEqual(all.toSorted());
  expect(heard.map((one) => one.id)).toEqual(whole.events.filter(isNotification).map((one) => one.id));
  whole.close();
});

test("reading in one window is heard in the others", async () => {
  const { it, id, cookie } = await someone();
  await tell(id);
  const stream = await listening(cookie);
  const news = (await it.call("GET", "/v1/users/notifications")).body.data[0];
  await it.call("PUT", "/v1/users/notifications/update", { id: news.id, status: "read" });
  await stream.until(({ event }) => event === "read");
  await it.call("PUT", "/v1/users/notifications/read-all");
  await stream.until(({ event }) => event === "read", 2);
  stream.close();
});

test("a stream ends with its session, by itself: logged out, revoked or expired", async () => {
  const [out, revoked, expired, other] = await Promise.all([someone(), someone(), someone(), someone()]);
  const streams = await Promise.all([out, revoked, expired].map(({ cookie }) => listening(cookie)));
  const kept = await listening(other.cookie);
  await out.it.call("POST", "/v1/auth/logout");
  await context.db.run(sql`delete from sessions where user_id = ${revoked.id}`);
  await context.db.run(sql`update sessions set expires_at = ${context.clock.now()} where user_id = ${expired.id}`);
  for (const stream of streams) {
    await stream.until(({ event }) => event === "ended");
    await stream.ended;
  }
  await tell(other.id);
  await kept.until(isNotification);
  kept.close();
});

test("one person keeps a dozen streams at most, one process as many as it is set to, and a closed one makes room", async () => {
  const { cookie } = await someone();
  const streams = await Promise.all(Array.from({ length: maxStreamsPerUser }, () => listening(cookie)));
  const refused = await openEvents(origin, { cookie });
  expect(refused.status).toBe(429);
  const [second, third] = [await someone(), await someone()];
  for (let at = maxStreamsPerUser; at < 20; at += 1) streams.push(await listening(second.cookie));
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

test("a reader that does not read is cut off, and finds what it missed when it comes back", async () => {
  const { id, cookie } = await someone();
  const slow = await listening(cookie);
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
  const back = await listening(cookie, { "last-event-id": "0" });
  expect(titles(back.events).toSorted()).toEqual(["Kabar 1", "Kabar 2"]);
  back.close();
});

test("news stored by another process are heard here, also when the message about them is lost", async () => {
  const { id, cookie } = await someone();
  const stream = await listening(cookie);
  const other = await openContext(context.config, context.databaseUrl, createAuthenticate);
  try {
    // The other process dies between its commit and the delivery: a sweep of this one finds what it left.
    await tell(id, "Ditinggalkan", other.db);
    await stream.until(isNotification);
    // The other process delivers, and its message does not arrive: this one looks by itself.
    await other.db.transaction(async (tx) => void (await tellIn(tx, id, "Tanpa pesan")));
    await deliverNotifications({ ...other, realtime: { ...other.realtime, publish: () => {} } });
    await stream.until(isNotification, 2);
    expect(titles(stream.events)).toEqual(["Ditinggalkan", "Tanpa pesan"]);
  } finally {
    await other.db.close();
    stream.close();
  }
});

test("when the process stops, streams end at once and the stop does not wait for them", async () => {
  const { cookie } = await someone();
  const stream = await listening(cookie);
  await api.close();
  await stream.ended;
});
