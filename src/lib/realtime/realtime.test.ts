import { createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../test/database.ts";
import { createLog } from "../log.ts";
import { openDatabase, sql, type Database } from "../database.ts";
import { createPageCache } from "../http/page-cache.ts";
import { createRealtime, type OpenTransport, type Realtime } from "./realtime.ts";
import { postgresTransport } from "./postgres-transport.ts";
import { redisTransport } from "./redis-transport.ts";
import { broadcastPurges } from "./broadcast-purges.ts";

const log = createLog("silent");
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { log });
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

/** Two processes that are connected to each other. */
async function twoEnds(open: OpenTransport): Promise<{ one: Realtime; two: Realtime; close(): Promise<void> }> {
  const [one, two] = [createRealtime(open, log), createRealtime(open, log)];
  await Promise.all([one.start(), two.start()]);
  return { one, two, close: async () => void (await Promise.all([one.close(), two.close()])) };
}

/** The messages received on a topic, and a function that waits for them. */
function hearing(realtime: Realtime, topic: string) {
  const received: string[] = [];
  let waiting: { count: number; done: () => void } | undefined;
  realtime.subscribe(topic, (message) => {
    received.push(message);
    if (waiting && received.length >= waiting.count) waiting.done();
  });
  return {
    received,
    until: (count: number) =>
      new Promise<void>((done) => {
        if (received.length >= count) return done();
        waiting = { count, done };
      }),
  };
}

/** What both transports promise. */
async function expectCarries(open: OpenTransport): Promise<void> {
  const { one, two, close } = await twoEnds(open);
  const [here, there, elsewhere] = [hearing(one, "user:a"), hearing(two, "user:a"), hearing(two, "user:b")];
  one.publish("user:a", "kabar");
  expect(here.received).toEqual(["kabar"]);
  await there.until(1);
  // Too many for one text: each arrives once, in order.
  const many = Array.from({ length: 500 }, (_, at) => `${at} ${"é".repeat(20)}`);
  for (const message of many) one.publish("user:a", message);
  two.publish("user:b", "lain");
  await there.until(501);
  expect(there.received).toEqual(["kabar", ...many]);
  expect(here.received).toEqual(["kabar", ...many]);
  expect(elsewhere.received).toEqual(["lain"]);
  expect(() => one.publish("user:a", "x".repeat(4_001))).toThrow();
  await close();
}

/** A page that one process cached is dropped when another one purges it. */
async function expectPurges(open: OpenTransport): Promise<void> {
  const { one, two, close } = await twoEnds(open);
  const [mine, theirs] = [createPageCache(), createPageCache()];
  broadcastPurges(mine, one);
  broadcastPurges(theirs, two);
  const page = (tag: string) => ({
    plain: Buffer.from(tag),
    etag: tag,
    status: 200,
    tags: [tag],
    expires: Date.now() + 60_000,
  });
  theirs.set("/product/pala", page("product:1"));
  theirs.set("/product/lada", page("product:2"));
  const purged = hearing(two, "pages");
  mine.purge(["product:1", "catalog"]);
  await purged.until(1);
  expect(theirs.get("/product/pala")).toBeUndefined();
  expect(theirs.get("/product/lada")).toBeDefined();
  await close();
}

test("PostgreSQL carries messages between processes, each once and in order", async () => {
  await expectCarries(postgresTransport(database.url, db));
});

test("a page that one process purges is purged in all processes (PostgreSQL)", async () => {
  await expectPurges(postgresTransport(database.url, db));
});

test("each process listens with one connection; a lost one is opened again, and then cached pages are dropped", async () => {
  const { one, two, close } = await twoEnds(postgresTransport(database.url, db));
  const listeners = sql`select pid from pg_stat_activity where application_name like 'kawung-listen/%' and datname = current_database()`;
  expect(await db.rows(listeners)).toHaveLength(2);
  const cache = createPageCache();
  broadcastPurges(cache, two);
  cache.set("/", { plain: Buffer.from("x"), etag: "x", status: 200, tags: [], expires: Date.now() + 60_000 });
  const again = Promise.all([one, two].map((end) => new Promise<void>((done) => void end.onReconnect(done))));
  await db.run(sql`select pg_terminate_backend(pid) from (${listeners}) l`);
  await again;
  expect(cache.get("/")).toBeUndefined();
  const there = hearing(two, "user:a");
  one.publish("user:a", "sesudah");
  await there.until(1);
  expect(await db.rows(listeners)).toHaveLength(2);
  await close();
});

test("a process that never connects to the others starts, and its own listeners get its messages", async () => {
  const alone = createRealtime(postgresTransport("postgres://nobody@127.0.0.1:1/none", db), log);
  await alone.start(50);
  const here = hearing(alone, "user:a");
  alone.publish("user:a", "kabar");
  expect(here.received).toEqual(["kabar"]);
  await alone.close();
});

test("a signal is delivered once, after the commit, and never after a rollback", async () => {
  const received: string[] = [];
  const silence = db.onSignal("uji", () => received.push("uji"));
  await db.transaction(async (tx) => {
    tx.signal("uji");
    tx.signal("uji");
    expect(received).toEqual([]);
  });
  expect(received).toEqual(["uji"]);
  await expect(
    db.transaction(async (tx) => {
      tx.signal("uji");
      throw new Error("batal");
    }),
  ).rejects.toThrow("batal");
  expect(received).toEqual(["uji"]);
  db.signal("uji");
  silence();
  db.signal("uji");
  expect(received).toEqual(["uji", "uji"]);
});

/**
 * The part of Redis that the transport uses: HELLO 3, CLIENT, SUBSCRIBE, PUBLISH, PING over RESP3. `cut` closes every
 * connection, as a restart does.
 */
async function redisDouble(): Promise<{ url: string; cut(): void; close(): Promise<void>; commands: string[] }> {
  const sockets = new Map<Socket, Set<string>>();
  const commands: string[] = [];
  const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
  const server = createServer((socket) => {
    sockets.set(socket, new Set());
    let waiting = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (chunk) => {
      waiting = Buffer.concat([waiting, chunk]);
      for (let read = command(waiting); read; read = command(waiting)) {
        waiting = waiting.subarray(read.length);
        answer(socket, read.words);
      }
    });
  });
  function command(from: Buffer): { words: string[]; length: number } | undefined {
    let at = 0;
    const line = () => {
      const end = from.indexOf("\r\n", at);
      if (end < 0) return undefined;
      const text = from.toString("utf8", at, end);
      at = end + 2;
      return text;
    };
    const head = line();
    if (head === undefined) return undefined;
    const words: string[] = [];
    for (let left = Number(head.slice(1)); left > 0; left -= 1) {
      const size = line();
      if (size === undefined) return undefined;
      const end = at + Number(size.slice(1));
      if (from.length < end + 2) return undefined;
      words.push(from.toString("utf8", at, end));
      at = end + 2;
    }
    return { words, length: at };
  }
  function answer(socket: Socket, [name = "", ...words]: string[]): void {
    const verb = name.toUpperCase();
    commands.push(verb);
    if (verb === "HELLO") socket.write(`%2\r\n${bulk("server")}${bulk("redis")}${bulk("proto")}:3\r\n`);
    else if (verb === "PING") socket.write("+PONG\r\n");
    else if (verb === "SUBSCRIBE") {
      for (const channel of words) {
        sockets.get(socket)?.add(channel);
        socket.write(`>3\r\n${bulk("subscribe")}${bulk(channel)}:1\r\n`);
      }
    } else if (verb === "PUBLISH") {
      const [channel = "", text = ""] = words;
      const hearing = [...sockets].filter(([, channels]) => channels.has(channel));
      for (const [one] of hearing) one.write(`>3\r\n${bulk("message")}${bulk(channel)}${bulk(text)}`);
      socket.write(`:${hearing.length}\r\n`);
    } else socket.write("+OK\r\n");
  }
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const cut = () => {
    for (const socket of sockets.keys()) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    commands,
    cut,
    close: () => {
      cut();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

test("Redis carries messages and purges between processes, like PostgreSQL", async () => {
  const redis = await redisDouble();
  await expectCarries(redisTransport(redis.url));
  await expectPurges(redisTransport(redis.url));
  expect(redis.commands).toContain("HELLO");
  await redis.close();
});

test("a lost connection to Redis is opened again and reported", async () => {
  const redis = await redisDouble();
  const { one, two, close } = await twoEnds(redisTransport(redis.url));
  const again = Promise.all([one, two].map((end) => new Promise<void>((done) => void end.onReconnect(done))));
  redis.cut();
  await again;
  const there = hearing(two, "user:a");
  one.publish("user:a", "sesudah");
  await there.until(1);
  expect(there.received).toEqual(["sesudah"]);
  await close();
  await redis.close();
});
