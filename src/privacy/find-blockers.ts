import { hrefs } from "#hrefs.ts";
import type { Queryable } from "#lib/database.ts";
import { Refusal, sessionRefusals } from "#lib/refusal.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import type { Blocker } from "./contract.ts";
import { findOpenObligations, type OpenObligations } from "./queries.ts";
import { blockerTexts } from "./rules.ts";

/**
 * What has to be finished before the account can be deleted, and its user. Refuses with `session.required` when there
 * is none.
 */
export async function findBlockers(
  db: Queryable,
  userId: string,
): Promise<{ blockers: Blocker[]; person: OpenObligations }> {
  const person = await findOpenObligations(db, userId);
  if (!person) throw new Refusal(sessionRefusals.required);
  const blockers: Blocker[] = [];
  if (person.type === "operator")
    blockers.push({ code: "operator", text: `${blockerTexts.operator}.`, href: hrefs.operator() });
  const counted = { orders: hrefs.profile("transactions"), refunds: hrefs.profile("transactions") } as const;
  for (const code of ["orders", "refunds"] as const)
    if (person[code] > 0) blockers.push({ code, text: `${person[code]} ${blockerTexts[code]}.`, href: counted[code] });
  if (person.shop_orders > 0) {
    const text = `${person.shop_orders} ${blockerTexts.shop_orders}.`;
    blockers.push({ code: "shop_orders", text, href: hrefs.manageMerchant("orders") });
  }
  if (person.balance > 0) {
    const text = `${blockerTexts.balance}: ${formatRupiah(person.balance)}.`;
    blockers.push({ code: "balance", text, href: hrefs.manageMerchant("balance") });
  }
  if (person.payouts > 0) {
    const text = `${person.payouts} ${blockerTexts.payouts}.`;
    blockers.push({ code: "payouts", text, href: hrefs.manageMerchant("balance") });
  }
  return { blockers, person };
}
