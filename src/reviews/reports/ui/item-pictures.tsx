import { useState, type MouseEvent } from "react";
import { hrefs } from "#hrefs.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Picture } from "#ui/picture.tsx";
import type { ModeratedPicture } from "../contract.ts";
import styles from "./moderation.module.css";

/**
 * The pictures of a review as operators see them; each opens in its full size. Hidden ones are folded, and a browser
 * loads them only when they are opened, because each reading is recorded and some are hard to look at.
 */
export function ItemPictures({ pictures, by }: { pictures: readonly ModeratedPicture[]; by: string }) {
  const [large, setLarge] = useState<number>();
  if (pictures.length === 0) return null;
  const hidden = pictures.filter(({ is_hidden }) => is_hidden);
  const title = (at: number) => `Foto ${at + 1} dari ${by}`;
  function show(event: MouseEvent, at: number) {
    event.preventDefault();
    setLarge(at);
  }
  const list = (
    <ul className={styles.pictures}>
      {pictures.map((picture, at) => (
        <li key={picture.id}>
          <a href={srcOf(picture)} target="_blank" rel="noreferrer" onClick={(event) => show(event, at)}>
            {picture.is_hidden ? (
              <img src={srcOf(picture)} alt={title(at)} width={88} height={88} loading="lazy" />
            ) : (
              <Picture pictureKey={picture.key} color={picture.color} alt={title(at)} sizes="88px" size={88} />
            )}
          </a>
        </li>
      ))}
    </ul>
  );
  const shown = large === undefined ? undefined : pictures[large];
  return (
    <>
      {hidden.length === 0 ? (
        list
      ) : (
        <details className={styles.fold}>
          <summary>{pictures.length} foto yang disembunyikan: membukanya dicatat</summary>
          {list}
        </details>
      )}
      <Dialog wide open={shown !== undefined} onClose={() => setLarge(undefined)} title={title(large ?? 0)}>
        {shown && <img className={styles.large} src={srcOf(shown)} alt={title(large ?? 0)} />}
      </Dialog>
    </>
  );
}

function srcOf({ id, key, is_hidden }: ModeratedPicture): string {
  return is_hidden ? operatorHrefs.reviewPicture(id) : hrefs.picture(key, 1600, "webp");
}
