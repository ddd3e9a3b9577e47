import type { FeeRuleRow } from "./queries.ts";
import { ruleInForce, type PublishedFee, type PublishedFees } from "./rules.ts";

/** A fee rule as everyone may read it. */
export function publishedFee({ kind, terms, categorySlug, categoryName, validFrom }: FeeRuleRow): PublishedFee {
  const category = categorySlug === null || categoryName === null ? null : { slug: categorySlug, name: categoryName };
  return { kind, per_mille: terms.perMille, cap: terms.cap, flat: terms.flat, category, valid_from: validFrom };
}

/** The fees of a Jakarta day, and those that were announced for later days. */
export function publishedFees(rules: readonly FeeRuleRow[], today: string): PublishedFees {
  const inForce = (kind: "commission" | "service_fee", categoryIds: readonly string[] = []) => {
    const { id } = ruleInForce(rules, kind, today, categoryIds);
    return rules.filter((rule) => rule.id === id).map(publishedFee);
  };
  const categoryIds = new Set(rules.flatMap(({ categoryId }) => categoryId ?? []));
  const [service_fee] = inForce("service_fee");
  const [commission] = inForce("commission");
  if (!service_fee || !commission) throw new Error("a fee has no rule");
  return {
    service_fee,
    commission,
    commission_by_category: [...categoryIds]
      .flatMap((id) => inForce("commission", [id]))
      .filter(({ category }) => category !== null)
      .toSorted((a, b) => ((a.category?.name ?? "") < (b.category?.name ?? "") ? -1 : 1)),
    announced: rules.filter(({ validFrom }) => validFrom > today).map(publishedFee),
  };
}
