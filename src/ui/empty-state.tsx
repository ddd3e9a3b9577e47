import type { ReactNode } from "react";
import styles from "./empty-state.module.css";
import { KawungMark } from "./kawung-mark.tsx";

/** An empty list: the motif, one sentence, one action. */
export function EmptyState({
  children,
  action,
  title,
}: {
  children: ReactNode;
  action?: ReactNode;
  title?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <KawungMark size={72} />
      {title !== undefined && <h2>{title}</h2>}
      <p>{children}</p>
      {action}
    </div>
  );
}
