import type { ReactNode } from "react";
import { formatDateTime, type Zone } from "#lib/time.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Picture } from "#ui/picture.tsx";
import type { ComplaintCard } from "../case-view/contract.ts";
import styles from "./complaint-list.module.css";

function toneOf({ state, turn, side }: ComplaintCard): Tone {
  if (state === "closed") return "neutral";
  return turn === side ? "warning" : "info";
}

/** What the reader has to do when it is the reader's turn, otherwise what the case waits for. */
function badgeOf({ task, state_label: label }: ComplaintCard): string {
  return task ?? label;
}

/** Complaints as a list: what it is about, whose turn it is and until when. */
export function ComplaintList({
  complaints,
  zone,
  href,
}: {
  complaints: readonly ComplaintCard[];
  zone: Zone;
  href: (complaint: ComplaintCard) => string;
}) {
  return (
    <ul className={styles.list}>
      {complaints.map((complaint) => (
        <li key={complaint.id}>
          <a className={styles.card} href={href(complaint)}>
            <span className={styles.picture}>
              {complaint.picture_key && <Picture pictureKey={complaint.picture_key} alt="" sizes="56px" size={56} />}
            </span>
            <span className={styles.text}>
              <b className={styles.title}>{complaint.title}</b>
              <span className={styles.quiet}>
                {complaint.number} · {sidesOf(complaint)}
              </span>
              <Next {...{ complaint, zone }} />
            </span>
            <span className={styles.badge}>
              <Badge tone={toneOf(complaint)}>{badgeOf(complaint)}</Badge>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function sidesOf({ side, shop, buyer_name, invoice }: ComplaintCard): string {
  if (side === "buyer") return `${shop.name} · ${invoice}`;
  return side === "seller" ? `${buyer_name} · ${invoice}` : `${buyer_name} dan ${shop.name}`;
}

const turns = { buyer: "Giliran pembeli", seller: "Giliran penjual", mediator: "Giliran mediator" } as const;

function Next({ complaint, zone }: { complaint: ComplaintCard; zone: Zone }): ReactNode {
  const { state, turn, side, due_at, closed_at, outcome, state_label } = complaint;
  if (closed_at)
    return (
      <span className={styles.quiet}>
        {outcome}, {formatDateTime(new Date(closed_at), zone)}
      </span>
    );
  if (!due_at) return null;
  const open = state === "decided" ? "Bisa banding" : state_label;
  const who = turn === null ? open : turn === side ? "Giliran Anda" : turns[turn];
  return (
    <span className={turn === side ? styles.mine : styles.quiet}>
      {who} sampai <b>{formatDateTime(new Date(due_at), zone)}</b>
    </span>
  );
}
