import { isRegistrationOpen } from "#accounts/registration/rules.ts";
import { categoryHref, hrefs } from "#hrefs.ts";
import { isShopOpeningOpen } from "#shops/opening-rules.ts";
import { Icon } from "#ui/icon.tsx";
import { categoryIcon, type MenuCategory } from "../../menu-category.ts";
import { maxSearchLength, searchTypes } from "#search/rules.ts";
import styles from "./drawer.module.css";
import { Logo } from "./logo.tsx";
import search from "#search/ui/search-box.module.css";

/**
 * The mobile menu: a search box and the category tree (S070, S071), then links to everything else. Its HTML is the same
 * for everyone; the attribute on <html> shows the account's links to logged-in users, and without scripts they are
 * always visible.
 */
export function Drawer({ categories }: { categories: readonly MenuCategory[] }) {
  return (
    <dialog id="menu" popover="auto" aria-label="Menu" className={styles.drawer}>
      <div className={styles.head}>
        <Logo />
        <button type="button" popoverTarget="menu" popoverTargetAction="hide" aria-label="Tutup menu">
          <Icon name="close" />
        </button>
      </div>
      <div className={styles.search}>
        <DrawerSearch />
      </div>
      <nav aria-label="Akun" className={styles.account}>
        <a href={hrefs.profile()}>
          <Icon name="user" />
          Akun saya
        </a>
        <a href={hrefs.buyerTransactions()}>
          <Icon name="receipt" />
          Pesanan
        </a>
        <a href={hrefs.profile("notification")}>
          <Icon name="bell" />
          Notifikasi
        </a>
        <form method="post" action={hrefs.logout()} className="needs-js">
          <button>
            <Icon name="logout" />
            Keluar
          </button>
        </form>
      </nav>
      <div className={`${styles.enter} needs-js`}>
        <a href={hrefs.login()}>Masuk</a>
        {isRegistrationOpen() && <a href={hrefs.register()}>Daftar</a>}
      </div>
      <nav id="category-tree" aria-label="Semua kategori" className={styles.tree}>
        <h2>Kategori</h2>
        {categories.map((category) => {
          const name = (
            <>
              <Icon name={categoryIcon(category)} />
              {category.name}
            </>
          );
          if (!category.categories?.length) {
            return (
              <a key={category.slug} href={categoryHref(category)}>
                {name}
              </a>
            );
          }
          return (
            <details key={category.slug} name="category">
              <summary>
                {name}
                <Icon name="chevron-down" small />
              </summary>
              <ul>
                <li>
                  <a href={categoryHref(category)}>Semua {category.name}</a>
                </li>
                {category.categories.map((sub) => (
                  <li key={sub.slug}>
                    <a href={hrefs.category(sub.slug)}>{sub.name}</a>
                  </li>
                ))}
              </ul>
            </details>
          );
        })}
        {categories.length === 0 && <a href={hrefs.products()}>Semua produk</a>}
      </nav>
      <nav aria-label="Lainnya" className={styles.tree}>
        <a href={hrefs.guide()}>
          <Icon name="help" />
          Bantuan
        </a>
        <a href={hrefs.aboutUs()}>
          <Icon name="info" />
          Tentang kami
        </a>
        {isShopOpeningOpen() && (
          <a href={hrefs.faqSeller()}>
            <Icon name="store" />
            Mulai berjualan
          </a>
        )}
      </nav>
    </dialog>
  );
}

/** The search of the menu: a plain form. With scripts it needs no page load. */
function DrawerSearch() {
  return (
    <search className={search.search}>
      <form action={hrefs.products()} aria-label="Cari dari menu" data-search>
        <span className={search.type}>
          <select name="type" aria-label="Cari di">
            {Object.entries(searchTypes).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" small />
        </span>
        <input
          type="search"
          name="name"
          className={search.input}
          placeholder="Cari produk…"
          aria-label="Kata kunci"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={maxSearchLength}
        />
        <button className={search.go} aria-label="Cari">
          <Icon name="search" />
        </button>
      </form>
    </search>
  );
}
