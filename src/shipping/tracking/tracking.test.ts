import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createHttp } from "#lib/http/create-http.ts";
import type { JobHandlers, JobPayloads } from "#lib/jobs.ts";
import { sql } from "#lib/database.ts";
import { addDuration, day, hour, minute } from "#lib/time.ts";
import { startBiteshipDouble, type BiteshipDouble } from "../../../test/doubles/biteship.ts";
import type { Mood } from "../../../test/doubles/json-service.ts";
import { startRajaongkirDouble, type RajaongkirDouble } from "../../../test/doubles/rajaongkir.ts";
import { makeContext } from "../../../test/make/context.ts";
import { makeJobsDue, workJobs } from "../../../test/run-jobs.ts";
import { shippingJobs } from "../jobs.ts";
import { shippingNotificationRoutes } from "../notifications/routes.ts";
import { maxScans, type PlatformId } from "../providers/rules.ts";
import { scanSourceOf } from "../scan-sources.ts";
import { confirmScans, followParcel } from "./follow-parcel.ts";
import { deleteFollowed } from "./queries.ts";
import { pollParcels } from "./poll-parcels.ts";
import { followDuration, pollInterval, retryInterval } from "./rules.ts";

let biteship: BiteshipDouble;
let rajaongkir: RajaongkirDouble;
let context: Awaited<ReturnType<typeof makeContext>>;
let app: FastifyInstance;
let isConfirming = true;
let found: JobPayloads["shipping.scans_found"][] = [];
const now = new Date("2026-11-22T03:00:00Z");
/** Stands for orders, which handles what was found. */
const listener: JobHandlers = {
  "shipping.scans_found": async (payload) => {
    found.push(payload);
    const { parcelId, digest = "" } = payload;
    if (isConfirming) await context.db.transaction((tx) => confirmScans(tx, parcelId, digest));
  },
};

beforeAll(async () => {
  [biteship, rajaongkir] = await Promise.all([startBiteshipDouble(), startRajaongkirDouble()]);
  context = await makeContext({
    ...biteship.settings,
    ...rajaongkir.settings,
    SHIPPING_TRACKING: "biteship rajaongkir",
  });
  app = await createHttp(context);
  shippingNotificationRoutes(app, context);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await context.close();
  await Promise.all([biteship.close(), rajaongkir.close()]);
});
beforeEach(async () => {
  found = [];
  isConfirming = true;
  for (const double of [biteship, rajaongkir]) {
    double.mood = "well";
    double.next.length = 0;
  }
  await context.db.run(sql`delete from tracking_polls`);
});

let made = 0;
/** Follows a new parcel. Returns its ids. */
async function follow(
  fields: { provider?: PlatformId; courier?: string; phone?: string; at?: Date } = {},
): Promise<{ parcelId: string; number: string }> {
  made += 1;
  const parcel = { parcelId: randomUUID(), number: `TLJR${String(1_000_000_000 + made)}` };
  const { provider = "biteship", courier = "jne-reg", phone = null, at = now } = fields;
  await context.db.transaction((tx) =>
    followParcel(tx, { parcelId: parcel.parcelId, provider, courier, trackingNumber: parcel.number, phone }, at),
  );
  return parcel;
}
const jobs = () => workJobs(context, listener, shippingJobs);
const poll = async (at = now) => {
  await pollParcels(context, at);
  await jobs();
};
const followed = (parcelId: string) =>
  context.db.row<{ poll_at: Date; failures: number; quiet_polls: number }>(
    sql`select poll_at, failures, quiet_polls from tracking_polls where parcel_id = ${parcelId}`,
  );

test("a poll passes every scan of a parcel on, oldest first and in our words, and ends when it has arrived", async () => {
  const { parcelId, number } = await follow();
  const at = (hours: number) => addDuration(now, (hours - 30) * hour);
  biteship.setParcel({ waybill: number });
  biteship.scan(number, "dropping_off", "Transit Jakarta", at(5));
  biteship.scan(number, "picked", "Diserahkan\u0000ke kurir", at(1));
  biteship.scan(number, "teleported", "Status baru", at(6));
  await poll();
  const scan = (status: string, note: string, hours: number) => ({
    status,
    place: "",
    note,
    scannedAt: at(hours).toISOString(),
  });
  const first = [scan("picked", "Diserahkan ke kurir", 1), scan("in_transit", "Transit Jakarta", 5)];
  expect(found).toMatchObject([
    { parcelId, courier: "jne-reg", trackingNumber: number, source: "biteship", scans: first },
  ]);
  expect(await followed(parcelId)).toMatchObject({ poll_at: addDuration(now, pollInterval(0)), failures: 0 });
  await poll();
  expect(found).toHaveLength(1);

  biteship.scan(number, "delivered", "", at(20));
  const later = addDuration(now, day);
  await poll(later);
  expect(found[1]?.scans).toEqual([...first, scan("delivered", "", 20)]);
  expect(await followed(parcelId)).toBeUndefined();
});

test("an answer is passed on until orders confirms it, and then only when there is something new", async () => {
  const { parcelId, number } = await follow();
  biteship.setParcel({ waybill: number });
  biteship.scan(number, "picked", "", addDuration(now, -hour));
  isConfirming = false;
  await poll(now);
  await poll(addDuration(now, day));
  expect(found).toHaveLength(2);
  isConfirming = true;
  for (const days of [2, 3, 4]) await poll(addDuration(now, days * day));
  expect(found).toHaveLength(3);
  biteship.scan(number, "delivered", "", addDuration(now, 4 * day));
  isConfirming = false;
  await poll(addDuration(now, 5 * day));
  expect(await followed(parcelId)).toBeDefined();
  isConfirming = true;
  await poll(addDuration(now, 6 * day));
  expect(found).toHaveLength(5);
  expect(await followed(parcelId)).toBeUndefined();
});

test("RajaOngkir's manifest becomes scans, with the phone's last digits where a courier wants them", async () => {
  const { parcelId, number } = await follow({ provider: "rajaongkir", phone: "+62 812-3456-7890" });
  const entry = (text: string, date: string, time: string) => ({
    manifest_code: "x",
    manifest_description: text,
    manifest_date: date,
    manifest_time: time,
    city_name: "JAKARTA",
  });
  const parcel = {
    awb: number,
    courier: "jne",
    phone: "081234567890",
    manifest: [
      entry("WITH DELIVERY COURIER [JAKARTA]", "2026-11-21", "09:10"),
      entry("SHIPMENT RECEIVED BY JNE COUNTER OFFICER", "2026-11-19", "17:00:30"),
      entry("RECEIVED AT SORTING CENTER", "2026-11-20", "03:00"),
      entry("tanpa tanggal", "", ""),
    ],
  };
  rajaongkir.setParcel(parcel);
  await poll();
  expect(found[0]?.scans.map(({ status, scannedAt, place }) => [status, scannedAt, place])).toEqual([
    ["picked", "2026-11-19T10:00:30.000Z", "JAKARTA"],
    ["in_transit", "2026-11-19T20:00:00.000Z", "JAKARTA"],
    ["out_for_delivery", "2026-11-21T02:10:00.000Z", "JAKARTA"],
  ]);
  rajaongkir.setParcel({ ...parcel, pod: { receiver: "IBU SARI", date: "2026-11-21", time: "11:00" } });
  await poll(addDuration(now, hour));
  expect(found[1]?.scans.at(-1)).toEqual({
    status: "delivered",
    place: "JAKARTA",
    note: "Diterima IBU SARI",
    scannedAt: "2026-11-21T04:00:00.000Z",
  });
  expect(await followed(parcelId)).toBeUndefined();
});

test("a parcel that RajaOngkir calls delivered after a return has come back to its sender", async () => {
  const { number } = await follow({ provider: "rajaongkir" });
  const entry = (text: string, time: string) => ({
    manifest_code: "x",
    manifest_description: text,
    manifest_date: "2026-11-20",
    manifest_time: time,
    city_name: "BANDUNG",
  });
  rajaongkir.setParcel({
    awb: number,
    courier: "jne",
    manifest: [entry("Paket RETUR ke pengirim", "10:00"), entry("RECEIVED AT SORTING CENTER", "12:00")],
    pod: { receiver: "TOKO", date: "2026-11-21", time: "11:00" },
  });
  await poll();
  expect(found[0]?.scans.map(({ status }) => status)).toEqual(["on_hold", "in_transit", "returned"]);
});

test("an arrival that Biteship does not date has the time of reading, and a long history newest first keeps its end", async () => {
  const undated = await follow();
  biteship.setParcel({ waybill: undated.number, status: "delivered" });
  const long = await follow();
  const parcel = biteship.setParcel({ waybill: long.number });
  for (let n = 0; n < maxScans + 10; n += 1)
    biteship.scan(long.number, "dropping_off", `Transit ${n}`, addDuration(now, (n - 100) * hour));
  biteship.scan(long.number, "delivered", "", addDuration(now, -hour));
  parcel.history.reverse();
  await poll();
  const scansOf = (parcelId: string) => found.find((one) => one.parcelId === parcelId)?.scans ?? [];
  expect(scansOf(undated.parcelId)).toEqual([
    { status: "delivered", place: "", note: "", scannedAt: now.toISOString() },
  ]);
  expect(scansOf(long.parcelId)).toHaveLength(maxScans);
  expect(scansOf(long.parcelId).at(-1)).toMatchObject({ status: "delivered" });
});

test("a number that the platform does not know yet is asked about again, less and less often", async () => {
  const { parcelId } = await follow();
  let at = now;
  for (let quiet = 1; quiet <= 4; quiet += 1) {
    await poll(at);
    const { poll_at: next, quiet_polls } = (await followed(parcelId)) ?? {};
    expect([next, quiet_polls]).toEqual([addDuration(at, pollInterval(quiet)), quiet]);
    at = next ?? at;
  }
  expect(pollInterval(4)).toBeGreaterThan(pollInterval(1));
  expect(found).toEqual([]);
});

test("a platform that is down, slow to read or wrong loses no scan and delays only its own parcels", async () => {
  const rajaongkirParcel = await follow({ provider: "rajaongkir", courier: "sicepat-reg" });
  rajaongkir.setParcel({ awb: rajaongkirParcel.number, courier: "sicepat", manifest: [] });
  let at = now;
  for (const mood of ["broken", "page", "garbage", "redirect", "busy", "cut"] satisfies Mood[]) {
    const { parcelId, number } = await follow({ at });
    biteship.setParcel({ waybill: number });
    biteship.scan(number, "picked", "", addDuration(at, -hour));
    biteship.mood = mood;
    // Another setting object: each mood begins without a pause.
    await pollParcels({ ...context, config: { ...context.config } }, at);
    expect(await followed(parcelId), mood).toMatchObject({ failures: 1, poll_at: addDuration(at, retryInterval(1)) });
    biteship.mood = "well";
    at = addDuration(at, retryInterval(1));
    await poll(at);
    expect(
      found.map((one) => one.parcelId),
      mood,
    ).toContain(parcelId);
    await deleteFollowed(context.db, parcelId);
  }
  expect(await followed(rajaongkirParcel.parcelId)).toMatchObject({ failures: 0 });
});

test("an answer about another parcel counts for nothing", async () => {
  const { parcelId, number } = await follow();
  biteship.setParcel({ waybill: number }).waybill = "TLJR9999999999";
  biteship.next.length = 0;
  await poll();
  expect(found).toEqual([]);
  expect(await followed(parcelId)).toMatchObject({ failures: 1 });
});

test("after three failures in a row a platform is left alone, and every other parcel keeps its turn", async () => {
  const parcels = await Promise.all(Array.from({ length: 12 }, () => follow()));
  const fresh = { ...context, config: { ...context.config } };
  biteship.mood = "broken";
  const before = biteship.calls.length;
  await pollParcels(fresh, now);
  // Each failing call is sent a second time, and four run at once.
  expect(biteship.calls.length - before).toBeLessThanOrEqual(16);
  const waiting = await context.db.rows<{ parcel_id: string }>(
    sql`select parcel_id from tracking_polls where poll_at = ${now} order by poll_at`,
  );
  expect(waiting.length).toBeGreaterThanOrEqual(parcels.length - 8);
});

test("a notification makes its parcel due at once, in either form, and repeating it changes nothing", async () => {
  for (const form of ["flat", "nested"] as const) {
    const { parcelId, number } = await follow();
    biteship.setParcel({ waybill: number });
    const realTime = context.clock.now();
    await poll(realTime);
    expect((await followed(parcelId))?.poll_at).toEqual(addDuration(realTime, pollInterval(1)));
    biteship.scan(number, "picked", "", addDuration(now, -minute));
    const send = () => notify(biteship.notification(number, form));
    const verdicts = [await send(), await send()];
    expect(verdicts.map(({ status, body }) => [status, body.verdict])).toEqual([
      [200, "noted"],
      [200, "noted"],
    ]);
    await makeJobsDue(context);
    await jobs();
    await jobs();
    expect(found.at(-1)).toMatchObject({ parcelId, scans: [{ status: "picked" }] });
  }
});

test("a forged notification asks nobody, and one about a foreign parcel is answered and ignored", async () => {
  const { parcelId, number } = await follow();
  biteship.setParcel({ waybill: number });
  await poll();
  const { poll_at: due } = (await followed(parcelId)) ?? {};
  const body = biteship.notification(number);
  for (const headers of [{}, { "x-biteship-secret": "" }, { "x-biteship-secret": "rahasia-lain" }] as Record<
    string,
    string
  >[])
    expect((await notify(body, headers)).body).toMatchObject({ code: "shipping.bad_signature" });
  expect(await followed(parcelId)).toMatchObject({ poll_at: due });
  expect(await notify({ ...body, courier_waybill_id: "TLJR0000000000" })).toMatchObject({
    status: 200,
    body: { verdict: "ignored" },
  });
  for (const odd of [{ event: 7 }, { event: "order.status" }, { courier: "jne" }, { order_id: "a".repeat(5000) }])
    expect((await notify(odd)).status, JSON.stringify(odd).slice(0, 40)).toBe(200);
});

test("the call with which Biteship saves an address is answered, with an empty body and with none", async () => {
  expect(await notify({}, {})).toMatchObject({ status: 200, body: { verdict: "ignored" } });
  const bare = await app.inject({ method: "POST", url: "/v1/shipping/notifications/biteship" });
  expect([bare.statusCode, bare.json<{ verdict: string }>().verdict]).toEqual([200, "ignored"]);
});

test("a parcel is not followed for ever", async () => {
  const old = await follow({ at: addDuration(now, -followDuration - day) });
  await poll();
  expect(await followed(old.parcelId)).toBeUndefined();
});

test("the first platform that knows a courier reports its scans; without one only the simulator does", () => {
  const { config } = context;
  expect(scanSourceOf(config, "jne-reg")).toBe("biteship");
  expect(scanSourceOf(config, "self")).toBeNull();
  const shipping = { ...config.shipping, tracking: ["rajaongkir"] as const };
  expect(scanSourceOf({ ...config, shipping }, "jne-reg")).toBe("rajaongkir");
  expect(scanSourceOf({ ...config, shipping }, "gojek-instant")).toBe("simulator");
  expect(scanSourceOf({ production: true, demo: false, shipping }, "gojek-instant")).toBeNull();
});

test("the job of the schedule polls", async () => {
  const { parcelId, number } = await follow({ at: addDuration(context.clock.now(), -minute) });
  biteship.setParcel({ waybill: number });
  await shippingJobs["shipping.poll_parcels"]?.({}, context);
  expect(await followed(parcelId)).toMatchObject({ quiet_polls: 1 });
});

async function notify(body: object, headers: Record<string, string> = biteship.headers) {
  const answer = await app.inject({
    method: "POST",
    url: "/v1/shipping/notifications/biteship",
    headers,
    payload: body,
  });
  return { status: answer.statusCode, body: answer.json<{ verdict?: string; code?: string }>() };
}
