import type { ReactNode } from "react";
import styles from "./back-link.module.css";
import { Icon } from "./icon.tsx";

/** The way back to the list that a page belongs to, above its heading. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={styles.back} href={href}>
      <Icon name="chevron-left" small />
      {children}
    </a>
  );
}
