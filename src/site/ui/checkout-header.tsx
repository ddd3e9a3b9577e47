import { Icon } from "#ui/icon.tsx";
import styles from "./header.module.css";
import { Logo } from "./logo.tsx";

/** Where people pay there is the logo and nothing that leads away. */
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
