import type { ComponentProps } from "react";
import styles from "./button.module.css";
import { classes } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-names.ts";

type ButtonStyle = {
  variant?: "primary" | "outline" | "ghost" | "danger" | undefined;
  /** `s` is 36 px high, for dense places without another target nearby. */
  size?: "m" | "s" | undefined;
  /** As wide as its container. */
  wide?: boolean | undefined;
  icon?: IconName | undefined;
};

function buttonClasses({ variant = "primary", size = "m", wide = false }: ButtonStyle, className: string | undefined) {
  return classes(styles.button, styles[variant], size === "s" && styles.small, wide && styles.wide, className);
}

/** A button of 44 px. `busy` keeps its size and shows that work is running. */
export function Button({
  variant,
  size,
  wide,
  icon,
  busy = false,
  className,
  children,
  type = "submit",
  ...rest
}: ButtonStyle & { busy?: boolean } & ComponentProps<"button">) {
  return (
    <button
      type={type}
      className={buttonClasses({ variant, size, wide }, classes(busy && styles.busy, className))}
      aria-busy={busy || undefined}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  wide,
  icon,
  className,
  children,
  ...rest
}: ButtonStyle & ComponentProps<"a"> & { href: string }) {
  return (
    <a className={buttonClasses({ variant, size, wide }, className)} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}
