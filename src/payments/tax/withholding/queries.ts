import type { IncomeTaxExemption } from "../rules.ts";
import { sql, type Queryable, type Tx } from "#lib/database.ts";
import { listedWithholdingRules, type WithholdingRule } from "./rules.ts";

export type WithholdingRuleRow = WithholdingRule & { announcedAt: Date; announcedBy: string; withdrawnAt: Date | null };

const columns = sql`r.id, r.is_on as "isOn", r.valid_from as "validFrom", r.announced_at as "announcedAt", u.name as "announcedBy",
  r.withdrawn_at as "withdrawnAt"`;
const tables = sql`withholding_rules r join users u on u.id = r.created_by`;

/** All rules that were not withdrawn, the earliest day first. */
export function listWithholdingRules(db: Queryable): Promise<WithholdingRuleRow[]> {
  return db.rows(sql`select ${columns} from ${tables} where r.withdrawn_at is null order by r.valid_from`);
}

/** The latest rules, withdrawn ones too. */
export function listWithholdingRulesToShow(db: Queryable): Promise<WithholdingRuleRow[]> {
  return db.rows(sql`
    select ${columns} from ${tables} order by r.valid_from desc, r.id desc limit ${listedWithholdingRules}`);
}

/** One rule, also a withdrawn one. */
export function findWithholdingRule(db: Queryable, ruleId: string): Promise<WithholdingRuleRow | undefined> {
  return db.row(sql`select ${columns} from ${tables} where r.id = ${ruleId}`);
}

/** Makes every other change of these rules wait until the transaction ends. */
export async function lockWithholdingRules(tx: Tx): Promise<void> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtextextended('withholding rules', 61))`);
}

/** Stores a rule and returns its id; undefined when there is one for the same day. */
export async function insertWithholdingRule(
  tx: Tx,
  rule: { isOn: boolean; validFrom: string; createdBy: string; now: Date },
): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(sql`
    insert into withholding_rules (is_on, valid_from, announced_at, created_by)
    values (${rule.isOn}, ${rule.validFrom}, ${rule.now}, ${rule.createdBy}) on conflict do nothing returning id`);
  return row?.id;
}

/** Withdraws a rule. */
export async function updateWithholdingWithdrawn(tx: Tx, ruleId: string, by: string, now: Date): Promise<void> {
  await tx.run(sql`
    update withholding_rules set withdrawn_at = ${now}, withdrawn_by = ${by} where id = ${ruleId} and withdrawn_at is null`);
}

/**
 * Records what an order withheld, or gave back when negative, or from what it withheld nothing. `reference` is that of
 * its ledger transaction.
 */
export async function insertWithheldTax(
  tx: Tx,
  tax: {
    orderId: string;
    shopId: string;
    reference: string;
    base: number;
    perMille: number;
    amount: number;
    /** Why nothing is withheld from this base; null for a base with tax. */
    exemption: IncomeTaxExemption | null;
    now: Date;
  },
): Promise<void> {
  await tx.run(sql`
    insert into withheld_taxes (order_id, shop_id, reference, base, per_mille, amount, exemption, created_at)
    values (${tax.orderId}, ${tax.shopId}, ${tax.reference}, ${tax.base}, ${tax.perMille}, ${tax.amount}, ${tax.exemption}, ${tax.now})`);
}
