import type { ReactNode } from "react";
import { Icon } from "#ui/icon.tsx";
import styles from "./article.module.css";

export type Chapter = { id: string; title: string; body: ReactNode };
export type Question = { question: string; answer: string };

/** A long text with its table of contents beside it (above it on small screens). */
export function Article({
  title,
  intro,
  chapters,
  after,
}: {
  title: string;
  intro: ReactNode;
  chapters: readonly Chapter[];
  after?: ReactNode;
}) {
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <p>{intro}</p>
      </header>
      <nav className={styles.contents} aria-label="Daftar isi">
        <h2>Di halaman ini</h2>
        <ol>
          {chapters.map(({ id, title: name }) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ol>
      </nav>
      <article className={styles.text}>
        {chapters.map(({ id, title: name, body }) => (
          <section key={id} id={id} aria-labelledby={`${id}-judul`}>
            <h2 id={`${id}-judul`}>{name}</h2>
            {body}
          </section>
        ))}
        {after}
      </article>
    </div>
  );
}

/** Questions that open to their answers; without scripts too. */
export function Questions({ questions }: { questions: readonly Question[] }) {
  return (
    <div className={styles.questions}>
      {questions.map(({ question, answer }) => (
        <details key={question}>
          <summary>
            <h3>{question}</h3>
            <Icon name="chevron-down" small />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  );
}

/** The questions as search engines read them (schema.org FAQPage). */
export function questionsForSearch(groups: readonly { questions: readonly Question[] }[]): object {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: groups.flatMap(({ questions }) =>
      questions.map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer },
      })),
    ),
  };
}
