import { formatDate } from "#lib/time.ts";
import type { Question } from "../contract.ts";
import styles from "./questions.module.css";

/** Who asked, when and what. Links in the text are text. */
export function AskedBy({ question }: { question: Question }) {
  return (
    <>
      <p className={styles.by}>
        <b>{question.by}</b> <small>{formatDate(new Date(question.created_at))}</small>
      </p>
      <p className={styles.text}>{question.text}</p>
    </>
  );
}

/** The answers to a question, the oldest first. */
export function Answers({ answers }: { answers: Question["answers"] }) {
  return answers.map((answer) => (
    <div key={answer.id} className={styles.answer}>
      <p className={styles.by}>
        <b>{answer.by}</b>{" "}
        <small>
          {answer.role === "seller" ? "Penjual" : "Pembeli barang ini"} · {formatDate(new Date(answer.created_at))}
        </small>
      </p>
      <p className={styles.text}>{answer.text}</p>
    </div>
  ));
}
