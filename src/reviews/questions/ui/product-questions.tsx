import { reviewHrefs } from "#review-hrefs.ts";
import { formatCount } from "#lib/rupiah.ts";
import { Pagination } from "#ui/pagination.tsx";
import { ReportForm } from "../../reports/ui/report-form.tsx";
import { reviewsHref, type AskedReviews } from "../../review-url.ts";
import type { ProductQuestions as Data } from "../contract.ts";
import { answerLength, areQuestionsOpen, questionLength, questionPage } from "../rules.ts";
import { Answers, AskedBy } from "./question-texts.tsx";
import styles from "./questions.module.css";

/**
 * Questions about a product with their answers, and the form to ask. Plain HTML only, because browsers use the server's
 * HTML without hydration (site/static-html.tsx). The forms lead to the sender's own page, which asks for a login, and
 * which shows a text that is too long with its counter: here a browser would cut it without a word.
 */
export function ProductQuestions({
  slug,
  data: { questions, total },
  asked,
}: {
  slug: string;
  data: Data;
  asked: AskedReviews;
}) {
  return (
    <div className={styles.stack}>
      {total === 0 ? (
        <p className="muted">Belum ada pertanyaan tentang barang ini.</p>
      ) : (
        <p className="muted">{formatCount(total)} pertanyaan</p>
      )}
      <ul className={styles.list}>
        {questions.map((question) => (
          <li key={question.id} id={`tanya-${question.id}`} tabIndex={-1}>
            <AskedBy question={question} />
            <Answers answers={question.answers} canReport />
            <details className={styles.write}>
              <summary aria-label={`Jawab pertanyaan ${question.by}`}>Jawab</summary>
              <form method="post" action={reviewHrefs.buyerQuestions()} className={styles.form}>
                <input type="hidden" name="intent" value="answer" />
                <input type="hidden" name="question" value={question.id} />
                <label>
                  Jawaban Anda sebagai penjual atau pembeli barang ini
                  <textarea name="text" rows={3} required minLength={answerLength.min} />
                </label>
                <p className="muted">Paling banyak {formatCount(answerLength.max)} karakter.</p>
                <button>Kirim jawaban</button>
              </form>
            </details>
            <ReportForm kind="question" id={question.id} by={question.by} />
          </li>
        ))}
      </ul>
      <Pagination
        page={asked.questions}
        last={Math.min(Math.max(1, Math.ceil(total / questionPage.size)), questionPage.maxPages)}
        href={(page) => reviewsHref(slug, { ...asked, questions: page }, "diskusi")}
      />
      {areQuestionsOpen() ? (
        <AskForm slug={slug} />
      ) : (
        <p className="muted">Pertanyaan baru sedang tidak diterima. Pertanyaan di atas tetap bisa dijawab.</p>
      )}
    </div>
  );
}

function AskForm({ slug }: { slug: string }) {
  return (
    <form method="post" action={reviewHrefs.buyerQuestions()} className={styles.form}>
      <input type="hidden" name="intent" value="ask" />
      <input type="hidden" name="product" value={slug} />
      <label>
        Tanya penjual
        <textarea
          name="text"
          rows={3}
          required
          minLength={questionLength.min}
          placeholder="Misalnya: bisa dikirim dengan kayu?"
        />
      </label>
      <p className="muted">
        Paling banyak {formatCount(questionLength.max)} karakter. Semua orang bisa membaca pertanyaan dan jawabannya.
        Nomor telepon, email, dan tautan tidak tampil.
      </p>
      <button>Kirim pertanyaan</button>
    </form>
  );
}
