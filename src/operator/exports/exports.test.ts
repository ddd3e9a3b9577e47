import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type World } from "../../../test/attacks/make-world.ts";
import { workJobs } from "../../../test/run-jobs.ts";
import { sql } from "#lib/database.ts";
import { addDuration, jakartaDay, minute } from "#lib/time.ts";
import { decideCorrection, proposeCorrection } from "#orders/corrections/decide-correction.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { operatorJobs } from "../jobs.ts";
import { filesOf } from "#lib/files/files-of.ts";
import { deleteExports } from "./make-export.ts";
import { updateStoring } from "./queries.ts";
import { exportDaysProblem, exportKindNames, exportTimeout, exportTtl, maxExportDays } from "./rules.ts";

let world: World;
let today: string;
beforeAll(async () => {
  world = await makeWorld();
  today = jakartaDay(world.context.clock.now());
});
afterAll(() => world.close());

const ask = (kind: string, first = "2026-01-01", last = "2026-12-31") =>
  world.operator.call("POST", "/v1/operator/exports", { kind, first_day: first, last_day: last });
const made = async (kind: string) => {
  const { body } = await ask(kind);
  await workJobs(world.context, operatorJobs);
  const file = await world.operator.call("GET", `/v1/operator/exports/${body.data.id}/file`);
  return { id: body.data.id as string, status: file.status, text: file.text, headers: file.headers };
};
const files = async () =>
  (await readdir(join(world.context.config.dataDir, "private"))).filter((name) => name.startsWith("e"));

/** Two operators compensate the buyer of the world's paid order. */
async function correctPaid(): Promise<void> {
  const { context, paid, operator } = world;
  const reason = "Kesalahan pasar yang ditebus";
  const proposal = { orderId: paid.orderId, kind: "buyer_goodwill", amount: 1_000, reason } as const;
  const by = { userId: operator.id, operatorRole: "finance" };
  const { id } = await proposeCorrection(
    context,
    by,
    { ...proposal, idempotencyKey: "koreksi-1" },
    context.clock.now(),
  );
  const other = { userId: await makeUser(context, { type: "operator" }), operatorRole: "finance" };
  await decideCorrection(context, other, { correctionId: id, accept: true, reason }, context.clock.now());
}

test("days that make no sense or are too many are refused at their field", async () => {
  expect(exportDaysProblem("2026-11-23", "2026-11-23")).toBeNull();
  expect(exportDaysProblem("2026-01-01", "2026-12-31")).toBeNull();
  expect(exportDaysProblem("2025-01-01", "2026-12-31")).toContain(String(maxExportDays));
  const turned = await ask("orders", "2026-02-02", "2026-02-01");
  expect([turned.status, Object.keys(turned.body.data)]).toEqual([422, ["last_day"]]);
  expect((await ask("orders", "2026-02-30", "2026-03-01")).status).toBe(422);
  expect((await ask("passwords")).status).toBe(422);
});

test("each kind of file has its head and a row for each thing, and people are masked", async () => {
  const { db } = world.context;
  await db.run(sql`update users set name = '=cmd|calc Tertutup' where id = ${world.otherBuyer.id}`);
  await db.run(sql`update users set created_at = ${world.context.clock.now()}`);
  await correctPaid();
  for (const kind of exportKindNames) {
    const { status, text, headers } = await made(kind);
    expect([status, headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(String(headers["content-disposition"])).toBe(`attachment; filename="${kind}-2026-01-01-2026-12-31.csv"`);
    expect(text.split("\r\n").length, kind).toBeGreaterThan(2);
    // Spreadsheets in Indonesian: semicolons, and words of the console instead of codes.
    expect(text.split("\r\n")[0]?.split(";").length).toBeGreaterThan(5);
    if (kind === "ledger") expect(text).toMatch(/;INV\/\d{8}\/[A-Z0-9]+;Rekening bersama;/);
    if (kind === "ledger")
      expect(text).toMatch(/;Koreksi: kompensasi untuk pembeli;[^;]+;INV\/\d{8}\/[A-Z0-9]+;Pengembalian/);
    if (kind !== "people") continue;
    expect(text).toContain("'=cmd|calc T•••");
    expect(text).not.toContain("Tertutup");
    const users = await db.rows<{ email: string; phone: string | null }>(sql`select email, phone from users`);
    for (const { email, phone } of users) {
      expect(text).not.toContain(email);
      if (phone) expect(text).not.toContain(phone.slice(4));
    }
  }
  const sum = (await made("ledger")).text
    .split("\r\n")
    .slice(1)
    .reduce((total, line) => total + Number(line.split(";").at(-1) || 0), 0);
  expect(sum).toBe(0);
});

test("an operator makes one file at a time; asking and downloading leave entries in the audit log", async () => {
  const answers = await Promise.all([ask("orders", today, today), ask("ledger", today, today)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  await workJobs(world.context, operatorJobs);
  expect((await ask("orders", today, today)).status).toBe(200);
  await workJobs(world.context, operatorJobs);
  const { id } = await made("products");
  const actions = await world.context.db.rows<{ action: string }>(
    sql`select action from audit_entries where subject_id = ${id} order by id`,
  );
  expect(actions.map(({ action }) => action)).toEqual(["operator.export_requested", "operator.export_read"]);
});

test("a file is private, and gone after its time", async () => {
  const { id } = await made("orders");
  for (const person of [world.nobody, world.buyer, world.seller])
    expect([401, 403]).toContain((await person.call("GET", `/v1/operator/exports/${id}/file`)).status);
  const before = await files();
  const now = world.context.clock.now();
  await deleteExports(world.context, addDuration(now, exportTtl - minute));
  expect(await files()).toEqual(before);
  await deleteExports(world.context, addDuration(now, exportTtl + minute));
  expect(await files()).toEqual([]);
  expect((await world.operator.call("GET", `/v1/operator/exports/${id}/file`)).status).toBe(404);
});

test("a file that a killed job left unfinished is begun again, or given up after its time", async () => {
  const { body } = await ask("orders");
  const { db, clock } = world.context;
  // The job is lost with its process.
  await db.run(sql`delete from graphile_worker._private_jobs`);
  expect((await ask("orders")).body.code).toBe("exports.making");
  await operatorJobs["operator.make_export"]?.({ exportId: body.data.id }, world.context);
  await operatorJobs["operator.make_export"]?.({ exportId: body.data.id }, world.context);
  expect((await world.operator.call("GET", `/v1/operator/exports/${body.data.id}/file`)).status).toBe(200);
  expect((await files()).filter((name) => name.endsWith(".part"))).toEqual([]);
  const lost = await ask("ledger");
  await db.run(sql`delete from graphile_worker._private_jobs`);
  await deleteExports(world.context, addDuration(clock.now(), exportTimeout + minute));
  const { body: list } = await world.operator.call("GET", "/v1/operator/exports");
  expect(list.result.find((one: { id: string }) => one.id === lost.body.data.id).state).toBe("failed");
});

test("files of several operators are made one after another, and leave the other work its places", async () => {
  const { body } = await ask("products");
  const { db } = world.context;
  const jobs = await db.rows<{ queue: string; priority: number }>(
    sql`select queue_name as queue, priority from graphile_worker.jobs where task_identifier = 'operator.make_export'`,
  );
  expect(jobs).toEqual([{ queue: "operator.make_export", priority: 10 }]);
  await workJobs(world.context, operatorJobs);
  expect((await world.operator.call("GET", `/v1/operator/exports/${body.data.id}/file`)).status).toBe(200);
});

test("a job that two processes do at the same moment makes one whole file", async () => {
  const { body } = await ask("products");
  await world.context.db.run(sql`delete from graphile_worker._private_jobs`);
  const make = () => operatorJobs["operator.make_export"]?.({ exportId: body.data.id }, world.context);
  await Promise.all([make(), make()]);
  const { status, text } = await world.operator.call("GET", `/v1/operator/exports/${body.data.id}/file`);
  const row = await world.context.db.row<{ bytes: number; state: string }>(
    sql`select bytes::int as bytes, state from exports where id = ${body.data.id}`,
  );
  expect([status, row]).toEqual([200, { bytes: Buffer.byteLength(text), state: "ready" }]);
  expect((await files()).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("a file that was stored by a job that was killed before it said so is deleted", async () => {
  const { body } = await ask("people");
  const { db, clock, config } = world.context;
  await db.run(sql`delete from graphile_worker._private_jobs`);
  expect(await updateStoring(db, body.data.id, 5)).toBe(true);
  const name = `e${body.data.id.replaceAll("-", "")}.csv`;
  await filesOf(config).write("private", name, Buffer.from("id,te"));
  await deleteExports(world.context, addDuration(clock.now(), exportTimeout - minute));
  expect(await files()).toContain(name);
  await deleteExports(world.context, addDuration(clock.now(), exportTimeout + minute));
  expect(await files()).not.toContain(name);
});
