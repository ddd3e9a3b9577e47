import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal, sessionRefusals } from "#lib/refusal.ts";
import { hrefs } from "#hrefs.ts";
import { mailOf } from "#messages/mail-template.ts";
import { queueMail, type Mail } from "#messages/queue-mail.ts";
import { roleEndedTemplate, roleGivenTemplate } from "./mail-texts.ts";
import { greeting } from "../recovery/rules.ts";
import { deleteSessionsOf } from "../session/queries.ts";
import { teamRefusals } from "./contract.ts";
import { insertRoleChange, lockCandidate, lockOwners, updateRole, type Candidate } from "./queries.ts";
import { operatorRoleLabels, type OperatorRole } from "./rules.ts";

type Change = { role: OperatorRole | null; reason: string };

/**
 * Makes the account with this e-mail an operator. The console opens for the person after a second factor. Refuses with
 * `team.not_found`, `team.not_verified`, `team.has_shop`, `team.is_blocked`, `team.is_operator` for somebody who has a
 * role already, and `team.self`. Returns the person's id.
 */
export async function inviteOperator(
  { db }: Pick<Context, "db">,
  ownerId: string,
  { email, ...change }: { email: string; role: OperatorRole; reason: string },
  now: Date,
): Promise<string> {
  return db.transaction(async (tx) => {
    await requireOwner(tx, ownerId);
    const person = await lockCandidate(tx, { email });
    if (!person) throw new Refusal(teamRefusals.notFound);
    if (!person.is_verified) throw new Refusal(teamRefusals.notVerified);
    if (person.has_shop) throw new Refusal(teamRefusals.hasShop);
    if (person.is_blocked) throw new Refusal(teamRefusals.isBlocked);
    if (person.role !== null && person.id !== ownerId) throw new Refusal(teamRefusals.isOperator);
    return setRole(tx, ownerId, person, change, now);
  });
}

/**
 * Gives an operator another role, or takes it (null): then the person is a buyer again. All sessions end when a role is
 * taken or first given, not when one role follows another. Refuses with `team.not_found` for everyone who is no
 * operator, `team.self`, `team.last_owner` and `team.unchanged`.
 */
export async function changeRole(
  { db }: Pick<Context, "db">,
  ownerId: string,
  userId: string,
  change: Change,
  now: Date,
): Promise<string> {
  return db.transaction(async (tx) => {
    const owners = await requireOwner(tx, ownerId);
    const person = await lockCandidate(tx, { userId });
    if (!person?.role) throw new Refusal(teamRefusals.notFound);
    if (change.role !== "owner" && owners.every((id) => id === person.id)) throw new Refusal(teamRefusals.lastOwner);
    return setRole(tx, ownerId, person, change, now);
  });
}

/** Locks the owners and returns them. Refuses when the caller's own role was taken in the meantime. */
async function requireOwner(tx: Tx, ownerId: string): Promise<string[]> {
  const owners = await lockOwners(tx);
  if (!owners.includes(ownerId)) throw new Refusal(sessionRefusals.notPermitted);
  return owners;
}

async function setRole(tx: Tx, ownerId: string, person: Candidate, change: Change, now: Date): Promise<string> {
  const { role, reason } = change;
  if (person.id === ownerId) throw new Refusal(teamRefusals.self);
  if (person.role === role) throw new Refusal(teamRefusals.unchanged);
  await updateRole(tx, person.id, role, now);
  appendAuditEntry(tx, {
    actor: { userId: ownerId, type: "operator", operatorRole: "owner" },
    action: "accounts.role_changed",
    subject: { kind: "person", id: person.id },
    before: { role: person.role },
    after: { role },
    reason,
  });
  const id = await insertRoleChange(tx, { userId: person.id, role, changedBy: ownerId, reason, now });
  // A session of a buyer lasts longer than an operator may be logged in, and a former operator must log in as a buyer.
  if (role === null || person.role === null) await deleteSessionsOf(tx, person.id, null);
  await queueMail(tx, roleMail(person, role, id));
  return person.id;
}

function roleMail({ email: to, name }: Candidate, role: OperatorRole | null, changeId: string): Mail {
  const salam = greeting(name);
  const dedupeKey = `role ${changeId}`;
  if (!role) return { ...mailOf(roleEndedTemplate, { salam }, { to }), dedupeKey };
  const values = { salam, peran: operatorRoleLabels[role].label };
  return { ...mailOf(roleGivenTemplate, values, { to, path: hrefs.operator() }), dedupeKey };
}
