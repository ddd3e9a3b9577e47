import { hrefs } from "#hrefs.ts";
import { classes } from "./class-names.ts";
import styles from "./picture.module.css";

const widths = [200, 400, 800] as const;

function srcSet(key: string, format: "avif" | "webp"): string {
  return widths.map((width) => `${hrefs.picture(key, width, format)} ${width}w`).join(", ");
}

/** The properties of a page's head that preload the same picture. */
export function picturePreload(key: string, sizes: string) {
  return { href: hrefs.picture(key, 400, "avif"), type: "image/avif", srcSet: srcSet(key, "avif"), sizes };
}

/**
 * A square picture in AVIF or WebP at the width that its place needs. `color` is its dominant colour, shown while it
 * loads. `eager` is for the few pictures that are visible without scrolling.
 */
export function Picture({
  pictureKey,
  alt,
  color,
  sizes,
  eager = false,
  size = 400,
  className,
  transitionName,
}: {
  pictureKey: string;
  alt: string;
  color?: string | null | undefined;
  sizes: string;
  eager?: boolean;
  /** Width and height attributes. The stylesheet sets the real size. */
  size?: number;
  className?: string | undefined;
  /** Name for the transition between pages (`view-transition-name`). */
  transitionName?: string | undefined;
}) {
  return (
    <picture
      className={classes(styles.picture, className)}
      style={{ backgroundColor: color ?? undefined, viewTransitionName: transitionName }}
    >
      <source type="image/avif" srcSet={srcSet(pictureKey, "avif")} sizes={sizes} />
      <img
        src={hrefs.picture(pictureKey, 400, "webp")}
        srcSet={srcSet(pictureKey, "webp")}
        sizes={sizes}
        alt={alt}
        width={size}
        height={size}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : undefined}
        decoding={eager ? undefined : "async"}
      />
    </picture>
  );
}
