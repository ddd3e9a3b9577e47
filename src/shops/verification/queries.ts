import { sql, type Queryable, type Sql, type Tx } from "#lib/database.ts";
import type { SealedFile } from "#media/sealed-files.ts";
import type { VerificationView } from "./contract.ts";
import type { DocumentKind, SellerKind, VerificationStatus } from "./rules.ts";

/** What an operator wrote: by field of the application, and `note` for the whole of it. */
export type StoredReasons = Partial<Record<string, string>>;

export type VerificationRow = {
  id: string;
  shopId: string;
  status: VerificationStatus;
  kind: SellerKind;
  dataSealed: Buffer | null;
  timesSent: number;
  reasons: StoredReasons;
  sentAt: Date | null;
  validUntil: Date | null;
};

const columns = sql`v.id, v.shop_id as "shopId", v.status, v.kind, v.data_sealed as "dataSealed", v.times_sent as "timesSent", v.reasons,
  v.sent_at as "sentAt", v.valid_until as "validUntil"`;

/** Makes changes of one shop's verification wait for each other. */
export async function lockVerificationsOf(tx: Tx, shopId: string): Promise<void> {
  await tx.row(sql`select from shops where id = ${shopId} for no key update`);
}

/** The open application of a shop. */
export function findOpenVerification(db: Queryable, shopId: string): Promise<VerificationRow | undefined> {
  return db.row(sql`
    select ${columns} from seller_verifications v where v.shop_id = ${shopId} and v.status in ('draft', 'sent', 'returned')`);
}

/** The verification of a shop that counts now. */
export function findVerified(db: Queryable, shopId: string): Promise<VerificationRow | undefined> {
  return db.row(
    sql`select ${columns} from seller_verifications v where v.shop_id = ${shopId} and v.status = 'verified'`,
  );
}

/** The newest application of a shop. */
export function findLatestVerification(db: Queryable, shopId: string): Promise<VerificationRow | undefined> {
  return db.row(
    sql`select ${columns} from seller_verifications v where v.shop_id = ${shopId} order by v.id desc limit 1`,
  );
}

/** An application with the owner of its shop, locked until the transaction ends; the shop first, as sellers do. */
export async function lockVerification(
  tx: Tx,
  id: string,
): Promise<(VerificationRow & { ownerId: string; shopName: string }) | undefined> {
  await tx.row(sql`
    select from shops where id = (select shop_id from seller_verifications where id = ${id}) for no key update`);
  return tx.row(sql`
    select ${columns}, s.owner_id as "ownerId", s.name as "shopName"
    from seller_verifications v join shops s on s.id = v.shop_id where v.id = ${id} for update of v`);
}

/** Begins an application. Returns its id. */
export async function insertVerification(tx: Tx, it: { shopId: string; kind: SellerKind; now: Date }): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into seller_verifications (shop_id, status, kind, created_at) values (${it.shopId}, 'draft', ${it.kind}, ${it.now})
    returning id`);
  if (!row) throw new Error("no application was stored");
  return row.id;
}

/** Stores what an open application says. */
export async function updateData(
  tx: Tx,
  id: string,
  { kind, dataSealed }: { kind: SellerKind; dataSealed: Buffer },
): Promise<void> {
  await tx.run(sql`
    update seller_verifications set kind = ${kind}, data_sealed = ${dataSealed} where id = ${id} and status in ('draft', 'returned')`);
}

/** Marks an application as sent. False when it cannot be sent now. */
export async function updateSent(tx: Tx, id: string, now: Date): Promise<boolean> {
  return (
    (await tx.run(sql`
      update seller_verifications set status = 'sent', sent_at = ${now}, times_sent = times_sent + 1, reasons = '{}', reminded_at = null
      where id = ${id} and status in ('draft', 'returned')`)) === 1
  );
}

/** Stores a decision about a sent application. False when it is not waiting in this version any more. */
export async function updateVerificationDecided(
  tx: Tx,
  id: string,
  it: {
    version: number;
    status: "verified" | "returned" | "refused";
    reasons: StoredReasons;
    decidedBy: string;
    validUntil: Date | null;
    now: Date;
  },
): Promise<boolean> {
  return (
    (await tx.run(sql`
      update seller_verifications set status = ${it.status}, reasons = ${JSON.stringify(it.reasons)}::jsonb, decided_at = ${it.now}, decided_by = ${it.decidedBy},
        valid_until = ${it.validUntil}, ended_at = case when ${it.status} = 'refused' then ${it.now}::timestamptz end
      where id = ${id} and status = 'sent' and times_sent = ${it.version}`)) === 1
  );
}

/** Ends an application or a verification. False when it was not in one of these states. */
export async function updateVerificationEnded(
  tx: Tx,
  id: string,
  it: {
    from: readonly VerificationStatus[];
    to: "withdrawn" | "expired" | "replaced";
    reasons: StoredReasons;
    now: Date;
  },
): Promise<boolean> {
  return (
    (await tx.run(sql`
      update seller_verifications set status = ${it.to}, ended_at = ${it.now}, reasons = ${JSON.stringify(it.reasons)}::jsonb
      where id = ${id} and status = any(${it.from}::text[])`)) === 1
  );
}

/** Stores what buyers see of a verified seller; null when the seller is verified no more. */
export async function updateIdentityOfShop(
  tx: Tx,
  shopId: string,
  seller: { name: string; kind: SellerKind; nib: string | null; verifiedAt: Date } | null,
): Promise<void> {
  await tx.run(sql`
    update shops set verified_at = ${seller?.verifiedAt ?? null}, legal_name = ${seller?.name ?? null}, legal_kind = ${seller?.kind ?? null},
      nib = ${seller?.nib ?? null} where id = ${shopId}`);
}

export type NumberDigest = { kind: "nik" | "npwp" | "nib"; digest: Buffer };

/** Which of these numbers another shop's verified seller has. */
export async function listTakenNumbers(
  db: Queryable,
  shopId: string,
  numbers: readonly NumberDigest[],
): Promise<NumberDigest["kind"][]> {
  const rows = await db.rows<{ kind: NumberDigest["kind"] }>(sql`
    select kind from verification_numbers where digest = any(${numbers.map(({ digest }) => digest)}::bytea[]) and shop_id <> ${shopId}`);
  return rows.map(({ kind }) => kind);
}

/** Stores the numbers of an application that waits, in place of those that it had. */
export async function replaceWaitingNumbers(
  tx: Tx,
  verificationId: string,
  numbers: readonly NumberDigest[],
): Promise<void> {
  await tx.run(sql`delete from waiting_numbers where verification_id = ${verificationId}`);
  await tx.run(sql`
    insert into waiting_numbers (verification_id, kind, digest)
    select ${verificationId}, * from unnest(${numbers.map(({ kind }) => kind)}::text[], ${numbers.map(({ digest }) => digest)}::bytea[])`);
}

/** The other shops with one of the numbers of a waiting application, the verified ones first. */
export function listSharedNumbers(
  db: Queryable,
  verificationId: string,
  limit: number,
): Promise<{ kind: NumberDigest["kind"]; shopId: string; shopName: string; isVerified: boolean }[]> {
  return db.rows(sql`
    select distinct other.kind, s.id as "shopId", s.name as "shopName", other.is_verified as "isVerified" from (
      select n.kind, n.shop_id, true as is_verified from waiting_numbers w join verification_numbers n on n.digest = w.digest
      where w.verification_id = ${verificationId}
      union all select o.kind, v.shop_id, false from waiting_numbers w join waiting_numbers o on o.digest = w.digest and o.verification_id <> w.verification_id
        join seller_verifications v on v.id = o.verification_id
      where w.verification_id = ${verificationId}
    ) as other join shops s on s.id = other.shop_id
    where s.id <> (select shop_id from seller_verifications where id = ${verificationId})
    order by other.is_verified desc, s.name, s.id, other.kind limit ${limit}`);
}

/** Gives a shop the numbers of its verified seller, in place of those that it had. False when another shop has one. */
export async function takeNumbers(tx: Tx, shopId: string, numbers: readonly NumberDigest[]): Promise<boolean> {
  await releaseNumbers(tx, shopId);
  for (const { kind, digest } of numbers) if (!(await takeNumber(tx, { kind, digest, shopId }))) return false;
  return true;
}

// A transaction that takes the same number waits for the other one.
async function takeNumber(tx: Tx, it: { digest: Buffer; kind: string; shopId: string }): Promise<boolean> {
  const row = await tx.row(sql`
    insert into verification_numbers (digest, kind, shop_id) values (${it.digest}, ${it.kind}, ${it.shopId})
    on conflict (digest) do update set kind = excluded.kind where verification_numbers.shop_id = excluded.shop_id returning digest`);
  return row !== undefined;
}

/** Other sellers can be verified with the numbers of this shop again. */
export async function releaseNumbers(tx: Tx, shopId: string): Promise<void> {
  await tx.run(sql`delete from verification_numbers where shop_id = ${shopId}`);
}

// Documents

export type DocumentRow = { kind: DocumentKind; key: string; type: SealedFile["type"]; createdAt: Date };

/** The documents of an application. */
export function listDocuments(db: Queryable, verificationId: string): Promise<DocumentRow[]> {
  return db.rows(sql`
    select kind, key, type, created_at as "createdAt" from verification_documents where verification_id = ${verificationId} order by kind`);
}

/** Stores a document in place of an earlier one of its kind. Returns the key of the earlier file. */
export async function saveDocument(
  tx: Tx,
  it: SealedFile & { verificationId: string; kind: DocumentKind; now: Date },
): Promise<string | null> {
  const old = await tx.row<{ key: string }>(sql`
    delete from verification_documents where verification_id = ${it.verificationId} and kind = ${it.kind} returning key`);
  await tx.run(sql`
    insert into verification_documents (verification_id, kind, key, type, created_at)
    values (${it.verificationId}, ${it.kind}, ${it.key}, ${it.type}, ${it.now})`);
  return old?.key ?? null;
}

/** Deletes a draft with its documents. Returns the keys of their files. */
export async function deleteDraft(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.rows<{ key: string }>(
    sql`delete from verification_documents where verification_id = ${id} returning key`,
  );
  await tx.run(sql`delete from seller_verifications where id = ${id} and status = 'draft'`);
  return rows.map(({ key }) => key);
}

// Operators

export type ListedRow = {
  id: string;
  shopId: string;
  shopName: string;
  slug: string;
  city: string;
  kind: SellerKind;
  status: VerificationStatus;
  isChange: boolean;
  sentAt: Date;
  decidedAt: Date | null;
};

const listedColumns = sql`v.id, v.shop_id as "shopId", s.name as "shopName", s.slug, s.city_name as city, v.kind, v.status,
  (v.status = 'sent' and s.verified_at is not null) as "isChange", coalesce(v.sent_at, v.created_at) as "sentAt", v.decided_at as "decidedAt"`;

const views: Record<VerificationView, Sql> = {
  waiting: sql`v.status = 'sent'`,
  verified: sql`v.status = 'verified'`,
  ended: sql`v.status in ('returned', 'refused', 'withdrawn', 'expired', 'replaced')`,
};

/** Applications for operators: those that wait by age, the oldest first; others the newest first. */
export function listVerifications(
  db: Queryable,
  view: VerificationView,
  before: string | null,
  limit: number,
): Promise<ListedRow[]> {
  const after =
    view === "waiting"
      ? sql`(${before}::uuid is null or (v.sent_at, v.id) > (select w.sent_at, w.id from seller_verifications w where w.id = ${before}::uuid))`
      : sql`(${before}::uuid is null or v.id < ${before}::uuid)`;
  return db.rows(sql`
    select ${listedColumns} from seller_verifications v join shops s on s.id = v.shop_id
    where ${views[view]} and ${after}
    order by ${view === "waiting" ? sql`v.sent_at, v.id` : sql`v.id desc`} limit ${limit}`);
}

/** One application for operators; drafts are not theirs. */
export function findVerification(
  db: Queryable,
  id: string,
): Promise<(VerificationRow & ListedRow & { legalName: string | null; earlier: number }) | undefined> {
  return db.row(sql`
    select ${columns}, ${listedColumns}, s.legal_name as "legalName",
      (select count(*)::int from seller_verifications o where o.shop_id = v.shop_id and o.id < v.id) as earlier
    from seller_verifications v join shops s on s.id = v.shop_id where v.id = ${id} and v.times_sent > 0`);
}

/** Records that an operator opened an application. */
export async function insertVerificationReading(
  tx: Tx,
  it: { verificationId: string; operatorId: string; reason: string; now: Date },
): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into verification_readings (verification_id, operator_id, reason, read_at)
    values (${it.verificationId}, ${it.operatorId}, ${it.reason}, ${it.now}) returning id`);
  return row?.id ?? "";
}

/** When this operator last opened the application since `since`, and why. */
export function findReading(
  db: Queryable,
  it: { verificationId: string; operatorId: string; since: Date },
): Promise<{ id: string; readAt: Date; reason: string } | undefined> {
  return db.row(sql`
    select id, read_at as "readAt", reason from verification_readings
    where verification_id = ${it.verificationId} and operator_id = ${it.operatorId} and read_at > ${it.since}
    order by read_at desc, id desc limit 1`);
}

// Nightly work

/** Verifications that end by now. */
export function listExpired(db: Queryable, now: Date, limit: number): Promise<{ id: string; shopId: string }[]> {
  return db.rows(sql`
    select id, shop_id as "shopId" from seller_verifications where status = 'verified' and valid_until <= ${now} order by valid_until, id limit ${limit}`);
}

export type ReminderRow = { id: string; ownerId: string; validUntil: Date | null };

/** Verifications that end before `until` and whose seller was not reminded. */
export function claimEndingSoon(tx: Tx, now: Date, until: Date, limit: number): Promise<ReminderRow[]> {
  return tx.rows(sql`
    update seller_verifications v set reminded_at = ${now} from shops s
    where s.id = v.shop_id and v.id in (
      select id from seller_verifications where status = 'verified' and valid_until <= ${until} and reminded_at is null order by valid_until limit ${limit} for update skip locked)
    returning v.id, s.owner_id as "ownerId", v.valid_until as "validUntil"`);
}

/** Returned applications from before this moment whose seller was not reminded. */
export function claimReturned(tx: Tx, now: Date, before: Date, limit: number): Promise<ReminderRow[]> {
  return tx.rows(sql`
    update seller_verifications v set reminded_at = ${now} from shops s
    where s.id = v.shop_id and v.id in (
      select id from seller_verifications where status = 'returned' and decided_at <= ${before} and reminded_at is null order by decided_at limit ${limit} for update skip locked)
    returning v.id, s.owner_id as "ownerId", v.valid_until as "validUntil"`);
}

/** Applications that were returned before this moment and not sent again. */
export function listForgotten(db: Queryable, before: Date, limit: number): Promise<{ id: string }[]> {
  return db.rows(sql`
    select id from seller_verifications where status = 'returned' and decided_at <= ${before} order by decided_at, id limit ${limit}`);
}

/** Shops that were opened between these moments and have never sent an application. */
export function listShopsWithout(
  db: Queryable,
  from: Date,
  to: Date,
  limit: number,
): Promise<{ id: string; ownerId: string }[]> {
  return db.rows(sql`
    select s.id, s.owner_id as "ownerId" from shops s join users u on u.id = s.owner_id
    where s.opened_at > ${from} and s.opened_at <= ${to} and s.verified_at is null and u.deleted_at is null
      and not exists (select from seller_verifications v where v.shop_id = s.id and v.times_sent > 0) limit ${limit}`);
}

/** Deletes what identifies a person in applications that ended before this moment. Returns the keys of their files. */
export async function deleteEndedData(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<{ deleted: number; keys: string[] }> {
  const ids = await tx.rows<{ id: string }>(sql`
    update seller_verifications set data_sealed = null, reasons = '{}' where id in (
      select id from seller_verifications where ended_at <= ${before} and data_sealed is not null order by ended_at limit ${limit} for update)
    returning id`);
  return { deleted: ids.length, keys: await deleteDocumentsOf(tx, ids) };
}

/** Deletes applications that were begun before this moment and never sent. Returns the keys of their files. */
export async function deleteOldDrafts(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<{ deleted: number; keys: string[] }> {
  const ids = await tx.rows<{ id: string }>(sql`
    select id from seller_verifications where status = 'draft' and created_at <= ${before} order by created_at limit ${limit} for update`);
  const keys = await deleteDocumentsOf(tx, ids);
  await tx.run(sql`delete from seller_verifications where id = any(${ids.map(({ id }) => id)}::uuid[])`);
  return { deleted: ids.length, keys };
}

/** Deletes all applications of a shop. Returns the keys of their files. */
export async function deleteVerificationsOf(tx: Tx, shopId: string): Promise<string[]> {
  const ids = await tx.rows<{ id: string }>(
    sql`select id from seller_verifications where shop_id = ${shopId} for update`,
  );
  const keys = await deleteDocumentsOf(tx, ids);
  await tx.run(sql`delete from seller_verifications where shop_id = ${shopId}`);
  await tx.run(sql`delete from verification_numbers where shop_id = ${shopId}`);
  return keys;
}

async function deleteDocumentsOf(tx: Tx, ids: readonly { id: string }[]): Promise<string[]> {
  const rows = await tx.rows<{ key: string }>(sql`
    delete from verification_documents where verification_id = any(${ids.map(({ id }) => id)}::uuid[]) returning key`);
  return rows.map(({ key }) => key);
}
