import { hrefs } from "#hrefs.ts";
import { formatDateTime } from "#lib/time.ts";
import { classes } from "#ui/class-names.ts";
import { Countdown } from "#ui/countdown.tsx";
import type { ComplaintView } from "../case-view/contract.ts";
import { forReader, receivedTexts } from "./amounts.ts";
import styles from "./case.module.css";

const others = { buyer: "pembeli", seller: "penjual", mediator: "mediator" } as const;

/** Who must act, until when, and what happens if nobody does. Of a closed case, how it ended. */
export function CaseTurn({ complaint }: { complaint: ComplaintView }) {
  const { state, turn, side, due_at, now, zone, if_nobody, money } = complaint;
  const received = receivedTexts(side, money.division);
  if (state === "closed")
    return (
      <section className={styles.turn} aria-label="Hasil komplain">
        <h2>{forReader(complaint.outcome ?? complaint.state_label, side)}</h2>
        {complaint.outcome_text && <p className={styles.written}>{forReader(complaint.outcome_text, side)}</p>}
        <p>
          {received.buyer}, {received.seller}.
        </p>
        {side === "buyer" && money.division.buyer > 0 && (
          <p>
            <a className="link" href={hrefs.profile("refunds")}>
              Lihat Pengembalian dana
            </a>
          </p>
        )}
        {complaint.closed_at && <p>Ditutup {formatDateTime(new Date(complaint.closed_at), zone)}.</p>}
      </section>
    );
  const isMine = turn === side;
  return (
    <section className={classes(styles.turn, isMine && styles.mine)} aria-label="Giliran siapa">
      <h2>{isMine ? `Giliran Anda: ${lowerFirst(complaint.task ?? "")}` : titleFor(complaint)}</h2>
      {due_at && (
        <p className={styles.until}>
          Sampai <Countdown until={due_at} now={now} zone={zone} />
        </p>
      )}
      <p>
        {if_nobody} {money.held > 0 && <b>{due_at ? "Sampai saat itu uang tetap ditahan." : "Uang tetap ditahan."}</b>}
      </p>
    </section>
  );
}

function titleFor({ turn, state_label, task }: ComplaintView): string {
  if (turn === null) return task === null ? state_label : `${state_label}: ${lowerFirst(task)}`;
  return `Giliran ${others[turn]}: ${lowerFirst(state_label)}`;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLocaleLowerCase("id") + text.slice(1);
}
