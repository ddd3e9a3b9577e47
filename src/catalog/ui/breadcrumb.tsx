import { Fragment } from "react";
import { Icon } from "#ui/icon.tsx";
import styles from "./breadcrumb.module.css";

/** Links to the pages above this one, then the name of this page. */
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
