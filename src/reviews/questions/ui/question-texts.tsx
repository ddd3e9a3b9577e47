import { formatDate } from "#lib/time.ts";
import type { Question } from "../contract.ts";
import { ReportForm } from "../../reports/ui/report-form.tsx";
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

/** The answers to a question, the oldest first; with `canReport` each with the form to report it. */
export function Answers({ answers, canReport = false }: { answers: Question["answers"]; canReport?: boolean }) {
  return answers.map((answer) => (
    <div key={answer.id} className={styles.answer}>
      <p className={styles.by}>
        <b>{answer.by}</b>{" "}
        <small>
          {answer.role === "seller" ? "Penjual" : "Pembeli barang ini"} · {formatDate(new Date(answer.created_at))}
        </small>
      </p>
      <p className={styles.text}>{answer.text}</p>
      {canReport && <ReportForm kind="answer" id={answer.id} by={answer.by} />}
    </div>
  ));
}
