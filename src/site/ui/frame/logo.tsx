import { hrefs } from "#hrefs.ts";
import { KawungMark } from "#ui/kawung-mark.tsx";
import { brandName } from "#lib/brand.ts";
import styles from "./header.module.css";

/** Mark and name with a link to the home page (S041). */
export function Logo() {
  return (
    <a data-logo="link" className={styles.logo} href={hrefs.home()} aria-label={`${brandName()}, beranda`}>
      <KawungMark />
      {brandName()}
    </a>
  );
}
