import { useEffect, useRef, type ReactNode } from "react";
import { classes } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-names.ts";
import styles from "./notice.module.css";

const icons = { info: "info", success: "check", warning: "warning", error: "warning" } as const satisfies Record<
  string,
  IconName
>;

const focusable = "input:not([type=hidden]), select, textarea, button, [tabindex]";

/** A sentence or two in place: what happened, what is safe, what to do. Errors are read out at once. */
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

/**
 * The refusal of a form, above it: the sentence, and a list of the fields when more than two are wrong, each with its
 * label where `labelOf` knows one. Moves the focus to the first wrong field. Fields show their own errors below themselves.
 */
export function FormNotice({
  failure,
  labelOf,
}: {
  failure: { code?: string; message: string; fields: Record<string, string[]> } | undefined;
  labelOf?: (field: string) => string | undefined;
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!failure) return;
    const around = place.current?.closest("form") ?? document;
    for (const wrong of around.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]')) {
      const field = wrong.matches(focusable) ? wrong : wrong.querySelector<HTMLElement>(focusable);
      field?.focus();
      if (field && field === document.activeElement) return;
    }
  }, [failure]);
  if (!failure) return null;
  const wrong = Object.entries(failure.fields);
  return (
    <div ref={place}>
      <Notice tone={failure.code === "session.resumed" ? "info" : "error"} title={failure.message}>
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
      </Notice>
    </div>
  );
}
