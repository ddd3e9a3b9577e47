import { hrefs } from "#hrefs.ts";
import { isShopOpeningOpen } from "#shops/opening-rules.ts";
import { CountBadge } from "#ui/badge.tsx";
import { Icon } from "#ui/icon.tsx";
import { useSession } from "#accounts/ui/session/session-provider.tsx";
import { useCartCount } from "#cart/ui/cart-count.ts";
import { promiseSentence } from "../../promise.ts";
import { Account } from "./account.tsx";
import { Bell } from "#notifications/ui/bell.tsx";
import action from "#ui/icon-action.module.css";
import styles from "./header.module.css";
import { Logo } from "./logo.tsx";
import { SearchBox } from "#search/ui/search-box.tsx";

/** Top bar and header (S005–S007). Its buttons open the menus of menus.tsx, and it works before the script runs. */
export function Header() {
  const session = useSession();
  const isBuyer = session.state === "in" && session.user.type === "pembeli";
  const isOperator = session.state === "in" && session.user.type === "operator";
  const inCart = useCartCount();
  return (
    <>
      <aside className={styles.top} aria-label="Pengumuman">
        <div className="wrap">
          <span>{promiseSentence()}</span>
          <nav aria-label="Tentang dan bantuan">
            <a href={hrefs.aboutUs()}>Tentang kami</a>
            {isOperator ? (
              <a href={hrefs.operator()}>Konsol operator</a>
            ) : (
              isShopOpeningOpen() && (
                <a href={isBuyer ? hrefs.profile("openShop") : hrefs.faqSeller()}>Mulai berjualan</a>
              )
            )}
            <a href={hrefs.guide()}>Bantuan</a>
          </nav>
        </div>
      </aside>
      <header className={styles.header}>
        <div className={`wrap ${styles.bar}`}>
          <Logo />
          <button type="button" className={styles.categories} popoverTarget="category-menu">
            <Icon name="grid" />
            Kategori
          </button>
          <SearchBox place="header" />
          <div className={styles.actions}>
            <Bell session={session} />
            <a
              className={action.action}
              href={hrefs.cart()}
              aria-label={inCart > 0 ? `Keranjang, ${inCart} barang` : "Keranjang"}
            >
              <Icon name="cart" />
              <CountBadge count={inCart} />
            </a>
            <button type="button" className={`${action.action} ${styles.menu}`} popoverTarget="menu" aria-label="Menu">
              <Icon name="menu" />
            </button>
          </div>
          <Account session={session} />
        </div>
      </header>
    </>
  );
}
