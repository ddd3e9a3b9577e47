import { formatLongDate } from "#lib/time.ts";
import type { Information } from "../../pages/information.tsx";
import { Article } from "./article.tsx";
import styles from "./article.module.css";
import { writtenChapters } from "./written-blocks.tsx";

/** The text of an information page. */
export function InformationText({ page: { title, summary, updated_at: updatedAt, blocks } }: { page: Information }) {
  return (
    <Article
      title={title}
      intro={summary}
      below={
        <p className={styles.version}>
          Diperbarui <time dateTime={updatedAt}>{formatLongDate(new Date(updatedAt))}</time>
        </p>
      }
      chapters={writtenChapters(blocks)}
    />
  );
}
