import type { ReactNode } from "react";
import styles from "./back-link.module.css";
import { Icon } from "./icon.tsx";

/** A link above the heading that leads back to the list to which a page belongs. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={styles.back} href={href}>
      <Icon name="chevron-left" small />
      {children}
    </a>
  );
}
