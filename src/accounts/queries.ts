import { sql, type Queryable, type Tx } from "#lib/database.ts";

export type UserRow = {
  id: string;
  name: string;
  email: string;
  image_key: string | null;
  type: string;
  total_notification: number;
  total_cart: number;
  deletion_due_at: Date | null;
};

/** The current user with the two counts of the header. */
export async function findUser(db: Queryable, userId: string): Promise<UserRow | undefined> {
  return db.row<UserRow>(sql`
    select u.id, u.name, u.email, p.storage_key as image_key, u.type,
      (select count(*)::int from notifications n where n.user_id = u.id and n.status = 'unread') as total_notification,
      (select count(*)::int from carts c join cart_lines l on l.cart_id = c.id where c.user_id = u.id) as total_cart,
      (select d.due_at from account_deletions d where d.user_id = u.id and d.done_at is null) as deletion_due_at
    from users u left join pictures p on p.id = u.image_id
    where u.id = ${userId} and u.deleted_at is null`);
}

export type BiodataRow = {
  name: string;
  email: string;
  phone: string | null;
  birth_date: string | null;
  type: string;
  image_key: string | null;
  created_at: Date;
};

/** The user's own data. */
export async function findBiodata(db: Queryable, userId: string): Promise<BiodataRow | undefined> {
  return db.row<BiodataRow>(sql`
    select u.name, u.email, u.phone, u.birth_date, u.type, p.storage_key as image_key, u.created_at
    from users u left join pictures p on p.id = u.image_id where u.id = ${userId} and u.deleted_at is null`);
}

export type CredentialsRow = { id: string; name: string; email: string; password_hash: string | null };

/** The credentials for a login, by e-mail in lower case. */
export async function findCredentials(db: Queryable, email: string): Promise<CredentialsRow | undefined> {
  return db.row<CredentialsRow>(sql`
    select id, name, email, password_hash from users where email = ${email} and deleted_at is null`);
}

/** The credentials for asking for the password again. */
export async function findCredentialsOf(db: Queryable, userId: string): Promise<CredentialsRow | undefined> {
  return db.row<CredentialsRow>(sql`
    select id, name, email, password_hash from users where id = ${userId} and deleted_at is null`);
}

/**
 * The user's type and password hash, locked against changes until the transaction ends; undefined when the account is
 * deleted. Other logins of the user can still take the same lock.
 */
export async function lockCredentialsShared(
  tx: Tx,
  userId: string,
): Promise<{ password_hash: string | null; type: string } | undefined> {
  return tx.row(sql`select password_hash, type from users where id = ${userId} and deleted_at is null for share`);
}

/** Locks the user's row until the transaction ends: no login and no change of the credentials can run meanwhile. */
export async function lockCredentials(tx: Tx, userId: string): Promise<void> {
  await tx.row(sql`select from users where id = ${userId} for no key update`);
}

/** The user's type, locked against changes until the transaction ends; undefined when the account is deleted. */
export async function lockType(tx: Tx, userId: string): Promise<string | undefined> {
  const row = await tx.row<{ type: string }>(
    sql`select type from users where id = ${userId} and deleted_at is null for no key update`,
  );
  return row?.type;
}

/** Stores the user's type. */
export async function updateType(tx: Tx, userId: string, type: "penjual", now: Date): Promise<void> {
  await tx.run(sql`update users set type = ${type}, updated_at = ${now} where id = ${userId}`);
}

type NewUser = { name: string; email: string; passwordHash: string; phone: string | null; type: string; now: Date };

/** Stores a new user and returns the id; undefined when the e-mail is taken. */
export async function insertUser(db: Queryable, it: NewUser): Promise<string | undefined> {
  const row = await db.row<{ id: string }>(sql`
    insert into users (name, email, password_hash, phone, type, created_at, updated_at)
    values (${it.name}, ${it.email}, ${it.passwordHash}, ${it.phone}, ${it.type}, ${it.now}, ${it.now})
    on conflict (email) do nothing returning id`);
  return row?.id;
}

/** Whether an account has this e-mail, deleted ones included. */
export async function isEmailTaken(db: Queryable, email: string): Promise<boolean> {
  return (await db.row(sql`select from users where email = ${email}`)) !== undefined;
}

/** Stores changes of the user's own data. A changed phone number is no longer confirmed. */
export async function updateBiodata(
  db: Queryable,
  userId: string,
  data: { name: string; phone: string | null; birthDate: string | null; now: Date },
): Promise<void> {
  await db.run(sql`
    update users set name = ${data.name}, phone = ${data.phone}, birth_date = ${data.birthDate}, updated_at = ${data.now},
      phone_verified_at = case when phone is not distinct from ${data.phone} then phone_verified_at end
    where id = ${userId} and deleted_at is null`);
}

/** Stores a new password. */
export async function updatePassword(db: Queryable, userId: string, passwordHash: string, now: Date): Promise<void> {
  await db.run(sql`
    update users set password_hash = ${passwordHash}, updated_at = ${now} where id = ${userId} and deleted_at is null`);
}

/** Stores in which province the user lives. Times are shown in its time zone. */
export async function updateProvince(db: Queryable, userId: string, provinceCode: string | null): Promise<void> {
  await db.run(sql`
    update users set province_code = ${provinceCode}
    where id = ${userId} and province_code is distinct from ${provinceCode}`);
}
