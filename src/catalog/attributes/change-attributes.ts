import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { categoryRefusals } from "../categories/contract.ts";
import { categoryOf } from "../categories/edit-category.ts";
import { lockTree } from "../categories/queries.ts";
import { findAttributeSet, updateAttributeSet } from "./queries.ts";
import { optionsOf, type AttributeDefinition } from "./rules.ts";

/**
 * Changes what sellers are asked about products of a category that has this version. Products keep the values that they
 * have. Refuses with `categories.changed`, `categories.link` and `request.not_found`.
 */
export async function changeAttributes(
  { db, pages }: Pick<Context, "db" | "pages">,
  actor: NonNullable<AuditActor>,
  categoryId: string,
  { version, attributes }: { version: number; attributes: readonly AttributeDefinition[] },
): Promise<void> {
  await db.transaction(async (tx) => {
    const category = categoryOf(await lockTree(tx), categoryId, version);
    if (category.is_custom) throw new Refusal(categoryRefusals.link);
    const before = await findAttributeSet(tx, categoryId);
    await updateAttributeSet(tx, categoryId, attributes);
    appendAuditEntry(tx, {
      actor,
      action: "catalog.category_attributes_changed",
      subject: { kind: "category", id: categoryId },
      before: { attributes: before.map(textOf).join("; ") },
      after: { attributes: attributes.map(textOf).join("; ") },
    });
  });
  pages.purge(["categories", "catalog"]);
}

function textOf(one: AttributeDefinition): string {
  const details = [one.kind, one.unit, ...optionsOf(one), one.is_required && "wajib", one.is_filterable && "filter"];
  return `${one.name} (${details.filter(Boolean).join(", ")})`;
}
