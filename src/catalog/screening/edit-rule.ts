import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import type { Queryable } from "#lib/database.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { buildTsquery, tokenise } from "#search/text-analysis.ts";
import { screeningRefusals, type RuleBody } from "./contract.ts";
import { brokenRules } from "./match-rule.ts";
import { findCategoryId, listPreviewed, listRules, lockRule, saveRule, type RuleValues } from "./queries.ts";
import { maxForbiddenRules, previewedMatches, previewedProducts } from "./rules.ts";

/**
 * Stores a new rule, or with an id the change of one. It applies to what sellers save from now on. Refuses with
 * `request.not_found`, `request.invalid` and `screening.too_many_rules`.
 */
export async function saveForbiddenRule(
  { db }: Pick<Context, "db">,
  by: NonNullable<AuditActor>,
  id: string | null,
  body: RuleBody,
  now: Date,
): Promise<string> {
  return db.transaction(async (tx) => {
    const before = id === null ? null : await lockRule(tx, id);
    if (before === undefined) throw new Refusal(requestRefusals.notFound);
    if (id === null && (await listRules(tx, { onlyActive: false })).length >= maxForbiddenRules)
      throw new Refusal(screeningRefusals.tooManyRules);
    const rule = await ruleOf(tx, body);
    const stored = await saveRule(tx, id, rule, { userId: by.userId, now });
    appendAuditEntry(tx, {
      actor: by,
      action: "catalog.forbidden_rule_saved",
      subject: { kind: "forbidden_rule", id: stored },
      before: before === null ? undefined : auditOf(before),
      after: auditOf(rule),
    });
    return stored;
  });
}

function auditOf({ label, effect, words, exceptions, is_active, permit_form, sentence }: RuleValues) {
  return {
    label,
    effect,
    words: words.join(", "),
    exceptions: exceptions.join(", "),
    is_active,
    permit_form,
    sentence,
  };
}

async function ruleOf(db: Queryable, { category, ...body }: RuleBody): Promise<RuleValues> {
  const categoryId = category === undefined ? null : await findCategoryId(db, category);
  if (categoryId === undefined) throw new Refusal(requestRefusals.invalid, { category: ["Kategori tidak dikenal."] });
  const isPermit = body.effect === "permit";
  return {
    ...body,
    category_id: categoryId,
    permit_name: isPermit ? (body.permit_name ?? null) : null,
    permit_form: isPermit ? (body.permit_form ?? null) : null,
  };
}

/** The products on sale that a rule would refuse or hold, among the newest that contain one of its words. */
export async function previewRule(
  { db }: Pick<Context, "db">,
  body: RuleBody,
): Promise<{ checked: number; found: { id: string; name: string; slug: string; shop: string; word: string }[] }> {
  const rule = { id: "", ...(await ruleOf(db, body)) };
  const queries = rule.words
    .map((phrase) => buildTsquery(tokenise(phrase.replaceAll("*", "")), { prefix: phrase.endsWith("*") }))
    .filter((query) => query !== null);
  if (rule.words.length > 0 && queries.length === 0) return { checked: 0, found: [] };
  const products = await listPreviewed(db, { queries, categoryId: rule.category_id }, previewedProducts);
  const found = products.flatMap(({ id, name, slug, shop, ...product }) => {
    const [match] = brokenRules({ ...product, name, categoryIds: [product.category_id, product.root_category_id] }, [
      rule,
    ]);
    return match ? [{ id, name, slug, shop, word: match.word }] : [];
  });
  return { checked: products.length, found: found.slice(0, previewedMatches) };
}
