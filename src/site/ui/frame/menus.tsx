import type { MenuCategory } from "../../menu-category.ts";
import { useList } from "#lib/browser/list-cache.ts";
import { CategoryMenu } from "./category-menu.tsx";
import { Drawer } from "./drawer.tsx";

/** The menus that the header's buttons open: the category menu of wide screens and the drawer of small ones. */
export function Menus({ categories }: { categories: readonly MenuCategory[] }) {
  return (
    <>
      <CategoryMenu categories={categories} />
      <Drawer categories={categories} />
    </>
  );
}

/** The same menus rendered in the browser, after a navigation from a page without menus. */
export function FetchedMenus() {
  const { data } = useList<MenuCategory>("/v1/categories");
  return <Menus categories={data ?? []} />;
}
