import type { Facets } from "../contract.ts";
import styles from "./listing-filters.module.css";

/** A choice of several values. Chosen ones always stay visible, others only while they have products. */
export function Options({
  name,
  options,
  chosen = [],
  visible,
  others,
  label,
}: {
  name: string;
  options: Facets["provinces"];
  chosen?: readonly string[] | undefined;
  visible: number;
  others: string;
  label: (count: number) => string;
}) {
  const sorted = options.toSorted((a, b) => Number(chosen.includes(b.id)) - Number(chosen.includes(a.id)));
  const rows = sorted.map((one) => (
    <FilterOption key={one.id} name={name} value={one.id} checked={chosen.includes(one.id)} count={label(one.count)}>
      {one.name}
    </FilterOption>
  ));
  const first = rows.slice(0, Math.max(visible, chosen.length));
  const rest = rows.slice(first.length);
  return (
    <>
      {first}
      {rest.length > 0 && (
        <details className={styles.others}>
          <summary>
            {rest.length} {others}
          </summary>
          {rest}
        </details>
      )}
    </>
  );
}

/** A value of a filter, with how many products it would leave. */
export function FilterOption({
  name,
  value,
  checked,
  count,
  type = "checkbox",
  children,
}: {
  name: string;
  value: string;
  checked: boolean;
  count?: string;
  type?: "checkbox" | "radio";
  children: React.ReactNode;
}) {
  return (
    <label className={styles.check}>
      <input type={type} name={name} value={value} defaultChecked={checked} />
      {children}
      {count !== undefined && <span>{count}</span>}
    </label>
  );
}
