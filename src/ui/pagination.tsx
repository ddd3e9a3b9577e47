import { Icon } from "./icon.tsx";
import { pageNumbers } from "./pagination.ts";
import styles from "./pagination.module.css";

/** Page numbers as links. `href` returns the address of a page. */
export function Pagination({ page, last, href }: { page: number; last: number; href: (page: number) => string }) {
  if (last <= 1) return null;
  return (
    <nav className={styles.pages} aria-label="Halaman">
      {page > 1 && (
        <a href={href(page - 1)} rel="prev" aria-label="Halaman sebelumnya">
          <Icon name="chevron-left" small />
        </a>
      )}
      {pageNumbers(page, last).map((number, index, all) =>
        number === null ? (
          <span key={`after-${all[index - 1]}`}>…</span>
        ) : (
          <a
            key={number}
            href={href(number)}
            aria-current={number === page ? "page" : undefined}
            aria-label={`Halaman ${number}`}
          >
            {number}
          </a>
        ),
      )}
      {page < last && (
        <a href={href(page + 1)} rel="next" aria-label="Halaman berikutnya">
          <Icon name="chevron-right" small />
        </a>
      )}
    </nav>
  );
}

/**
 * The link to the next items of a list. With `onClick`, a press before the scripts ran is handled when they have
 * loaded.
 */
export function LoadMore({
  href,
  onClick,
  busy = false,
}: {
  href: string;
  onClick?: (event: React.MouseEvent) => void;
  busy?: boolean;
}) {
  return (
    <p className={styles.more}>
      <a href={href} rel="next" onClick={onClick} aria-busy={busy || undefined} data-waits-for-scripts={onClick && ""}>
        Muat lagi
      </a>
    </p>
  );
}
