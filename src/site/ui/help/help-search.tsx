import { Form } from "react-router";
import { hrefs } from "#hrefs.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import type { FoundHelp, FoundPiece } from "../../help/search-help.ts";
import styles from "./help-search.module.css";

/** Frequent searches as links. */
const popularQuestions = ["lupa kata sandi", "batal pesanan", "lacak paket", "uang kembali", "passkey"];

/** The search box of help: a plain form. In results it needs no page load when scripts run. */
export function HelpSearch({ asked }: { asked: string }) {
  return (
    <>
      <Form action={hrefs.guide()} role="search" aria-label="Cari bantuan" className={styles.box}>
        <Icon name="search" />
        <input
          key={asked}
          type="search"
          name="q"
          defaultValue={asked}
          aria-label="Tulis pertanyaan Anda"
          placeholder="Tulis pertanyaan Anda…"
          maxLength={200}
          enterKeyHint="search"
          autoComplete="off"
        />
        <button>Cari</button>
      </Form>
      {asked === "" && (
        <ul className={styles.often} aria-label="Sering dicari">
          {popularQuestions.map((words) => (
            <li key={words}>
              <a href={hrefs.guide(words)}>{words}</a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The help texts that match a question, with its words marked. */
export function FoundHelpList({ asked, found }: { asked: string; found: readonly FoundHelp[] }) {
  if (found.length === 0) {
    return (
      <EmptyState
        action={
          <ButtonLink href={hrefs.guide()} variant="outline">
            Lihat semua panduan
          </ButtonLink>
        }
      >
        Data tidak ditemukan. Coba kata lain yang lebih pendek.
      </EmptyState>
    );
  }
  return (
    <section className={styles.found} aria-labelledby="help-results">
      <h2 id="help-results">
        {found.length} jawaban untuk “{asked}”
      </h2>
      <ol>
        {found.map(({ href, topic, title, excerpt }) => (
          <li key={href}>
            <small>{topic}</small>
            <h3>
              <a href={href}>
                <Marked pieces={title} />
              </a>
            </h3>
            <p>
              <Marked pieces={excerpt} />
            </p>
          </li>
        ))}
      </ol>
      <p>
        Belum terjawab? <a href={`${hrefs.guide()}#tanya-kami`}>Tanya kami</a> atau{" "}
        <a href={hrefs.guide()}>baca semua panduan</a>.
      </p>
    </section>
  );
}

function Marked({ pieces }: { pieces: readonly FoundPiece[] }) {
  return pieces.map(({ text, match }, at) => (match ? <mark key={at}>{text}</mark> : text));
}
