import { Button } from "./button.tsx";
import { TextField } from "./field.tsx";
import styles from "./list-search.module.css";

/**
 * Searches the list below it by a plain address. `keep` are the query parameters that remain; empty ones are left out.
 */
export function ListSearch({
  keep,
  label,
  name = "q",
  placeholder,
  value,
  maxLength = 80,
}: {
  keep: Record<string, string | undefined>;
  label: string;
  name?: string;
  placeholder: string;
  value: string;
  maxLength?: number;
}) {
  return (
    <search>
      <form method="get" className={styles.search}>
        {Object.entries(keep).map(
          ([kept, at]) => at !== undefined && <input key={kept} type="hidden" name={kept} value={at} />,
        )}
        <TextField
          label={label}
          hideLabel
          name={name}
          type="search"
          required={false}
          defaultValue={value}
          maxLength={maxLength}
          placeholder={placeholder}
        />
        <Button variant="outline" icon="search">
          <span className={styles.word}>Cari</span>
        </Button>
      </form>
    </search>
  );
}
