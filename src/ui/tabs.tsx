import styles from "./tabs.module.css";

export type Tab = { href: string; label: string; count?: number | undefined; current: boolean };

/** Views of one thing as links beside each other; scrolls sideways where there is no room. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab.current ? "page" : undefined}>
          {tab.label}
          {tab.count !== undefined && tab.count > 0 && <span className={styles.count}>{tab.count}</span>}
        </a>
      ))}
    </nav>
  );
}
