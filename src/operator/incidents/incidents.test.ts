import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type World } from "../../../test/attacks/make-world.ts";
import { sql } from "#lib/database.ts";
import { componentStates, maxOpenIncidents } from "./rules.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const opened = {
  component: "payments",
  impact: "down",
  title: "Pembayaran QRIS gagal",
  text: "Kami sedang memeriksanya.",
};
const open = (change: object = {}) => world.operator.call("POST", "/v1/operator/incidents", { ...opened, ...change });
const say = (id: string, body: object) =>
  world.operator.call("POST", `/v1/operator/incidents/${id}/updates`, { impact: "slow", ends: false, ...body });
const status = async () => (await world.nobody.call("GET", "/v1/status")).body.result;
const impactOf = async (component: string) =>
  (await status()).components.find((one: { component: string }) => one.component === component).impact;

async function clear(): Promise<void> {
  await world.context.db.run(sql`delete from incident_updates`);
  await world.context.db.run(sql`delete from incidents`);
  await world.context.db.run(sql`delete from graphile_worker._private_jobs`);
  world.context.pages.purge(["status"]);
}

test("a part is as bad as its worst incident, and slow when its background work is late", () => {
  const state = (open: Parameters<typeof componentStates>[0], late: string[] = []) =>
    componentStates(open, new Set(late)).find(({ component }) => component === "shipping")?.impact;
  expect(state([])).toBeNull();
  expect(state([{ component: "payments", impact: "down" }])).toBeNull();
  expect(state([{ component: "shipping", impact: "maintenance" }], ["orders"])).toBe("maintenance");
  expect(
    state([
      { component: "shipping", impact: "slow" },
      { component: "shipping", impact: "down" },
    ]),
  ).toBe("down");
  expect(state([], ["shipping"])).toBe("slow");
});

test("everybody reads an incident at once, how it goes on, and its end", async () => {
  await clear();
  expect(await impactOf("payments")).toBeNull();
  const { id } = (await open()).body.data;
  expect(await impactOf("payments")).toBe("down");
  const page = await world.nobody.open("/status");
  expect(page.text).toContain("Pembayaran QRIS gagal");
  expect((await say(id, { text: "Sebagian sudah berjalan lagi.", version: 1 })).status).toBe(200);
  expect(await impactOf("payments")).toBe("slow");
  const late = await say(id, { text: "Saya membaca kabar lama.", version: 1 });
  expect([late.status, late.body.code]).toEqual([409, "incidents.changed"]);
  expect((await say(id, { text: "Semua berjalan lagi.", version: 2, ends: true })).status).toBe(200);
  expect((await say(id, { text: "Setelah selesai tidak ada kabar.", version: 3 })).body.code).toBe("incidents.changed");
  const after = await status();
  expect(after.open).toEqual([]);
  expect(after.ended[0].updates.map(({ text }: { text: string }) => text)).toEqual([
    "Semua berjalan lagi.",
    "Sebagian sudah berjalan lagi.",
    "Kami sedang memeriksanya.",
  ]);
  const missing = await say("0198c0de-0000-7000-8000-000000000000", { text: "Tidak ada di sini.", version: 1 });
  expect(missing.status).toBe(404);
});

test("late background work shows by itself, and incidents are limited in length and number", async () => {
  await clear();
  const { db } = world.context;
  await db.run(
    sql`select graphile_worker.add_job('messages.send_mail', '{}'::json, run_at => now() - interval '1 hour')`,
  );
  world.context.pages.purge(["status"]);
  expect(await impactOf("messages")).toBe("slow");
  expect((await open({ title: "x" })).status).toBe(422);
  expect((await open({ text: "a".repeat(1001) })).status).toBe(422);
  expect((await open({ component: "moon" })).status).toBe(422);
  const page = await open({ title: "<script>alert(1)</script>" });
  expect(page.status).toBe(200);
  expect((await world.nobody.open("/status")).text).not.toContain("<script>alert(1)");
  const twice = await Promise.all([open(), open()]);
  expect(twice.map((one) => one.body.code ?? "ok").sort()).toEqual(["incidents.reported", "ok"]);
  const answers = await Promise.all(
    Array.from({ length: maxOpenIncidents }, (_, at) => open({ title: `Pembayaran gagal ${at}` })),
  );
  expect(
    answers
      .map((one) => one.status)
      .sort()
      .slice(-1),
  ).toEqual([409]);
  expect((await status()).open).toHaveLength(maxOpenIncidents);
  for (const person of [world.nobody, world.buyer, world.seller])
    expect([401, 403]).toContain((await person.call("POST", "/v1/operator/incidents", opened)).status);
});
