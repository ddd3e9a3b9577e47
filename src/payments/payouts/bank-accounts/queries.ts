import { sql, type Queryable, type Tx } from "#lib/database.ts";

export type BankAccountRow = {
  id: string;
  user_id: string;
  bank_code: string;
  number_sealed: Buffer;
  last4: string;
  holder_name: string;
  verified_at: Date | null;
  is_main: boolean;
  usable_from: Date;
};

const columns = sql`id, user_id, bank_code, number_sealed, last4, holder_name, verified_at, is_main, usable_from`;

/** The user's bank accounts, the main one first. */
export function listBankAccounts(db: Queryable, userId: string): Promise<BankAccountRow[]> {
  return db.rows(sql`
    select ${columns} from bank_accounts where user_id = ${userId} order by is_main desc, created_at, id`);
}

/** One bank account, only for its owner. */
export function findBankAccount(db: Queryable, userId: string, accountId: string): Promise<BankAccountRow | undefined> {
  return db.row(sql`select ${columns} from bank_accounts where id = ${accountId} and user_id = ${userId}`);
}

/** Locks the user's row until the transaction ends, so that two changes of bank accounts do not run at once. */
export async function lockOwner(
  tx: Tx,
  userId: string,
): Promise<{ name: string; email: string; province_code: string | null; has_shop: boolean } | undefined> {
  return tx.row(sql`
    select name, email, province_code, exists (select from shops where owner_id = users.id) as has_shop
    from users where id = ${userId} and deleted_at is null for no key update`);
}

export type NewBankAccount = {
  userId: string;
  bankCode: string;
  numberSealed: Buffer;
  numberDigest: Buffer;
  last4: string;
  holderName: string;
  verifiedAt: Date | null;
  isMain: boolean;
  usableFrom: Date;
  now: Date;
};

/** Stores a bank account. Undefined when the user has it already. */
export function insertBankAccount(tx: Tx, it: NewBankAccount): Promise<BankAccountRow | undefined> {
  return tx.row(sql`
    insert into bank_accounts (user_id, bank_code, number_sealed, number_digest, last4, holder_name, verified_at, is_main, usable_from, created_at)
    values (${it.userId}, ${it.bankCode}, ${it.numberSealed}, ${it.numberDigest}, ${it.last4}, ${it.holderName}, ${it.verifiedAt}, ${it.isMain}, ${it.usableFrom}, ${it.now})
    on conflict (user_id, bank_code, number_digest) do nothing returning ${columns}`);
}

/** Makes this the user's main account. False when the user has no such account. */
export async function updateMainAccount(tx: Tx, userId: string, accountId: string): Promise<boolean> {
  if (!(await findBankAccount(tx, userId, accountId))) return false;
  await tx.run(
    sql`update bank_accounts set is_main = false where user_id = ${userId} and is_main and id <> ${accountId}`,
  );
  await tx.run(sql`update bank_accounts set is_main = true where user_id = ${userId} and id = ${accountId}`);
  return true;
}

/** Deletes a bank account; the oldest of the others becomes the main one. Returns the deleted one. */
export async function deleteBankAccount(
  tx: Tx,
  userId: string,
  accountId: string,
): Promise<{ bank_code: string; last4: string } | undefined> {
  const deleted = await tx.row<{ bank_code: string; last4: string; is_main: boolean }>(sql`
    delete from bank_accounts where id = ${accountId} and user_id = ${userId} returning bank_code, last4, is_main`);
  if (deleted?.is_main)
    await tx.run(sql`
      update bank_accounts set is_main = true
      where id = (select id from bank_accounts where user_id = ${userId} order by created_at, id limit 1)`);
  return deleted;
}

export type AccountWithoutDigest = { id: string; user_id: string; bank_code: string; number_sealed: Buffer };

/** Bank accounts without the digest that equal accounts of different people share, those after one of them. */
export function listAccountsWithoutDigest(
  db: Queryable,
  after: string | null,
  limit: number,
): Promise<AccountWithoutDigest[]> {
  return db.rows(sql`
    select id, user_id, bank_code, number_sealed from bank_accounts
    where same_digest is null and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`);
}

/** Stores these digests. */
export async function updateSameDigests(
  db: Queryable,
  digests: readonly { id: string; digest: Buffer }[],
): Promise<void> {
  await db.run(sql`
    update bank_accounts b set same_digest = new.digest
    from unnest(${digests.map(({ id }) => id)}::uuid[], ${digests.map(({ digest }) => digest)}::bytea[]) as new (id, digest)
    where b.id = new.id`);
}
