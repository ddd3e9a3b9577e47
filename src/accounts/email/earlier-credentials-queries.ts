import { sql, type Queryable, type Tx } from "#lib/database.ts";

/**
 * Deletes passkeys, connected provider accounts, the second factor with its recovery codes, unfinished logins, mailed
 * links that change something, and known devices. Returns whether a passkey, provider account or second factor was
 * among them.
 */
export async function deleteCredentials(tx: Tx, userId: string): Promise<boolean> {
  const removed = [
    await tx.run(sql`delete from passkeys where user_id = ${userId}`),
    await tx.run(sql`delete from identities where user_id = ${userId}`),
    await tx.run(sql`delete from second_factors where user_id = ${userId}`),
  ];
  await tx.run(sql`delete from passkey_challenges where user_id = ${userId}`);
  await tx.run(sql`delete from login_steps where user_id = ${userId}`);
  await tx.run(sql`delete from email_links where user_id = ${userId} and purpose <> 'verify'`);
  await tx.run(sql`delete from known_devices where user_id = ${userId}`);
  return removed.some((count) => count > 0);
}

/** Deletes the password: no login by password works until the person chooses a new one. */
export async function deletePassword(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.run(sql`update users set password_hash = null, updated_at = ${now} where id = ${userId}`);
}

/** Marks the phone number as unconfirmed and keeps it. */
export async function deletePhoneVerification(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`update users set phone_verified_at = null where id = ${userId}`);
}

/** Whether the session still exists. */
export async function isSessionOpen(db: Queryable, sessionId: string): Promise<boolean> {
  return (await db.row(sql`select from sessions where id = ${sessionId}`)) !== undefined;
}
