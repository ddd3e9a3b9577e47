import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { OperatorRole } from "./rules.ts";

export type MemberRow = {
  id: string;
  name: string;
  email: string;
  role: OperatorRole;
  has_second_factor: boolean;
  since: Date | null;
};

/** All operators, by name. */
export function listOperators(db: Queryable): Promise<MemberRow[]> {
  return db.rows(sql`
    select u.id, u.name, u.email, u.operator_role as role,
      (exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
        or exists (select from passkeys p where p.user_id = u.id)) as has_second_factor,
      (select max(c.changed_at) from operator_role_changes c where c.user_id = u.id) as since
    from users u where u.type = 'operator' and u.deleted_at is null order by u.name, u.id`);
}

export type RoleChangeRow = {
  id: string;
  name: string;
  role: OperatorRole | null;
  changed_by: string;
  reason: string;
  changed_at: Date;
};

/** The latest changes of roles, newest first. */
export function listRoleChanges(db: Queryable, limit: number): Promise<RoleChangeRow[]> {
  return db.rows(sql`
    select c.id, u.name, c.role, o.name as changed_by, c.reason, c.changed_at
    from operator_role_changes c join users u on u.id = c.user_id join users o on o.id = c.changed_by
    order by c.changed_at desc, c.id desc limit ${limit}`);
}

/** Locks all owners, so that two owners who take each other's role wait for each other. Returns their ids. */
export async function lockOwners(tx: Tx): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    sql`select id from users where operator_role = 'owner' and deleted_at is null order by id for update`,
  );
  return rows.map(({ id }) => id);
}

export type Candidate = {
  id: string;
  name: string;
  email: string;
  role: OperatorRole | null;
  is_verified: boolean;
  has_shop: boolean;
  is_blocked: boolean;
};

/** Locks the account with this e-mail or id. */
export function lockCandidate(tx: Tx, by: { email: string } | { userId: string }): Promise<Candidate | undefined> {
  const condition = "email" in by ? sql`u.email = ${by.email}` : sql`u.id = ${by.userId}`;
  return tx.row(sql`
    select u.id, u.name, u.email, u.operator_role as role, u.email_verified_at is not null as is_verified,
      exists (select from shops s where s.owner_id = u.id) as has_shop,
      exists (select from measures m where m.kind = 'user' and m.user_id = u.id and m.ended_at is null) as is_blocked
    from users u where ${condition} and u.deleted_at is null for update of u`);
}

/** Gives an account a role, or makes it a buyer's again (null). */
export async function updateRole(tx: Tx, userId: string, role: OperatorRole | null, now: Date): Promise<void> {
  await tx.run(sql`
    update users set operator_role = ${role}, type = ${role === null ? "pembeli" : "operator"}, updated_at = ${now} where id = ${userId}`);
}

/** Records a change of a role. Returns its id. */
export async function insertRoleChange(
  tx: Tx,
  change: { userId: string; role: OperatorRole | null; changedBy: string; reason: string; now: Date },
): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into operator_role_changes (user_id, role, changed_by, reason, changed_at)
    values (${change.userId}, ${change.role}, ${change.changedBy}, ${change.reason}, ${change.now}) returning id`);
  if (!row) throw new Error("the change of a role was not stored");
  return row.id;
}

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
