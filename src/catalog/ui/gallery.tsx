import { useRef, useState, type MouseEvent } from "react";
import { hrefs } from "#hrefs.ts";
import { classes } from "#ui/class-names.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Picture } from "#ui/picture.tsx";
import type { ProductPicture } from "../contract.ts";
import styles from "./gallery.module.css";

/** Width of the large picture, for the head's preload too. */
export const gallerySizes = "(min-width:1100px) 420px, (min-width:768px) 44vw, 100vw";

/** Pictures of a product: pushed sideways, with thumbnails beside a wide one; a tap shows one large. */
export function Gallery({ pictures, name, id }: { pictures: readonly ProductPicture[]; name: string; id: string }) {
  const track = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const [large, setLarge] = useState<number>();
  if (pictures.length === 0) return <div className={styles.none} />;

  function follow() {
    const element = track.current;
    if (element) setShown(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)));
  }
  function show(event: MouseEvent, at: number) {
    event.preventDefault();
    const element = track.current;
    element?.scrollTo({ left: at * element.clientWidth, behavior: "smooth" });
    setShown(at);
  }
  function zoom(event: MouseEvent, at: number) {
    event.preventDefault();
    setLarge(at);
  }
  const zoomed = large === undefined ? undefined : pictures[large];
  return (
    <div className={styles.gallery}>
      <div className={styles.main}>
        <ul ref={track} className={styles.track} onScroll={follow} aria-label="Foto produk">
          {pictures.map((picture, at) => (
            <li key={picture.key} id={`foto-${at + 1}`}>
              <a href={hrefs.picture(picture.key, 800, "webp")} onClick={(event) => zoom(event, at)} target="_blank">
                <Picture
                  pictureKey={picture.key}
                  color={picture.color}
                  alt={picture.alt || `${name}, foto ${at + 1}`}
                  sizes={gallerySizes}
                  size={800}
                  eager={at === 0}
                  transitionName={at === 0 ? `foto-${id}` : undefined}
                />
              </a>
            </li>
          ))}
        </ul>
        {pictures.length > 1 && (
          <span className={styles.counter} aria-hidden>
            {shown + 1}/{pictures.length}
          </span>
        )}
      </div>
      {pictures.length > 1 && (
        <ul className={styles.thumbs}>
          {pictures.map((picture, at) => (
            <li key={picture.key}>
              <a
                href={`#foto-${at + 1}`}
                aria-label={`Foto ${at + 1}`}
                aria-current={at === shown || undefined}
                onClick={(event) => show(event, at)}
              >
                <Picture pictureKey={picture.key} color={picture.color} alt="" sizes="76px" size={76} />
              </a>
            </li>
          ))}
        </ul>
      )}
      <Dialog open={zoomed !== undefined} onClose={() => setLarge(undefined)} title={name}>
        {zoomed && (
          <Picture
            pictureKey={zoomed.key}
            color={zoomed.color}
            alt={zoomed.alt || name}
            sizes="(min-width:700px) 640px, 100vw"
            size={800}
            className={classes(styles.large)}
          />
        )}
      </Dialog>
    </div>
  );
}
