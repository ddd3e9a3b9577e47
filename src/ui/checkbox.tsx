import type { ComponentProps } from "react";
import { classes } from "./class-names.ts";
import styles from "./field.module.css";

/** The box alone, for rows with a label of their own. With a label beside it use `CheckboxField`. */
export function Checkbox({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  return <input {...rest} type="checkbox" className={classes(styles.box, className)} />;
}
