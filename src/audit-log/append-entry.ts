/**
 * Design note. Each entry holds the hash of the one before it, so entries are appended one after the other: under an
 * advisory lock of the whole installation. A transaction takes this lock last, directly before its commit, whenever
 * the entry was given to it. So nobody waits for a row while holding the lock, no deadlock is possible, and the lock is
 * held for two statements. Not chosen: computing hashes later in a job, because an entry could be changed until then.
 */
import { createHash } from "node:crypto";
import type { Tx } from "#lib/database.ts";
import { noteAuditEntry } from "#lib/http/audited-call.ts";
import { firstHash, hashEntry } from "./hash-entry.ts";
import { insertEntries, lockChain, type AuditEntryRow } from "./queries.ts";
import {
  hiddenValue,
  hidesPersonalFields,
  isPersonalField,
  maxAuditFields,
  maxAuditReasonLength,
  maxAuditTextLength,
  systemRole,
  type AuditAction,
  type AuditSubjectKind,
  type AuditValue,
  type AuditValues,
} from "./rules.ts";

/** Who acts: the actor of a call, or null for a job or a command on the server. */
export type AuditActor = { userId: string; type: string; operatorRole: string | null } | null;

export type AuditEntry = {
  actor: AuditActor;
  action: AuditAction;
  subject: { kind: AuditSubjectKind; id: string };
  /** What the action changed, as plain JSON. Fields with personal data lose their value (rules.ts). */
  before?: AuditValues | null | undefined;
  after?: AuditValues | null | undefined;
  reason?: string | null | undefined;
};

const maxFieldNameLength = 80;

const waiting = new WeakMap<Tx, AuditEntry[]>();

/**
 * Appends an entry to the audit log directly before the transaction commits: the entry exists exactly if the change
 * does. Its moment is the database's clock, not the business clock. It may be called at any place of the transaction.
 */
export function appendAuditEntry(tx: Tx, entry: AuditEntry): void {
  const entries = waiting.get(tx);
  if (entries) {
    entries.push(entry);
    return;
  }
  const list = [entry];
  waiting.set(tx, list);
  tx.beforeCommit(async () => {
    waiting.delete(tx);
    await insertChained(tx, list);
    noteAuditEntry(); // Only now: an entry of a transaction that is rolled back does not count.
  });
}

async function insertChained(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  const { last_id: lastId, last_hash: lastHash, locked_at: at } = await lockChain(tx);
  let id = lastId ?? 0;
  let previousHash = lastHash ?? firstHash;
  const rows = entries.map((entry): AuditEntryRow => {
    id += 1;
    const row = {
      id,
      at,
      actor_id: entry.actor?.userId ?? null,
      actor_role: entry.actor ? (entry.actor.operatorRole ?? entry.actor.type) : systemRole,
      action: entry.action,
      subject_kind: entry.subject.kind,
      subject_id: entry.subject.id,
      before: storedValues(entry.before, hidesPersonalFields(entry.subject.kind)),
      after: storedValues(entry.after, hidesPersonalFields(entry.subject.kind)),
      reason: storedText(entry.reason ?? "").slice(0, maxAuditReasonLength) || null,
      previous_hash: previousHash,
    };
    previousHash = hashEntry(row);
    return { ...row, hash: previousHash };
  });
  await insertEntries(tx, rows);
}

/** Values as the log stores them: without personal data, with bounded texts and a bounded number of fields. */
function storedValues(values: AuditValues | null | undefined, hidesPersonal: boolean): AuditValues | null {
  if (!values) return null;
  let left = maxAuditFields;
  const storeFields = (fields: AuditValues): AuditValues => {
    // Without a prototype, so that a field of any name is stored.
    const stored = Object.create(null) as Record<string, AuditValue>;
    for (const [field, value] of Object.entries(fields)) {
      if (left <= 0) break;
      if (value === undefined) continue;
      const name = storedText(field).slice(0, maxFieldNameLength).toWellFormed();
      stored[name] = hidesPersonal && value !== null && isPersonalField(name) ? hiddenValue : store(value);
    }
    return stored;
  };
  const store = (value: AuditValue): AuditValue => {
    left -= 1;
    if (typeof value === "number" && !Number.isFinite(value)) return null;
    if (typeof value === "string") return storedText(value);
    if (value === null || typeof value !== "object") return value;
    if (isList(value)) return value.slice(0, Math.max(0, left)).map(store);
    return storeFields(value);
  };
  return storeFields(values);
}

function isList(value: AuditValue): value is readonly AuditValue[] {
  return Array.isArray(value);
}

/** Text that jsonb stores unchanged: without NUL and lone surrogates, and a long one as its beginning and its hash. */
function storedText(text: string): string {
  const plain = text.replaceAll("\u0000", "").toWellFormed();
  if (plain.length <= maxAuditTextLength) return plain;
  const hash = createHash("sha256").update(plain).digest("hex");
  return `${plain.slice(0, maxAuditTextLength - 100).toWellFormed()}… (${plain.length} karakter, SHA-256 ${hash})`;
}
