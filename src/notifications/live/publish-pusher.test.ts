import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { makeAccountsApi, makeLoggedIn } from "../../../test/make/accounts.ts";
import { makeContext } from "../../../test/make/context.ts";
import { startPusherDouble, type PusherDouble } from "../../../test/doubles/pusher.ts";
import { readConfig } from "#lib/config.ts";
import { sql } from "#lib/database.ts";
import { deliverNotifications } from "./deliver-notifications.ts";
import { notify } from "../notify.ts";
import { publishToPusher } from "./publish-pusher.ts";
import { pusherChannel } from "../rules.ts";
import { makeTemplateText } from "../../../test/make/template-text.ts";

let pusher: PusherDouble;
let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeAccountsApi>>;
let people = 0;

beforeAll(async () => {
  pusher = await startPusherDouble();
  context = await makeContext(pusher.settings);
  api = await makeAccountsApi(context);
});
afterAll(async () => {
  await api?.close();
  await context?.close();
  await pusher?.close();
});

async function someone() {
  const it = api.visitor(`10.5.0.${(people += 1)}`);
  return { it, id: (await makeLoggedIn(it)).id };
}

/** Stores a notification and returns the ids in the job for Pusher. */
async function notifyUser(userId: string, title: string): Promise<string[]> {
  await context.db.run(sql`delete from graphile_worker._private_jobs`);
  await context.db.transaction((tx) =>
    notify(tx, {
      userId,
      type: "order",
      userType: "buyer",
      title: makeTemplateText(title),
      description: makeTemplateText("Paket sedang menuju alamat Anda."),
      dedupeKey: randomUUID(),
      now: context.clock.now(),
    }),
  );
  await deliverNotifications(context);
  const rows = await context.db.rows<{ payload: { ids: string[] } }>(sql`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'notifications.publish_pusher'`);
  return rows.flatMap(({ payload }) => payload.ids);
}

type Received = { event: string; channel?: string; data: string };
/** A browser's connection to Pusher, with its messages and a function that waits for one. */
async function connect() {
  const socket = new WebSocket(`${pusher.origin.replace("http", "ws")}/app/kunci-uji?protocol=7&client=js&version=8`);
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  socket.on("message", (raw) => {
    received.push(JSON.parse(String(raw as Buffer)) as Received);
    for (const look of waiting) look();
  });
  const until = (event: string) =>
    new Promise<Received>((done) => {
      const look = () => {
        const found = received.find((one) => one.event === event);
        if (found) done(found);
      };
      waiting.add(look);
      look();
    });
  const established = JSON.parse((await until("pusher:connection_established")).data) as { socket_id: string };
  return {
    socketId: established.socket_id,
    received,
    until,
    subscribe: (channel: string, auth: string) =>
      socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel, auth } })),
    close: () => socket.close(),
  };
}

test("with Pusher Channels set up, notifications reach the user's private channel with the fields of the list", async () => {
  const { it, id } = await someone();
  const browser = await connect();
  const body = { socket_id: browser.socketId, channel_name: pusherChannel(id) };
  const signed = await it.call("POST", "/v1/users/realtime/auth", body);
  expect(signed.status).toBe(200);
  browser.subscribe(pusherChannel(id), signed.body.auth);
  await browser.until("pusher_internal:subscription_succeeded");
  await publishToPusher(context, await notifyUser(id, "Pesanan dikirim"));
  const notification = await browser.until("notification");
  expect(notification.channel).toBe(pusherChannel(id));
  const list = (await it.call("GET", "/v1/users/notifications")).body.data;
  expect(JSON.parse(notification.data)).toEqual(list[0]);
  browser.close();
});

test("no user can subscribe to another's channel, and a visitor to none", async () => {
  const [one, two] = [await someone(), await someone()];
  const browser = await connect();
  for (const channel of [pusherChannel(two.id), `${pusherChannel(one.id)}x`, "presence-all", "private-user-", "x"]) {
    const body = { socket_id: browser.socketId, channel_name: channel };
    const { status, body: answer } = await one.it.call("POST", "/v1/users/realtime/auth", body);
    expect([status, answer.auth], channel).toEqual([403, undefined]);
  }
  const own = { socket_id: browser.socketId, channel_name: pusherChannel(one.id) };
  expect((await api.visitor().call("POST", "/v1/users/realtime/auth", own)).status).toBe(401);
  for (const socket_id of ["1.2:private-user-x", "", "1", "1.2\n"])
    expect((await one.it.call("POST", "/v1/users/realtime/auth", { ...own, socket_id })).status).toBe(422);
  // A signature for one's own channel is not valid for another.
  const { body } = await one.it.call("POST", "/v1/users/realtime/auth", own);
  browser.subscribe(pusherChannel(two.id), body.auth);
  await browser.until("pusher:subscription_error");
  expect(pusher.refused).toContain(pusherChannel(two.id));
  browser.close();
});

test("a request that Pusher refuses fails, so that the job is retried and then succeeds", async () => {
  const { id } = await someone();
  const ids = await notifyUser(id, "Sesudah gangguan");
  pusher.fail(503, 1);
  await expect(publishToPusher(context, ids)).rejects.toThrow();
  await publishToPusher(context, ids);
  expect(pusher.events.filter(({ data }) => data.includes("Sesudah gangguan"))).toHaveLength(1);
});

/** Signs twice in a process that cannot read the library the first time, and prints what came of it. */
const signTwice = `
  import { registerHooks } from "node:module";
  const failures = ["The library cannot be read."];
  registerHooks({
    resolve(name, context, next) {
      const failure = name === "pusher" && failures.pop();
      if (failure) throw new Error(failure);
      return next(name, context);
    },
  });
  const load = (path) => import(path);
  const { authorizePusherChannel } = await load("./src/notifications/live/publish-pusher.ts");
  const { readConfig } = await load("./src/lib/config.ts");
  const config = readConfig(process.env);
  const sign = () => authorizePusherChannel(config, "7", "1.2", "private-user-7").then(({ auth }) => auth, String);
  process.stdout.write(JSON.stringify([await sign(), await sign()]));
`;

test("a library that could not be read once is read again when the next browser subscribes", async () => {
  const words = ["--no-warnings", "--input-type=module", "--eval", signTwice];
  const cwd = fileURLToPath(new URL("../../..", import.meta.url));
  const env = { ...pusher.settings, NODE_ENV: "test" };
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd, env });
  expect(JSON.parse(stdout)).toEqual([
    "Error: The library cannot be read.",
    expect.stringMatching(/^kunci-uji:/) as string,
  ]);
});

test("without Pusher nothing is queued for it and nothing is signed", async () => {
  const plain = await makeContext();
  try {
    const own = await makeAccountsApi(plain);
    const it = own.visitor("10.5.1.1");
    const { id } = await makeLoggedIn(it);
    const body = { socket_id: "1.2", channel_name: pusherChannel(id) };
    expect((await it.call("POST", "/v1/users/realtime/auth", body)).status).toBe(403);
    await own.close();
  } finally {
    await plain.close();
  }
});

test("an incomplete Pusher setting stops the start", () => {
  const { settings } = pusher;
  for (const name of Object.keys(settings)) {
    const { [name]: _gone, ...rest } = settings;
    expect(() => readConfig(rest), name).toThrow(/PUSHER/);
  }
  const { PUSHER_HOST: _host, ...hosted } = settings;
  const { pusher: read } = readConfig({ ...hosted, PUSHER_CLUSTER: "ap1" });
  expect([read?.api.origin, read?.socket.origin]).toEqual(["https://api-ap1.pusher.com", "https://ws-ap1.pusher.com"]);
});
