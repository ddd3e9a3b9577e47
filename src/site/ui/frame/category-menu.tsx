import { categoryHref, hrefs } from "#hrefs.ts";
import { Icon } from "#ui/icon.tsx";
import { categoryIcon, type MenuCategory } from "../../menu-category.ts";
import styles from "./category-menu.module.css";

/**
 * All categories as links in a popover (S042–S046). The left list chooses the sub-categories on the right: by pointer
 * (after 120 ms, in the stylesheet), by arrow keys and by touch (static-html-behaviour.ts). It works without scripts.
 */
export function CategoryMenu({ categories }: { categories: readonly MenuCategory[] }) {
  if (categories.length === 0) return null;
  return (
    <nav id="category-menu" popover="auto" aria-label="Kategori" className={styles.menu}>
      <ul className={styles.roots}>
        {categories.map((category) => (
          <li key={category.slug}>
            <a href={categoryHref(category)}>
              <Icon name={categoryIcon(category)} />
              {category.name}
            </a>
            {category.categories && category.categories.length > 0 && (
              <div className={styles.subs}>
                <a className={styles.whole} href={categoryHref(category)}>
                  Semua {category.name}
                </a>
                <ul>
                  {category.categories.map((sub) => (
                    <li key={sub.slug}>
                      <a href={hrefs.category(sub.slug)}>{sub.name}</a>
                    </li>
                  ))}
                </ul>
                <div className={styles.picks} data-preview={category.slug} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
