import { hrefs } from "#hrefs.ts";
import type { Tx } from "#lib/database.ts";
import { firstChangedMindDays } from "./rules.ts";
import { insertCategoryTree } from "./queries.ts";

/** A root category with its children. A custom category has no children and links to its own `url`. */
export type NewCategory = {
  slug: string;
  name: string;
  icon: string;
  isCustom?: "1";
  url?: string;
  children: readonly { slug: string; name: string }[];
};

/** Stores a tree of categories in the given order. */
export async function insertCategories(tx: Tx, tree: readonly NewCategory[]): Promise<void> {
  const roots = tree.map((root, position) => ({
    slug: root.slug,
    name: root.name,
    icon: root.icon,
    parent: null,
    url: root.isCustom === "1" ? (root.url ?? hrefs.products()) : null,
    position,
    changed_mind_days: firstChangedMindDays[root.slug] ?? null,
  }));
  const children = tree.flatMap((root) =>
    root.children.map((child, position) => ({
      ...child,
      icon: root.icon,
      parent: root.slug,
      url: null,
      position,
      changed_mind_days: null,
    })),
  );
  await insertCategoryTree(tx, roots);
  await insertCategoryTree(tx, children);
}
