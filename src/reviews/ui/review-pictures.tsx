import { hrefs } from "#hrefs.ts";
import { Picture } from "#ui/picture.tsx";
import styles from "./review-pictures.module.css";

/** The pictures of a review. Each opens in its full size. */
export function ReviewPictures({ pictures, by }: { pictures: readonly { key: string; color: string }[]; by: string }) {
  if (pictures.length === 0) return null;
  return (
    <ul className={styles.pictures}>
      {pictures.map(({ key, color }, at) => (
        <li key={key}>
          <a href={hrefs.picture(key, 1600, "webp")} target="_blank" rel="noreferrer">
            <Picture pictureKey={key} color={color} alt={`Foto ${at + 1} dari ${by}`} sizes="88px" size={88} />
          </a>
        </li>
      ))}
    </ul>
  );
}
