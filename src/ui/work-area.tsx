import { useEffect, useRef, type ReactNode } from "react";
import { classes } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-names.ts";
import styles from "./work-area.module.css";

export type WorkLink = {
  href: string;
  label: string;
  icon: IconName;
  current?: boolean;
  /** The number of things that wait behind the link, and the words that say so. Zero shows nothing. */
  waiting?: { count: number; words: string };
};

/**
 * The frame of a work area: links to its parts in a column, and the current part beside it. On a phone the links are a
 * row that scrolls to the current one. Without links it shows the part alone, narrow.
 */
export function WorkArea({
  label,
  links,
  children,
}: {
  label: string;
  links: readonly WorkLink[];
  children: ReactNode;
}) {
  const bar = useRef<HTMLElement>(null);
  const current = links.find((link) => link.current)?.href;
  useEffect(() => {
    const element = bar.current;
    const link = element?.querySelector<HTMLElement>("[aria-current]");
    if (element && link) element.scrollLeft = link.offsetLeft - (element.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <div className={classes("wrap", styles.area, links.length === 0 && styles.narrow)}>
      {links.length > 0 && (
        <nav ref={bar} className={styles.rail} aria-label={label}>
          {links.map((link) => (
            <a key={link.href} href={link.href} aria-current={link.current ? "page" : undefined}>
              <Icon name={link.icon} />
              {link.label}
              {link.waiting && link.waiting.count > 0 && (
                <span className={styles.count}>
                  {link.waiting.count}
                  <span className="sr-only"> {link.waiting.words}</span>
                </span>
              )}
            </a>
          ))}
        </nav>
      )}
      <div className={styles.part}>{children}</div>
    </div>
  );
}
