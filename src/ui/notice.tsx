import { createContext, use, type ReactNode } from "react";
import { classes } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-names.ts";
import styles from "./notice.module.css";
import { useShowRefusal } from "./show-refusal.ts";

const icons = { info: "info", success: "check", warning: "warning", error: "warning" } as const satisfies Record<
  string,
  IconName
>;

/** A sentence or two in place: what happened, what is safe, what to do. Screen readers announce errors immediately. */
export function Notice({
  tone = "info",
  title,
  children,
  action,
}: {
  tone?: keyof typeof icons;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={classes(styles.notice, styles[tone])} role={tone === "error" ? "alert" : "status"}>
      <Icon name={icons[tone]} />
      <div className={styles.text}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** The refusal that a form shows. A new object for each refusal. */
export type FormRefusal = { code?: string; message: string; fields?: Record<string, string[]> };

// Codes of questions and hints, which are not errors.
const questionCodes = new Set([
  "session.resumed",
  "reviews.contacts",
  "accounts.confirm_needed",
  "shops.city_asked",
  "vouchers.previewed",
  "fees.previewed",
  "categories.previewed",
  "withholding.asked",
  "orders.previewed",
  "withdrawals.equal_exists",
]);

let shownCount = 0;
const keys = new WeakMap<object, number>();

/** A key that changes with each refusal, so that the same sentence is announced again. */
function keyOf(failure: object): number {
  const key = keys.get(failure) ?? (shownCount += 1);
  keys.set(failure, key);
  return key;
}

/** The refusals that forms show now. A frame around the page shows a refusal whose form is gone. */
export const ShownRefusals = createContext<Set<object> | null>(null);

/**
 * The refusal of a form, above it: the sentence and, when more than two fields are wrong, a list of them with the
 * labels that `labelOf` returns. Focuses itself or the first wrong field, and scrolls it into view (show-refusal.ts).
 * Fields show their own errors below themselves.
 */
export function FormNotice({
  failure,
  labelOf,
  sentence,
  alone = false,
  children,
}: {
  failure: FormRefusal | undefined;
  labelOf?: (field: string) => string | undefined;
  /** Replaces the refusal's own sentence. */
  sentence?: string | undefined;
  /** No field shows an error, so this message gets the focus. */
  alone?: boolean;
  /** Further text or actions. */
  children?: ReactNode;
}) {
  const place = useShowRefusal<HTMLDivElement>(failure, { alone });
  const shown = use(ShownRefusals);
  if (!failure) return null;
  shown?.add(failure);
  const wrong = Object.entries(failure.fields ?? {});
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the message is out of view; only without scripts
    <div ref={place} tabIndex={-1} className={styles.refusal} data-refusal autoFocus={alone || wrong.length === 0}>
      <Notice
        key={keyOf(failure)}
        tone={questionCodes.has(failure.code ?? "") ? "info" : "error"}
        title={sentence ?? failure.message}
      >
        {wrong.length > 2 && (
          <ul className={styles.list}>
            {wrong.map(([field, sentences]) => {
              const label = labelOf?.(field);
              return (
                <li key={field}>
                  {label !== undefined && <b>{label}: </b>}
                  {sentences[0]}
                </li>
              );
            })}
          </ul>
        )}
        {children}
      </Notice>
    </div>
  );
}
