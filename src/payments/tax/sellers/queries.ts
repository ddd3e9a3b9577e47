import { sql, type Queryable, type Tx } from "#lib/database.ts";
import type { Rupiah } from "#lib/rupiah.ts";
import type { EndedReason, ExemptionKind, ExemptionStatus, TaxNumberKind, TaxpayerKind } from "./rules.ts";

export type TaxIdentityRow = {
  kind: TaxpayerKind;
  numberKind: TaxNumberKind;
  numberSealed: Buffer;
  last4: string;
  name: string | null;
  address: string | null;
};

/** The taxpayer behind a shop. */
export function findTaxIdentity(db: Queryable, shopId: string): Promise<TaxIdentityRow | undefined> {
  return db.row(sql`
    select kind, number_kind as "numberKind", number_sealed as "numberSealed", last4, name, address
    from tax_identities where shop_id = ${shopId}`);
}

/** Stores the taxpayer behind a shop. */
export async function saveTaxIdentity(
  tx: Tx,
  shopId: string,
  it: TaxIdentityRow & { name: string; address: string },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into tax_identities (shop_id, kind, number_kind, number_sealed, last4, name, address, updated_at)
    values (${shopId}, ${it.kind}, ${it.numberKind}, ${it.numberSealed}, ${it.last4}, ${it.name}, ${it.address}, ${now})
    on conflict (shop_id) do update set kind = excluded.kind, number_kind = excluded.number_kind, number_sealed = excluded.number_sealed,
      last4 = excluded.last4, name = excluded.name, address = excluded.address, updated_at = excluded.updated_at`);
}

/** Locks what a shop declares about its taxes until the transaction ends. */
export async function lockTaxOfShop(tx: Tx, shopId: string): Promise<void> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtextextended('tax ' || ${shopId}, 61))`);
}

/** Whether the prices of a shop contain PPN. */
export async function findIsPkp(db: Queryable, shopId: string): Promise<boolean> {
  return (await db.row<{ pkp: boolean }>(sql`select is_pkp as pkp from shops where id = ${shopId}`))?.pkp ?? false;
}

export type ExemptionRow = {
  id: string;
  shopId: string;
  kind: ExemptionKind;
  status: ExemptionStatus;
  year: number | null;
  certificateNumber: string | null;
  validFrom: string;
  validUntil: string;
  text: string;
  declaredAt: Date;
  reason: string;
  endedReason: EndedReason | null;
};

const columns = sql`e.id, e.shop_id as "shopId", e.kind, e.status, e.year, e.certificate_number as "certificateNumber", e.valid_from as "validFrom",
  e.valid_until as "validUntil", e.text, e.declared_at as "declaredAt", e.reason, e.ended_reason as "endedReason"`;

/** The latest exemptions of a shop. */
export function listExemptionsOfShop(db: Queryable, shopId: string, limit: number): Promise<ExemptionRow[]> {
  return db.rows(sql`
    select ${columns} from tax_exemptions e where e.shop_id = ${shopId} order by e.declared_at desc, e.id desc limit ${limit}`);
}

/** One exemption, locked until the transaction ends. */
export function lockExemption(tx: Tx, exemptionId: string): Promise<(ExemptionRow & { ownerId: string }) | undefined> {
  return tx.row(sql`
    select ${columns}, s.owner_id as "ownerId" from tax_exemptions e join shops s on s.id = e.shop_id
    where e.id = ${exemptionId} for update of e`);
}

export type ReviewedExemptionRow = ExemptionRow &
  Partial<Pick<TaxIdentityRow, "numberKind" | "numberSealed" | "name">> & { shopName: string };

/** Certificates that wait for an operator, the oldest first. */
export function listWaitingCertificates(db: Queryable, limit: number): Promise<ReviewedExemptionRow[]> {
  return db.rows(sql`
    select ${columns}, s.name as "shopName", i.number_kind as "numberKind", i.number_sealed as "numberSealed", i.name
    from tax_exemptions e join shops s on s.id = e.shop_id left join tax_identities i on i.shop_id = e.shop_id
    where e.status = 'waiting' order by e.declared_at, e.id limit ${limit}`);
}

/** Of these shops those from which nothing is withheld on a Jakarta day. A statement counts only for a person. */
export async function listExemptShops(db: Queryable, shopIds: readonly string[], onDay: string): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(sql`
    select distinct e.shop_id as id from tax_exemptions e join tax_identities i on i.shop_id = e.shop_id
    where e.shop_id = any(${shopIds}::uuid[]) and e.status = 'accepted' and ${onDay}::date between e.valid_from and e.valid_until
      and (e.kind = 'certificate' or i.kind = 'person')`);
  return new Set(rows.map(({ id }) => id));
}

/** Stores an exemption and returns its id; undefined when there is a statement of the year or a waiting certificate. */
export async function insertExemption(
  tx: Tx,
  it: Pick<
    ExemptionRow,
    "shopId" | "kind" | "status" | "year" | "certificateNumber" | "validFrom" | "validUntil" | "text"
  > & {
    declaredBy: string;
    now: Date;
  },
): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(sql`
    insert into tax_exemptions (shop_id, kind, status, year, certificate_number, valid_from, valid_until, text, declared_by, declared_at, decided_at)
    values (${it.shopId}, ${it.kind}, ${it.status}, ${it.year}, ${it.certificateNumber}, ${it.validFrom}, ${it.validUntil}, ${it.text},
      ${it.declaredBy}, ${it.now}, ${it.status === "accepted" ? it.now : null}) on conflict do nothing returning id`);
  return row?.id;
}

/** Stores an operator's decision about a waiting certificate. */
export async function updateDecided(
  tx: Tx,
  exemptionId: string,
  it: {
    status: "accepted" | "refused";
    validFrom: string;
    validUntil: string;
    reason: string;
    decidedBy: string;
    now: Date;
  },
): Promise<void> {
  await tx.run(sql`
    update tax_exemptions set status = ${it.status}, valid_from = ${it.validFrom}, valid_until = ${it.validUntil}, reason = ${it.reason},
      decided_by = ${it.decidedBy}, decided_at = ${it.now}
    where id = ${exemptionId} and status = 'waiting'`);
}

/** Ends an accepted exemption earlier. False when it ends by then anyway. */
export async function endExemption(
  tx: Tx,
  exemptionId: string,
  { until, reason }: { until: string; reason: EndedReason },
): Promise<boolean> {
  return (
    (await tx.run(sql`
      update tax_exemptions set valid_until = greatest(${until}::date, valid_from - 1), ended_reason = ${reason}
      where id = ${exemptionId} and status = 'accepted' and valid_until > greatest(${until}::date, valid_from - 1)`)) ===
    1
  );
}

/** Ends the accepted certificates of a shop with the day before this Jakarta day, and removes a waiting one. */
export async function endCertificates(tx: Tx, shopId: string, today: string): Promise<void> {
  await tx.run(
    sql`delete from tax_exemptions where shop_id = ${shopId} and kind = 'certificate' and status = 'waiting'`,
  );
  await tx.run(sql`
    update tax_exemptions set valid_until = greatest(${today}::date, valid_from) - 1, ended_reason = 'seller'
    where shop_id = ${shopId} and kind = 'certificate' and status = 'accepted' and valid_until >= ${today}::date`);
}

// What a shop sold: goods of paid orders after its own discounts, without what was refunded.
const soldGoods = sql`(select coalesce(sum(l.price * l.quantity - l.refunded
    + (select coalesce(sum(amount), 0) from order_adjustments where line_id = l.id and bearer = 'shop')), 0)
  from order_lines l where l.order_id = o.id)`;

/** The turnover of a shop in our books from one moment until before another. */
export async function findTurnover(db: Queryable, shopId: string, from: Date, to: Date): Promise<Rupiah> {
  const row = await db.row<{ sum: Rupiah }>(sql`
    select coalesce(sum(${soldGoods}), 0)::bigint as sum from orders o
    where o.shop_id = ${shopId} and o.paid_at >= ${from} and o.paid_at < ${to} and o.status not in ('cancelled', 'refunded')`);
  return row?.sum ?? 0;
}

/** Statements that count on a Jakarta day or later, those after `afterId`. */
export function listRunningStatements(
  db: Queryable,
  onDay: string,
  afterId: string | null,
  limit: number,
): Promise<{ id: string; shopId: string; year: number }[]> {
  return db.rows(sql`
    select id, shop_id as "shopId", year from tax_exemptions
    where kind = 'statement' and status = 'accepted' and valid_until >= ${onDay}::date and (${afterId}::uuid is null or id > ${afterId}::uuid)
    order by id limit ${limit}`);
}

/** Records that an operator read the tax numbers of sellers. */
export async function insertReading(
  db: Queryable,
  it: { userId: string; file: "withheld" | "vat" | "exemptions" | "pmse"; month: string | null; now: Date },
): Promise<void> {
  await db.run(sql`
    insert into tax_readings (user_id, file, month, read_at) values (${it.userId}, ${it.file}, ${it.month}, ${it.now})`);
}

// Anonymising

const isNeeded = sql`(exists (select from withheld_taxes w where w.shop_id = i.shop_id)
  or exists (select from tax_exemptions e where e.shop_id = i.shop_id and e.status = 'accepted')
  or exists (select from order_lines l where l.shop_id = i.shop_id and l.vat_per_mille > 0))`;

/** Removes what a shop declared; what the tax office may ask for stays without name and address. */
export async function anonymiseTaxRows(tx: Tx, shopId: string): Promise<void> {
  await tx.run(sql`delete from tax_exemptions where shop_id = ${shopId} and status <> 'accepted'`);
  await tx.run(sql`delete from tax_identities i where i.shop_id = ${shopId} and not ${isNeeded}`);
  await tx.run(sql`update tax_identities set name = null, address = null where shop_id = ${shopId}`);
}

/** Removes the rest of deleted sellers whose last taxed order and exemption are old. Returns how many it was. */
export async function deleteTaxRowsBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const rows = await tx.rows<{ id: string }>(sql`
    delete from tax_identities where shop_id in (
      select i.shop_id from tax_identities i
      where i.name is null
        and not exists (select from withheld_taxes w where w.shop_id = i.shop_id and w.created_at >= ${before})
        and not exists (select from tax_exemptions e where e.shop_id = i.shop_id and e.valid_until >= ${before}::date)
        and not exists (select from orders o where o.shop_id = i.shop_id and o.created_at >= ${before})
      order by i.shop_id limit ${limit})
    returning shop_id as id`);
  await tx.run(sql`delete from tax_exemptions where shop_id = any(${rows.map(({ id }) => id)}::uuid[])`);
  return rows.length;
}
