import { useEffect, useRef, useState, type MouseEvent } from "react";
import { hrefs } from "#hrefs.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Picture } from "#ui/picture.tsx";
import type { ProductPicture } from "../contract.ts";
import styles from "./gallery.module.css";

/** Widths of the large picture, also for the preload in the document's head. */
export const gallerySizes = "(min-width:1100px) 420px, (min-width:768px) 44vw, 100vw";

/**
 * The pictures of a product in a row that scrolls sideways, with thumbnails on wide screens. A tap opens a picture on
 * the whole screen, and a second tap zooms in. When `wanted` (the key of the selected variant's picture) changes, the
 * row scrolls to that picture.
 */
export function Gallery({
  pictures,
  name,
  id,
  wanted,
}: {
  pictures: readonly ProductPicture[];
  name: string;
  id: string;
  wanted: string | null;
}) {
  const track = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const [large, setLarge] = useState<number>();
  const [close, setClose] = useState(false);
  const before = useRef(wanted);
  useEffect(() => {
    if (before.current === wanted) return;
    before.current = wanted;
    const at = pictures.findIndex(({ key }) => key === wanted);
    const element = track.current;
    if (at < 0 || !element) return;
    element.scrollTo({ left: at * element.clientWidth });
    setShown(at);
  }, [wanted, pictures]);
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
    setClose(false);
  }
  const zoomed = large === undefined ? undefined : pictures[large];
  return (
    <div className={styles.gallery}>
      <div className={styles.main}>
        <ul ref={track} className={styles.track} onScroll={follow} aria-label="Foto produk">
          {pictures.map((picture, at) => (
            <li key={picture.key} id={`foto-${at + 1}`}>
              <a href={hrefs.picture(picture.key, 1600, "webp")} onClick={(event) => zoom(event, at)} target="_blank">
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
      <Dialog wide open={zoomed !== undefined} onClose={() => setLarge(undefined)} title={name}>
        {zoomed && (
          <button
            type="button"
            className={styles.large}
            aria-pressed={close}
            aria-label="Perbesar foto"
            onClick={() => setClose(!close)}
          >
            <img
              src={hrefs.picture(zoomed.key, 1600, "webp")}
              alt={zoomed.alt || name}
              width={1600}
              height={1600}
              style={{ backgroundColor: zoomed.color }}
            />
          </button>
        )}
      </Dialog>
    </div>
  );
}
