import { useEffect, useRef } from "react";
import styles from "./tabs.module.css";

export type Tab = { href: string; label: string; count?: number | undefined; current: boolean };

/** Views of one thing, as links in a row. When they do not fit, the row scrolls to the current one. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const bar = useRef<HTMLElement>(null);
  const current = tabs.find((tab) => tab.current)?.href;
  useEffect(() => {
    const element = bar.current;
    const link = element?.querySelector<HTMLElement>("[aria-current]");
    if (element && link) element.scrollLeft = link.offsetLeft - (element.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <nav ref={bar} className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab.current ? "page" : undefined}>
          {tab.label}
          {tab.count !== undefined && tab.count > 0 && <span className={styles.count}>{tab.count}</span>}
        </a>
      ))}
    </nav>
  );
}
