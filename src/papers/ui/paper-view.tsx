import { brandName } from "#lib/brand.ts";
import { formatCount, formatRupiah } from "#lib/rupiah.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import type { Paper } from "../rules.ts";
import styles from "./paper.module.css";

/** The buttons above a paper; they are not printed. */
export function PaperActions({ files }: { files: readonly { label: string; href: string }[] }) {
  return (
    <div className={styles.actions}>
      {files.map(({ label, href }, at) => (
        <ButtonLink key={href} href={href} icon="download" variant={at === 0 ? "primary" : "outline"} download>
          {label}
        </ButtonLink>
      ))}
      <Button type="button" variant="outline" className="needs-js" onClick={() => print()}>
        Cetak
      </Button>
    </div>
  );
}

/** A paper as it is printed. */
export function PaperView({ paper }: { paper: Paper }) {
  const { head } = paper;
  const hasPrices = head.quantity !== "";
  return (
    <article className={styles.paper} aria-labelledby="paper-title">
      <header className={styles.head}>
        <p className={styles.brand}>{brandName()}</p>
        <div>
          <h1 id="paper-title">{paper.title}</h1>
          <p className={styles.soft}>{paper.number}</p>
        </div>
      </header>
      {paper.about !== "" && <p className={styles.about}>{paper.about}</p>}
      <div className={styles.parties}>
        {paper.parties.map(({ role, name, lines }) => (
          <section key={role} aria-label={role}>
            <p className={styles.soft}>{role}</p>
            <p className={styles.name}>{name}</p>
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </section>
        ))}
      </div>
      <dl className={styles.facts}>
        {paper.facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <table className={styles.rows}>
        <thead>
          <tr>
            <th scope="col">{head.text}</th>
            {hasPrices && <th scope="col">{head.quantity}</th>}
            {hasPrices && <th scope="col">{head.price}</th>}
            <th scope="col">{head.amount}</th>
          </tr>
        </thead>
        <tbody>
          {paper.rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows of a paper never change places
            <tr key={at}>
              <th scope="row">
                {row.text}
                {row.details.map((line) => (
                  <small key={line}>{line}</small>
                ))}
              </th>
              {hasPrices && <td>{row.quantity === null ? "" : formatCount(row.quantity)}</td>}
              {hasPrices && <td>{row.price === null ? "" : formatRupiah(row.price)}</td>}
              <td>{formatRupiah(row.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={styles.sums}>
        {paper.sums.map(({ label, amount, look }) => (
          <div key={label} className={look === "plain" ? undefined : styles[look]}>
            <dt>{label}</dt>
            <dd>{formatRupiah(amount)}</dd>
          </div>
        ))}
      </dl>
      {paper.notes.length > 0 && (
        <ul className={styles.notes}>
          {paper.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </article>
  );
}
