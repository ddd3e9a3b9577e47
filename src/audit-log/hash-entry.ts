import { createHash } from "node:crypto";

/** The hash before the first entry. */
export const firstHash = "0".repeat(64);

/** A row of the audit log without its own hash. */
export type HashedEntry = {
  id: number;
  at: Date;
  actor_id: string | null;
  actor_role: string;
  action: string;
  subject_kind: string;
  subject_id: string;
  before: unknown;
  after: unknown;
  reason: string | null;
  previous_hash: string;
};

/** SHA-256 of an entry and the hash before it, as hex. Its input is JSON with sorted keys, which jsonb preserves. */
export function hashEntry(entry: HashedEntry): string {
  const { id, at, actor_id, actor_role, action, subject_kind, subject_id, before, after, reason, previous_hash } =
    entry;
  const fields = [id, at.toISOString(), actor_id, actor_role, action, subject_kind, subject_id, before, after, reason];
  return createHash("sha256")
    .update(canonicalJson([previous_hash, ...fields]))
    .digest("hex");
}

/** JSON text with the keys of each object sorted by UTF-16 unit, and without spaces (as RFC 8785 orders them). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([field, inner]) => `${JSON.stringify(field)}:${canonicalJson(inner)}`);
  return `{${fields.join(",")}}`;
}
