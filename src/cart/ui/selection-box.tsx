import { useFetcher } from "react-router";
import { hrefs } from "#hrefs.ts";
import { Icon } from "#ui/icon.tsx";
import { useReportRefusal, useSendAgain } from "./cart-forms.ts";
import styles from "./selection-box.module.css";

/**
 * A checkbox for one line, a shop or the whole cart. It is a button with the checkbox role in its own form, so that it
 * works without scripts and can show a mixed state.
 */
export function SelectionBox({
  state,
  label,
  field,
  disabled = false,
}: {
  state: "all" | "some" | "none";
  label: string;
  field?: { name: "line_id" | "shop_id"; value: string };
  disabled?: boolean;
}) {
  const fetcher = useFetcher();
  useReportRefusal(fetcher);
  useSendAgain(fetcher);
  return (
    <fetcher.Form method="post" action={hrefs.cart()} className={styles.form}>
      <input type="hidden" name="intent" value="select" />
      {field && <input type="hidden" name={field.name} value={field.value} />}
      <input type="hidden" name="selected" value={state === "all" ? "0" : "1"} />
      <button
        type="submit"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input would not send its form without scripts
        role="checkbox"
        aria-checked={state === "some" ? "mixed" : state === "all"}
        aria-label={label}
        className={styles.box}
        disabled={disabled}
      >
        <span className={styles.mark}>
          {state === "all" ? <Icon name="check" small /> : state === "some" ? <Icon name="minus" small /> : null}
        </span>
      </button>
    </fetcher.Form>
  );
}
