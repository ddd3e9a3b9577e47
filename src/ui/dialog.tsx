import { useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { classes } from "./class-names.ts";
import styles from "./dialog.module.css";
import { Icon } from "./icon.tsx";

/** A modal question or form in the browser's own dialog element. On small screens a sheet at the bottom. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  footer,
  wide = false,
}: {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** Uses the whole screen, for a picture. */
  wide?: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Close it before it is removed from the page: then the browser returns the focus to the element that opened it.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return undefined;
    element.showModal();
    return () => element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className={classes(styles.dialog, wide && styles.wide)}
      aria-labelledby={heading}
      onClose={onClose}
      {...{ closedby: "any" }}
    >
      {open && (
        <div className={styles.body}>
          <header className={styles.head}>
            <h2 id={heading}>{title}</h2>
            <button type="button" className={styles.close} aria-label="Tutup" onClick={onClose}>
              <Icon name="close" />
            </button>
          </header>
          <div className={styles.content}>{children}</div>
          {footer !== undefined && <footer className={styles.foot}>{footer}</footer>}
        </div>
      )}
    </dialog>
  );
}
