import { appendAuditEntry } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { Refusal } from "#lib/refusal.ts";
import { hashPassword } from "../password/hash-password.ts";
import { insertUser } from "../queries.ts";
import { markEmailVerified } from "../recovery/queries.ts";
import { deleteSessionsOf } from "../session/queries.ts";
import { operatorRefusals, type NewOperator } from "./contract.ts";
import { lockAccountOf, setOperator } from "./queries.ts";
import type { OperatorRole } from "./rules.ts";

/**
 * Creates the account of an operator, with a verified e-mail, and returns its id. Only a command of the server
 * calls this, and a person who can run it can change all data anyway, so no permission is checked. Refuses with
 * `accounts.operator_account_exists`.
 */
export async function createOperator({ db }: Pick<Context, "db">, input: NewOperator, now: Date): Promise<string> {
  const passwordHash = await hashPassword(input.password, "command");
  const { name, email, role } = input;
  return db.transaction(async (tx) => {
    const id = await insertUser(tx, { name, email, passwordHash, phone: null, type: "pembeli", now });
    if (!id) throw new Refusal(operatorRefusals.accountExists);
    await markEmailVerified(tx, id, email, now);
    await setOperator(tx, id, role, now);
    recordOnServer(tx, id, { before: null, role });
    return id;
  });
}

/**
 * Makes the account with this e-mail that of an operator and ends its sessions. Returns its id. Refuses with
 * `accounts.not_an_operator` when there is no such account, and `accounts.operator_not_promotable` for a seller's.
 */
export async function promoteToOperator(
  { db }: Pick<Context, "db">,
  email: string,
  role: OperatorRole,
  now: Date,
): Promise<string> {
  return db.transaction(async (tx: Tx) => {
    const account = await lockAccountOf(tx, email);
    if (!account) throw new Refusal(operatorRefusals.notAnOperator);
    if (account.type === "penjual") throw new Refusal(operatorRefusals.notPromotable);
    await markEmailVerified(tx, account.id, email, now);
    await setOperator(tx, account.id, role, now);
    await deleteSessionsOf(tx, account.id, null);
    recordOnServer(tx, account.id, { before: account.role, role });
    return account.id;
  });
}

/** Nobody is logged in on the server, so the entry has no actor. */
function recordOnServer(tx: Tx, id: string, { before, role }: { before: string | null; role: OperatorRole }): void {
  appendAuditEntry(tx, {
    actor: null,
    action: "accounts.role_changed",
    subject: { kind: "person", id },
    before: { role: before },
    after: { role },
    reason: "npm run kawung -- operator create",
  });
}
