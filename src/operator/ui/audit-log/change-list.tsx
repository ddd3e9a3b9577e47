import styles from "./change-list.module.css";

/** What a change did to each field: the former value and the new one; null where there was or is none. */
export function ChangeList({
  changes,
}: {
  changes: readonly { label: string; before: string | null; after: string | null }[];
}) {
  return (
    <dl className={styles.changes}>
      {changes.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {before !== null && (
              <del>
                <span className="sr-only">Sebelumnya: </span>
                {before}
              </del>
            )}
            {before !== null && after !== null && " "}
            {after !== null && (
              <ins>
                <span className="sr-only">Menjadi: </span>
                {after}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
