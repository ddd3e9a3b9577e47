/**
 * Design note. PMK 37/2025 exempts kinds of goods from PPh 22, and luxury goods have another base of PPN. Which goods
 * are meant, a category says. A rule counts from a Jakarta day on, and is never changed: a newer one follows it. An
 * order stores its terms, so a rule changes only orders that are placed afterwards. Not chosen: a mark that sellers
 * set on products. Who pays the tax would decide about it.
 */
import { incomeTaxExemptions, type IncomeTaxExemption } from "../rules.ts";

/** What a rule is about, and what it may say. `ordinary` ends an earlier rule. */
export const categoryTaxValues = {
  income_tax: ["ordinary", "phone_credit", "gold", "courier_service", "property"],
  vat: ["ordinary", "luxury"],
} as const;
export type CategoryTaxKind = keyof typeof categoryTaxValues;
export type CategoryTaxValue = (typeof categoryTaxValues)[CategoryTaxKind][number];
export const categoryTaxKinds = Object.keys(categoryTaxValues) as [CategoryTaxKind, ...CategoryTaxKind[]];
export const allCategoryTaxValues = [...new Set(Object.values(categoryTaxValues).flat())] as [
  CategoryTaxValue,
  ...CategoryTaxValue[],
];

/** @rule No category is exempt or of luxury goods until an operator says so, from a day that is not in the past. */
export const firstCategoryTax = "ordinary";

/** How many rules the operator's page lists. */
export const listedCategoryTaxes = 50;

/** From a Jakarta day on (`2026-12-31`), goods of a category are taxed like this. */
export type CategoryTaxRule = {
  id: string;
  categoryId: string;
  kind: CategoryTaxKind;
  value: CategoryTaxValue;
  validFrom: string;
};

/** How the goods of a product are taxed. */
export type GoodsTax = { exemption: IncomeTaxExemption | null; isLuxury: boolean };

/** The rule of one category and kind that counts on a day. `rules` contains no withdrawn ones. */
export function categoryTaxRuleOn<Rule extends CategoryTaxRule>(
  rules: readonly Rule[],
  { categoryId, kind }: Pick<CategoryTaxRule, "categoryId" | "kind">,
  onDay: string,
): Rule | undefined {
  return rules
    .filter((rule) => rule.categoryId === categoryId && rule.kind === kind && rule.validFrom <= onDay)
    .reduce<Rule | undefined>((best, rule) => (best && best.validFrom >= rule.validFrom ? best : rule), undefined);
}

/**
 * How goods are taxed on a day. `categoryIds` are the product's own category and its root: the first that has a rule
 * decides.
 */
export function goodsTaxOn(rules: readonly CategoryTaxRule[], categoryIds: readonly string[], onDay: string): GoodsTax {
  const valueOf = (kind: CategoryTaxKind) =>
    categoryIds.map((categoryId) => categoryTaxRuleOn(rules, { categoryId, kind }, onDay)).find(Boolean)?.value ??
    firstCategoryTax;
  const exemption = valueOf("income_tax");
  return {
    exemption: exemption === "ordinary" || exemption === "luxury" ? null : exemption,
    isLuxury: valueOf("vat") === "luxury",
  };
}

/** What a rule says, by kind and value, as people read it. */
export const categoryTaxTexts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(incomeTaxExemptions).map(([value, name]) => [
      `income_tax ${value}`,
      `PPh 22 tidak dipungut: ${name}`,
    ]),
  ),
  "income_tax ordinary": "PPh 22 seperti barang lain",
  "vat luxury": "Barang mewah: PPN 12% dari seluruh harga tanpa PPN",
  "vat ordinary": "PPN seperti barang lain (12% dari 11/12)",
};

/**
 * Which of these categories, each with its root, a rule taxes otherwise on the day on which it begins.
 *
 * @rule Sellers are notified of a new or withdrawn rule about taxes of a category when it changes the tax of goods that
 * they offer.
 */
export function categoriesChangedBy(
  rules: readonly CategoryTaxRule[],
  rule: CategoryTaxRule,
  categories: readonly { id: string; rootId: string }[],
): string[] {
  const others = rules.filter(({ id }) => id !== rule.id);
  return categories
    .filter(({ id, rootId }) => {
      const [before, after] = [others, [...others, rule]].map((each) => goodsTaxOn(each, [id, rootId], rule.validFrom));
      return before?.exemption !== after?.exemption || before?.isLuxury !== after?.isLuxury;
    })
    .map(({ id }) => id);
}

/**
 * Whether goods are taxed in the same way under both chains of categories, from a Jakarta day on: today, and on every
 * day on which an announced rule begins.
 *
 * @rule A category is moved or merged only where its products are taxed as before: finance decides about taxes, not who
 * edits the tree.
 */
export function isSameGoodsTax(
  rules: readonly CategoryTaxRule[],
  before: readonly string[],
  after: readonly string[],
  onDay: string,
): boolean {
  const later = rules.map(({ validFrom }) => validFrom).filter((from) => from > onDay);
  return [onDay, ...later].every((each) => {
    const [old, next] = [goodsTaxOn(rules, before, each), goodsTaxOn(rules, after, each)];
    return old.exemption === next.exemption && old.isLuxury === next.isLuxury;
  });
}
