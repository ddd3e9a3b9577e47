import { useLocation } from "react-router";
import { hrefs } from "#hrefs.ts";
import { CountBadge } from "#ui/badge.tsx";
import { Icon } from "#ui/icon.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { useSession } from "#accounts/ui/session/session-provider.tsx";
import { useCartCount } from "#cart/ui/cart-count.ts";
import styles from "./bottom-nav.module.css";

/** The parts of a buyer's account that are about orders. A complaint is opened from its order and leads back there. */
const partsOfOrders = ["transactions", "showTransaction", "openComplaint", "complaint", "complaints"];

/** The five links of the mobile bar. A seller has their shop instead of categories. Pages with a buy bar hide it. */
export function BottomNav() {
  const session = useSession();
  const inCart = useCartCount();
  const { pathname, search } = useLocation();
  const user = session.state === "in" ? session.user : undefined;
  const part = pathname === hrefs.profile() ? (new URLSearchParams(search).get("page") ?? "settings") : undefined;
  const inOrders = part !== undefined && partsOfOrders.includes(part);
  const link = (href: string, icon: IconName, label: string, current: boolean, count = 0) => (
    <a href={href} aria-current={current ? "page" : undefined}>
      <Icon name={icon} />
      {label}
      <CountBadge count={count} />
      {count > 0 && <span className="sr-only">, {count} barang</span>}
    </a>
  );
  return (
    <nav className={styles.bar} aria-label="Navigasi utama" data-bottom-nav>
      {link(hrefs.home(), "home", "Beranda", pathname === hrefs.home())}
      {user?.type === "penjual" ? (
        link(hrefs.manageMerchant(), "store", "Toko", pathname === hrefs.manageMerchant())
      ) : user?.type === "operator" ? (
        link(hrefs.operator(), "store", "Konsol", pathname.startsWith(hrefs.operator()))
      ) : (
        <button type="button" popoverTarget="menu" onClick={openCategoryTree}>
          <Icon name="grid" />
          Kategori
        </button>
      )}
      {link(hrefs.cart(), "cart", "Keranjang", pathname === hrefs.cart(), inCart)}
      {link(hrefs.buyerTransactions(), "receipt", "Pesanan", inOrders)}
      {link(hrefs.profile(), "user", "Akun", part !== undefined && part !== "notification" && !inOrders)}
    </nav>
  );
}

/** Opens the menu at its categories. */
function openCategoryTree(): void {
  requestAnimationFrame(() => document.getElementById("category-tree")?.scrollIntoView());
}
