import { sql, type Tx } from "#lib/database.ts";
import type { OperatorRole } from "./rules.ts";

export type OperatorRow = { id: string; type: string; role: string | null; has_factor: boolean };

/** The account with this e-mail, locked until the transaction ends; undefined when there is none or it is deleted. */
export async function lockAccountOf(tx: Tx, email: string): Promise<OperatorRow | undefined> {
  return tx.row<OperatorRow>(sql`
    select u.id, u.type, u.operator_role as role,
      exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
      or exists (select from passkeys p where p.user_id = u.id) as has_factor
    from users u where u.email = ${email} and u.deleted_at is null for no key update of u`);
}

/** Makes an account that of an operator with this role. */
export async function setOperator(tx: Tx, userId: string, role: OperatorRole, now: Date): Promise<void> {
  await tx.run(sql`
    update users set type = 'operator', operator_role = ${role}, updated_at = ${now} where id = ${userId}`);
}

/** Deletes the keys of authenticator apps, the recovery codes and the passkeys of a user. */
export async function deleteFactors(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`delete from second_factors where user_id = ${userId}`);
  await tx.run(sql`delete from passkeys where user_id = ${userId}`);
}
