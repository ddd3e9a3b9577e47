import { hrefs } from "#hrefs.ts";
import type { Home } from "../home/contract.ts";
import styles from "./banner-list.module.css";

type Banner = Home["banners"][number];
type Shape = Banner["wide"];

const phone = "(max-width:639px)";
const sizes = "(min-width:1240px) 1176px, 100vw";

function srcSet({ picture }: Shape, widths: readonly (400 | 800 | 1600)[]): string {
  return widths.map((width) => `${hrefs.picture(picture, width, "webp")} ${width}w`).join(", ");
}

/** The properties of a page's head that preload a banner. */
export function bannerPreload({ wide }: Banner) {
  const widths = [800, 1600] as const;
  return { href: hrefs.picture(wide.picture, 800, "webp"), type: "image/webp", srcSet: srcSet(wide, widths), sizes };
}

/** Pictures that lead somewhere. Several are beside each other and scroll; none moves by itself. */
export function BannerList({ banners, eager }: { banners: readonly Banner[]; eager: boolean }) {
  if (banners.length === 0) return null;
  return (
    <section aria-label="Penawaran" className={styles.place}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls needs the keyboard */}
      <ul className={styles.banners} tabIndex={banners.length > 1 ? 0 : undefined}>
        {banners.map(({ wide, narrow, alt, href }, at) => (
          <li key={`${wide.picture} ${href}`}>
            <a href={href}>
              <picture className={narrow ? styles.narrow : undefined} style={{ backgroundColor: wide.color }}>
                {narrow && <source media={phone} srcSet={srcSet(narrow, [400, 800])} sizes="100vw" />}
                <img
                  src={hrefs.picture(wide.picture, 800, "webp")}
                  srcSet={srcSet(wide, [400, 800, 1600])}
                  sizes={sizes}
                  alt={alt}
                  width={wide.width}
                  height={wide.height}
                  loading={eager && at === 0 ? "eager" : "lazy"}
                  fetchPriority={eager && at === 0 ? "high" : undefined}
                />
              </picture>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
