/** Open event streams: how much memory they need, and how soon notifications arrive. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { createAuthenticate } from "../src/accounts/session/session.ts";
import { readConfig } from "../src/lib/config.ts";
import type { Context } from "../src/lib/context.ts";
import { sql, type Database } from "../src/lib/database.ts";
import { createHttp } from "../src/lib/http/create-http.ts";
import { openContext } from "../src/lib/open-context.ts";
import { startDelivery } from "../src/notifications/live/deliver-notifications.ts";
import { notify } from "../src/notifications/notify.ts";
import { notificationRoutes } from "../src/notifications/routes.ts";
import { makeTemplateText } from "../test/make/template-text.ts";

type Person = { id: string; token: string };

/** Users with a session each. */
async function makePeople(db: Database, count: number): Promise<Person[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString("base64url"));
  const people = await db.rows<{ id: string }>(sql`
    insert into users (email, name) select 'arus-' || gen_random_uuid() || '@kawung.test', 'Pendengar' from generate_series(1, ${count})
    returning id`);
  const ids = people.map(({ id }) => id);
  const hashes = tokens.map((token) => createHash("sha256").update(token).digest());
  await db.run(sql`
    insert into sessions (token_hash, user_id, created_at, last_seen_at, authenticated_at, expires_at, ends_at)
    select hash, id, now(), now(), now(), now() + interval '1 day', now() + interval '1 day' from unnest(${ids}::uuid[], ${hashes}::bytea[]) as given (id, hash)`);
  return ids.map((id, at) => ({ id, token: tokens[at] ?? "" }));
}

/** Opens a stream. Resolves after its first event; `onText` gets each later piece of text. */
function open(origin: string, { token }: Person, onText: (text: string) => void): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
    const request = get(`${origin}/v1/users/events`, { agent: false, headers });
    request.on("error", fail);
    request.on("response", (response) => {
      if (response.statusCode !== 200) return fail(new Error(`a stream answered ${response.statusCode}`));
      let isOpen = false;
      response.setEncoding("utf8");
      response.on("error", () => {});
      response.on("data", (text: string) => {
        if (isOpen) return onText(text);
        isOpen = text.includes("event: unread");
        if (isOpen) done(response);
        return undefined;
      });
      return undefined;
    });
  });
}

/** Keeps `count` streams open. `memory` returns the server's resident megabytes. */
export async function costOfStreams(
  origin: string,
  db: Database,
  count: number,
  memory: () => Promise<number>,
): Promise<{ streams: number; before_mb: number; rss_mb: number; received: number }> {
  const people = await makePeople(db, count);
  const before = await memory();
  let received = 0;
  const all = Promise.withResolvers<void>();
  const streams: IncomingMessage[] = [];
  for (let from = 0; from < count; from += 50) {
    const opened = people.slice(from, from + 50).map((person) =>
      open(origin, person, (text) => {
        received += text.split("event: notification").length - 1;
        if (received === count) all.resolve();
      }),
    );
    streams.push(...(await Promise.all(opened)));
  }
  // Everyone gets a notification at the same time, so that the figure includes the cost of sending.
  await db.run(sql`
    insert into notifications (user_id, type, user_type, title, description, dedupe_key, created_at)
    select id, 'user', 'buyer', 'Kabar untuk semua', 'Ada yang perlu Anda ketahui.', 'arus', now()
    from unnest(${people.map(({ id }) => id)}::uuid[]) as given (id)`);
  await all.promise;
  const rss = await memory();
  for (const stream of streams) stream.destroy();
  return { streams: count, before_mb: before, rss_mb: rss, received };
}

/**
 * Milliseconds from the start of the transaction that stores a notification until the page receives it, `rounds` times.
 */
async function latency(
  context: Context,
  origin: string,
  person: Person,
  rounds: number,
): Promise<{ median_ms: number; worst_ms: number }> {
  let arrived = () => {};
  const stream = await open(origin, person, (text) => {
    if (text.includes("event: notification")) arrived();
  });
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const received = new Promise<void>((done) => (arrived = done));
    const began = performance.now();
    await context.db.transaction((tx) =>
      notify(tx, {
        userId: person.id,
        type: "order",
        userType: "buyer",
        title: makeTemplateText("Pesanan dikirim"),
        description: makeTemplateText("Paket sedang menuju alamat Anda."),
        dedupeKey: randomUUID(),
        now: new Date(),
      }),
    );
    await received;
    times.push(performance.now() - began);
  }
  stream.destroy();
  times.sort((a, b) => a - b);
  const rounded = (value: number | undefined) => Math.round((value ?? 0) * 10) / 10;
  return { median_ms: rounded(times[Math.floor(rounds / 2)]), worst_ms: rounded(times.at(-1)) };
}

/**
 * How soon notifications reach a page of the process that stored them, and a page of another process, the server at
 * `origin`.
 */
export async function latencyOfNotifications(
  origin: string,
  databaseUrl: string,
  dataDir: string,
): Promise<Record<"one process" | "two processes", { median_ms: number; worst_ms: number }>> {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "error", NODE_ENV: "test", PORT: "0" });
  const context = await openContext(config, databaseUrl, createAuthenticate);
  await context.realtime.start();
  const delivery = startDelivery(context);
  const app = await createHttp(context);
  await app.register(async (scope) => notificationRoutes(scope, context));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const own = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const [one, two] = await makePeople(context.db, 2);
  if (!one || !two) throw new Error("there are no listeners");
  const figures = {
    "one process": await latency(context, own, one, 50),
    "two processes": await latency(context, origin, two, 50),
  };
  await app.close();
  await delivery.stop();
  await context.realtime.close();
  await context.db.close();
  return figures;
}
