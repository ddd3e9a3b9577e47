import type { RawCall } from "#lib/api-client.ts";
import type { IconName } from "#ui/icon-names.ts";

/** A category as `GET /v1/categories` answers it (specification §3). */
export type MenuCategory = {
  name: string;
  slug: string;
  icon?: string | null;
  isCustom?: string;
  url?: string | null;
  categories?: { name: string; slug: string }[];
};

/**
 * The categories of the menus while the server renders. Menus are server HTML that the browser keeps as it is
 * (static-html.tsx), so they must not travel a second time in the page's data: `toJSON` leaves them out.
 */
export class MenuData {
  readonly categories: readonly MenuCategory[];
  constructor(categories: readonly MenuCategory[]) {
    this.categories = categories;
  }
  toJSON(): undefined {
    return undefined;
  }
}

/** Data of the root route: the categories without their children, and on the server the whole menu. */
export type RootData = { categories: Omit<MenuCategory, "categories">[]; menu?: MenuData };

/** The categories of the menus; none when they cannot be had, for a page must never fail because of its menu. */
export async function loadCategories(call: RawCall): Promise<MenuCategory[]> {
  try {
    const { status, body } = await call("GET", "/v1/categories");
    const result = (body as { result?: unknown } | null)?.result;
    return status === 200 && Array.isArray(result) ? (result as MenuCategory[]) : [];
  } catch {
    return [];
  }
}

/** The picture of a category; a grid when it names none. */
export function categoryIcon(category: { icon?: string | null }): IconName {
  return (category.icon ?? "grid") as IconName;
}
