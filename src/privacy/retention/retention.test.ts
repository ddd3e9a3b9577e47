import { afterAll, beforeAll, expect, test } from "vitest";
import { makeWorld, type World } from "../../../test/attacks/make-world.ts";
import { makeComplaint } from "../../../test/make/complaints.ts";
import { makeUser } from "../../../test/make/rows.ts";
import { rememberFingerprints } from "#accounts/fingerprints/remember-fingerprints.ts";
import { fingerprintRetentionDuration } from "#accounts/fingerprints/rules.ts";
import { withdrawComplaint } from "#complaints/answer-complaint.ts";
import { evidenceRetentionDuration } from "#complaints/rules.ts";
import { sql } from "#lib/database.ts";
import { addDuration, day } from "#lib/time.ts";
import { proveRetention } from "./prove-retention.ts";
import { tableNames } from "./table-names.ts";
import { retentionSlack } from "./rules.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const now = () => world.context.clock.now();
const tooOld = async (table: string, at = now()) =>
  (await proveRetention(world.context.db, at)).find((one) => one.table === table)?.tooOld;

test("every table that leads to a person has a rule, and nothing in a new marketplace is too old", async () => {
  const { result } = (await world.operator.call("GET", "/v1/operator/retention")).body;
  const names = result.map(({ table }: { table: string }) => table);
  const people = await world.context.db.rows<{ name: string }>(sql`
    select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'users'::regclass`);
  expect(people.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
  expect(result.filter(({ too_old }: { too_old: number }) => too_old > 0)).toEqual([]);
  // Operators read what is stored, not how the database calls it.
  expect(
    result.filter(({ table, name }: { table: string; name: string }) => name === table || name.includes("_")),
  ).toEqual([]);
  expect(Object.keys(tableNames).filter((table) => !names.includes(table))).toEqual([]);
  expect(result.every(({ rule }: { rule: string }) => rule.length > 5)).toBe(true);
});

test("a row that its job did not delete in time is counted, one in its last day is not", async () => {
  const userId = await makeUser(world.context);
  await rememberFingerprints(world.context, userId, { browserId: "a", ip: "10.0.0.9" }, now());
  const end = addDuration(now(), fingerprintRetentionDuration + retentionSlack);
  expect(await tooOld("account_traces", addDuration(end, -day / 2))).toBe(0);
  expect(await tooOld("account_traces", addDuration(end, day))).toBe(2);
});

test("a shop's address to which goods were sent back is counted when it outlives its case by more than a year", async () => {
  const { db } = world.context;
  const one = await makeComplaint(world.context);
  await withdrawComplaint(world.context, { complaintId: one.complaintId, actor: one.buyer, text: "" }, now());
  await db.run(sql`update complaints set sent_to = '{}' where id = ${one.complaintId}`);
  const end = addDuration(now(), evidenceRetentionDuration + retentionSlack);
  expect(await tooOld("complaints", addDuration(end, -day / 2))).toBe(0);
  expect(await tooOld("complaints", addDuration(end, day))).toBe(1);
});

test("what a deleted account left behind is counted", async () => {
  const { db } = world.context;
  const userId = await makeUser(world.context);
  await rememberFingerprints(world.context, userId, { browserId: "b", ip: "10.0.0.8" }, now());
  const before = await tooOld("account_traces");
  await db.run(sql`update users set deleted_at = now(), phone = '+6281200001111' where id = ${userId}`);
  try {
    expect([await tooOld("users"), (await tooOld("account_traces")) ?? 0]).toEqual([1, (before ?? 0) + 2]);
  } finally {
    await db.run(sql`update users set deleted_at = null, phone = null where id = ${userId}`);
  }
});

test("the consent report counts latest decisions by version, and its file has no formula and no person", async () => {
  const count = async () =>
    (await world.operator.call("GET", "/v1/operator/consents")).body.result.find(
      ({ purpose }: { purpose: string }) => purpose === "marketing",
    );
  await world.buyer.call("PUT", "/v1/users/consents/marketing", { given: true });
  await world.otherBuyer.call("PUT", "/v1/users/consents/marketing", { given: true });
  expect(await count()).toMatchObject({ given: 2, withdrawn: 0 });
  await world.buyer.call("PUT", "/v1/users/consents/marketing", { given: false });
  expect(await count()).toMatchObject({ given: 1, withdrawn: 1 });
  const file = (await world.operator.call("GET", "/v1/operator/consents/file.csv")).text;
  expect(file).toContain("setuju,2");
  expect(file).not.toContain(world.buyer.id);
});
