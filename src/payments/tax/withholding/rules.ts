/**
 * Design note. A rule switches the withholding of PPh 22 on or off from a Jakarta day on; the latest day that has come
 * counts. Rules are never changed: a new rule follows, so it stays known who switched what and when. An order stores
 * its terms, so a rule changes only orders that are placed afterwards. Not chosen: a setting with on and off, which
 * could be changed during a day and would leave no trace.
 */
import { addDuration, day, formatLongDate } from "#lib/time.ts";
import { beginningOf } from "../../fees/rules.ts";

/** @rule The withholding of PPh 22 is off until an operator switches it on, from a day that is not in the past. */
export const firstWithholding = false;

/** @rule Withholding is switched on or off at most 366 days ahead. */
export const maxWithholdingAhead = 366 * day;

/** @rule A switch of the withholding counts in every process at most 2 seconds after it was stored. */
export const withholdingTtl = 2000;

/** How many switches the operator's page lists. */
export const listedWithholdingRules = 20;

/** From a Jakarta day on (`2026-12-31`), withholding is on or off. */
export type WithholdingRule = { id: string; isOn: boolean; validFrom: string };

/** The rule that counts on a Jakarta day; undefined before the first one. `rules` contains no withdrawn ones. */
export function withholdingRuleOn<Rule extends WithholdingRule>(
  rules: readonly Rule[],
  onDay: string,
): Rule | undefined {
  return rules
    .filter(({ validFrom }) => validFrom <= onDay)
    .reduce<Rule | undefined>((best, rule) => (best && best.validFrom >= rule.validFrom ? best : rule), undefined);
}

/** Whether PPh 22 is withheld from orders of a Jakarta day. */
export function isWithholdingOn(rules: readonly WithholdingRule[], onDay: string): boolean {
  return withholdingRuleOn(rules, onDay)?.isOn ?? firstWithholding;
}

/** The last moment to which a rule may be announced. */
export function latestWithholding(now: Date): Date {
  return addDuration(now, maxWithholdingAhead);
}

/** `1 Januari 2027` */
export function formatWithholdingDay(validFrom: string): string {
  return formatLongDate(beginningOf(validFrom));
}
