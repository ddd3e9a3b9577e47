import { categoryHref } from "#hrefs.ts";
import { Icon } from "#ui/icon.tsx";
import type { MenuCategory } from "../category.ts";
import { categoryIcon } from "./category-menu.tsx";
import styles from "./error-page.module.css";

/** The first categories as a way on from a page that is not there. */
export function PopularCategories({ categories }: { categories: readonly MenuCategory[] }) {
  if (categories.length === 0) return null;
  return (
    <nav aria-label="Kategori pilihan" className={styles.categories}>
      {categories.slice(0, 8).map((category) => (
        <a key={category.slug} href={categoryHref(category)}>
          <Icon name={categoryIcon(category)} />
          {category.name}
        </a>
      ))}
    </nav>
  );
}
