import { Icon } from "#ui/icon.tsx";
import styles from "./header.module.css";
import { Logo } from "./logo.tsx";

/** The header of checkout and payment: only the logo, so that no other link distracts from paying. */
export function CheckoutHeader() {
  return (
    <header className={styles.header}>
      <div className={`wrap ${styles.checkout}`}>
        <Logo />
        <span className={styles.safe}>
          <Icon name="shield" />
          Pembayaran aman
        </span>
      </div>
    </header>
  );
}
