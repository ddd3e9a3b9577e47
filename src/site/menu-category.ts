import type { RawCall } from "#lib/api-client.ts";
import type { IconName } from "#ui/icon-names.ts";

/** A category in the response of `GET /v1/categories` (S075). */
export type MenuCategory = {
  name: string;
  slug: string;
  icon?: string | null;
  isCustom?: string;
  url?: string | null;
  categories?: { name: string; slug: string }[];
};

/** The text of lists that many pages share (http/response-cache.ts). */
const texts = new WeakMap<readonly MenuCategory[], string>();

/**
 * The categories of the menus while the server renders. The browser does not render the menus (static-html.tsx), so
 * `toJSON` leaves the categories out of the page's data.
 */
export class MenuData {
  readonly categories: readonly MenuCategory[];
  /** The categories as JSON: with the same text, menus that were rendered before are used again. */
  readonly text: string;
  constructor(categories: readonly MenuCategory[]) {
    this.categories = categories;
    this.text = texts.get(categories) ?? JSON.stringify(categories);
    texts.set(categories, this.text);
  }
  toJSON(): undefined {
    return undefined;
  }
}

/** Data of the root route: the categories without their children, and on the server the whole menu. */
export type RootData = { categories: Omit<MenuCategory, "categories">[]; menu?: MenuData };

/** The categories of the menus. Returns none when the call fails, because a page must not fail because of its menu. */
export async function loadCategories(call: RawCall): Promise<MenuCategory[]> {
  try {
    const { status, body } = await call("GET", "/v1/categories");
    const result = (body as { result?: unknown } | null)?.result;
    return status === 200 && Array.isArray(result) ? (result as MenuCategory[]) : [];
  } catch {
    return [];
  }
}

/** The icon of a category; a grid when it has none. */
export function categoryIcon(category: { icon?: string | null }): IconName {
  return (category.icon ?? "grid") as IconName;
}
