import { Fragment } from "react";
import { Icon } from "#ui/icon.tsx";
import styles from "./breadcrumb.module.css";

/** Where a page stands: links to what is above it, then its own name. */
export function Breadcrumb({ above, current }: { above: readonly { name: string; href: string }[]; current: string }) {
  return (
    <nav className={styles.crumbs} aria-label="Jejak halaman">
      {above.map(({ name, href }) => (
        <Fragment key={href}>
          <a href={href}>{name}</a>
          <Icon name="chevron-right" small />
        </Fragment>
      ))}
      <b aria-current="page">{current}</b>
    </nav>
  );
}
