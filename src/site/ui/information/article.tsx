import type { ReactNode } from "react";
import { formatLongDate } from "#lib/time.ts";
import { Icon } from "#ui/icon.tsx";
import { blockText, type HelpQuestion } from "../../help/article.ts";
import styles from "./article.module.css";
import { Written } from "../help/help-text.tsx";

/** A chapter without a title has no heading and no line in the table of contents. */
export type Chapter = { id: string; title: string; body: ReactNode };

/** A long text with its table of contents beside it (above it on small screens). */
export function Article({
  title,
  intro,
  below,
  chapters,
  after,
}: {
  title: string;
  intro: ReactNode;
  /** Below the introduction, above the text. */
  below?: ReactNode;
  chapters: readonly Chapter[];
  after?: ReactNode;
}) {
  const titled = chapters.filter((chapter) => chapter.title !== "");
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <h1>{title}</h1>
        {intro !== "" && <p>{intro}</p>}
        {below}
      </header>
      {titled.length > 0 && (
        <nav className={styles.contents} aria-label="Daftar isi">
          <h2>Di halaman ini</h2>
          <ol>
            {titled.map(({ id, title: name }) => (
              <li key={id}>
                <a href={`#${id}`}>{name}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <article className={styles.text}>
        {chapters.map(({ id, title: name, body }) =>
          name === "" ? (
            <section key={id}>{body}</section>
          ) : (
            <section key={id} id={id} aria-labelledby={`${id}-heading`}>
              <h2 id={`${id}-heading`}>{name}</h2>
              {body}
            </section>
          ),
        )}
        {after !== undefined && <div className={styles.after}>{after}</div>}
      </article>
    </div>
  );
}

/** The version of terms or privacy policy. Recorded consents refer to it. */
export function TextVersion({ version }: { version: string }) {
  return (
    <p className={styles.version}>
      Berlaku sejak <time dateTime={version}>{formatLongDate(new Date(`${version}T00:00:00+07:00`))}</time>
    </p>
  );
}

/** Questions that expand to their answers, without scripts too. A link to an answer's anchor opens it. */
export function Questions({ questions }: { questions: readonly HelpQuestion[] }) {
  return (
    <div className={styles.questions}>
      {questions.map(({ id, question, answer }) => (
        <details key={id}>
          <summary>
            <h3>{question}</h3>
            <Icon name="chevron-down" small />
          </summary>
          <p id={id}>
            <Written text={answer} />
          </p>
        </details>
      ))}
    </div>
  );
}

/** The questions for search engines (schema.org FAQPage). */
export function questionsForSearch(groups: readonly { questions: readonly HelpQuestion[] }[]): object {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: groups.flatMap(({ questions }) =>
      questions.map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: blockText({ text: answer }).join("") },
      })),
    ),
  };
}
