import { classes } from "./class-names.ts";
import type { IconName } from "./icon-names.ts";

/** A line icon from the sprite. It is decoration only, so it needs text or an aria-label beside it. */
export function Icon({
  name,
  small = false,
  fill = false,
  className,
}: {
  name: IconName;
  small?: boolean;
  fill?: boolean;
  className?: string | undefined;
}) {
  return (
    <svg className={classes("icon", small && "icon-s", fill && "icon-fill", className)} viewBox="0 0 24 24" aria-hidden>
      <use href={`/i.svg#${name}`} />
    </svg>
  );
}
