import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, sql, type Tx } from "#lib/database.ts";
import { auditRoutes } from "#orders/audit/routes.ts";
import { makeShopApi, type Client } from "../../test/make/checkout.ts";
import { makeContext } from "../../test/make/context.ts";
import { makeUser } from "../../test/make/rows.ts";
import { appendAuditEntry, type AuditEntry } from "./append-entry.ts";
import { proveChain } from "./prove-chain.ts";
import { auditLogRoutes } from "./routes.ts";
import { auditLogPageSize, hiddenValue, maxAuditTextLength, type AuditValues } from "./rules.ts";

let context: Awaited<ReturnType<typeof makeContext>>;
let api: Awaited<ReturnType<typeof makeShopApi>>;
let operatorId: string;
let operator: Client;
beforeAll(async () => {
  context = await makeContext();
  api = await makeShopApi(context, [auditLogRoutes, auditRoutes]);
  operatorId = await makeUser(context, { type: "operator", name: "Ratna Pengelola" });
  operator = await api.as(operatorId);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

type Listed = {
  rows: {
    id: number;
    actor: { id: string; name: string } | null;
    role: string;
    label: string;
    subject: { id: string };
    changes: { field: string; before: string | null; after: string | null }[];
    reason: string | null;
  }[];
  next: number | null;
};
const listed = async (query = "") =>
  (await operator("GET", `/v1/operator/audit-log${query}`)).body.result as unknown as Listed;
const started = (id: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  actor: null,
  action: "orders.audit_started",
  subject: { kind: "audit", id },
  ...more,
});
const append = (entry: AuditEntry) => context.db.transaction(async (tx) => appendAuditEntry(tx, entry));

test("an operator's action is in the log with who did it and when, and the chain holds", async () => {
  const { entries } = await proveChain(context.db);
  expect((await operator("POST", "/v1/operator/audits")).status).toBe(200);
  const { rows } = await listed(`?actor=${operatorId}`);
  expect(rows).toMatchObject([
    {
      id: entries + 1,
      actor: { id: operatorId, name: "Ratna Pengelola" },
      role: "owner",
      label: "Pemeriksaan dimulai",
      changes: [],
    },
  ]);
  expect(await proveChain(context.db)).toMatchObject({ entries: entries + 1, broken: null });
});

test("a change that is rolled back leaves no entry", async () => {
  const before = (await proveChain(context.db)).entries;
  await expect(
    context.db.transaction(async (tx) => {
      appendAuditEntry(tx, started("undone"));
      await tx.run(sql`select 1 / 0`);
    }),
  ).rejects.toThrow();
  expect((await proveChain(context.db)).entries).toBe(before);
});

test("several entries of a transaction cost two statements", async () => {
  let statements = 0;
  await context.db.transaction(async (tx) => {
    const counted: Tx = {
      ...tx,
      row: (query) => ((statements += 1), tx.row(query)),
      run: (query) => ((statements += 1), tx.run(query)),
    };
    for (let n = 1; n <= 3; n += 1) appendAuditEntry(counted, started(`one-of-three-${n}`));
  });
  expect(statements).toBe(2);
  expect((await listed("?subject=one-of-three-2")).rows).toHaveLength(1);
});

test("two processes that append at once keep one chain, and never wait for each other in a circle", async () => {
  const processes = [1, 2].map(() => openDatabase(context.databaseUrl, { log: context.log, connections: 8 }));
  const deadlocks = async () =>
    (
      await context.db.row<{ n: number }>(
        sql`select deadlocks::int as n from pg_stat_database where datname = current_database()`,
      )
    )?.n;
  const [{ entries }, before] = [await proveChain(context.db), await deadlocks()];
  const people = [await makeUser(context), await makeUser(context)];
  const touch = (tx: Tx, id: string | undefined) =>
    tx.run(sql`update users set updated_at = updated_at where id = ${id}`);
  await Promise.all(
    processes.flatMap((db, process) =>
      Array.from({ length: 30 }, (_, n) =>
        db.transaction(async (tx) => {
          // Half of them give their entry before they wait for a row, and half of them after it.
          if (n % 2 === 0) appendAuditEntry(tx, started(`race-${process}-${n}`));
          await touch(tx, people[n % 4 < 2 ? 0 : 1]);
          if (n % 2 === 1) appendAuditEntry(tx, started(`race-${process}-${n}`));
        }),
      ),
    ),
  );
  for (const db of processes) await db.close();
  expect(await proveChain(context.db)).toMatchObject({ entries: entries + 60, broken: null });
  expect(await deadlocks()).toBe(before);
});

test("the log holds no personal data, and what changed is shown", async () => {
  await append(
    started("hidden-1", {
      subject: { kind: "person", id: "hidden-1" },
      before: { status: "active", email: "sari@surat.example", holder: { holderName: "Sari Dewi" }, phone: null },
      after: { status: "blocked", email: "dewi@surat.example", holder: { holderName: "Sari Dewi" }, phone: "0812" },
      reason: "Penipuan berulang",
    }),
  );
  const stored = await context.db.row<{ text: string }>(
    sql`select to_jsonb(e)::text as text from audit_entries e where subject_id = 'hidden-1'`,
  );
  for (const secret of ["sari@", "dewi@", "Sari", "0812"]) expect(stored?.text).not.toContain(secret);
  const { rows } = await listed("?subject=hidden-1");
  expect(rows[0]?.changes).toEqual([
    { field: "phone", before: "–", after: hiddenValue },
    { field: "status", before: "active", after: "blocked" },
  ]);
  expect(rows[0]?.reason).toBe("Penipuan berulang");
});

test("any values are stored, and the chain still holds", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()),
      fc.string({ unit: "binary" }),
      async (values, reason) => {
        await append(
          started("any", {
            before: values as AuditValues,
            after: JSON.parse('{"__proto__":{"a":1}}') as AuditValues,
            reason: `\u0000\ud800${reason}`,
          }),
        );
      },
    ),
    { numRuns: 15 },
  );
  await append(started("long", { after: { text: "panjang ".repeat(5_000), lone: "\udc00", nul: "\u0000" } }));
  expect(await proveChain(context.db)).toMatchObject({ broken: null });
  const long = (await listed("?subject=long")).rows[0]?.changes.find(({ field }) => field === "text")?.after ?? "";
  expect(long.length).toBeLessThanOrEqual(maxAuditTextLength);
  expect(long).toContain("SHA-256");
});

test("the list is filtered by person, action, subject and day, and read page by page", async () => {
  const other = await makeUser(context, { type: "operator" });
  const actor = { userId: other, type: "operator", operatorRole: "finance" };
  await context.db.transaction(async (tx) => {
    for (let n = 0; n < auditLogPageSize + 5; n += 1) appendAuditEntry(tx, started(`paged-${n}`, { actor }));
  });
  const first = await listed(`?actor=${other}`);
  expect([first.rows.length, first.rows[0]?.role]).toEqual([auditLogPageSize, "finance"]);
  const second = await listed(`?actor=${other}&before=${first.next}`);
  expect([second.rows.length, second.next]).toEqual([5, null]);
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(auditLogPageSize + 5);
  expect((await listed(`?actor=system&subject=paged-1`)).rows).toEqual([]);
  expect((await listed("?action=orders.&subject=paged-1")).rows).toHaveLength(1);
  expect((await listed("?action=payments.&subject=paged-1")).rows).toEqual([]);
  const today = await context.db.row<{ day: string }>(sql`
    select to_char(at at time zone 'Asia/Jakarta', 'YYYY-MM-DD') as day from audit_entries where subject_id = 'paged-1'`);
  expect((await listed(`?subject=paged-1&day=${today?.day}`)).rows).toHaveLength(1);
  expect((await listed("?subject=paged-1&day=2020-02-29")).rows).toEqual([]);
  for (const query of ["?day=2026-02-30", "?day=besok", "?actor=x", "?action=x'", "?before=0", "?more=1"])
    expect((await operator("GET", `/v1/operator/audit-log${query}`)).status, query).toBe(422);
});

test("an entry cannot be changed or removed, and a proof names the first one that was", async () => {
  const { pool } = context.db;
  const { entries } = await proveChain(context.db);
  await context.db.transaction(async (tx) => {
    for (let n = 1; n <= 10; n += 1) appendAuditEntry(tx, started(`guarded-${n}`));
  });
  const idOf = (n: number) => entries + n;
  const statements = ["update audit_entries set reason = 'x'", "delete from audit_entries", "truncate audit_entries"];
  for (const statement of statements)
    await expect(pool.query(statement), statement).rejects.toThrow("permission denied");
  await pool.query("grant update, delete, truncate on audit_entries to current_user");
  for (const statement of statements) await expect(pool.query(statement), statement).rejects.toThrow("append-only");
  await pool.query("alter table audit_entries disable trigger audit_entries_append_only");
  const head = await proveChain(context.db);
  await pool.query("update audit_entries set subject_id = 'other' where id in ($1, $2)", [idOf(4), idOf(9)]);
  expect((await proveChain(context.db)).broken).toEqual({ id: idOf(4), reason: "changed" });
  await pool.query("update audit_entries set subject_id = 'guarded-4' where id = $1", [idOf(4)]);
  expect((await proveChain(context.db)).broken?.id).toBe(idOf(9));
  await pool.query("delete from audit_entries where id = $1", [idOf(6)]);
  expect((await proveChain(context.db)).broken).toEqual({ id: idOf(7), reason: "missing" });
  await pool.query("delete from audit_entries where id >= $1", [idOf(6)]);
  expect(await proveChain(context.db)).toMatchObject({ entries: idOf(5), broken: null });
  expect(head.entries).toBe(idOf(10));
});
