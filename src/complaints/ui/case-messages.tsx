import type { ReactNode } from "react";
import { complaintHrefs } from "#complaint-hrefs.ts";
import { formatDateTime, type Zone } from "#lib/time.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Icon } from "#ui/icon.tsx";
import type { ComplaintMessage, ComplaintView } from "../case-view/contract.ts";
import styles from "./case.module.css";
import evidence from "./evidence.module.css";

const kindLabels: Partial<Record<ComplaintMessage["kind"], string>> = {
  opening: "membuka komplain",
  offer: "mengajukan tawaran",
  accept: "menyatakan setuju",
  call_mediator: "memanggil mediator",
  decision: "memutuskan",
  appeal: "mengajukan banding",
};

const solutionLabels: Partial<Record<ComplaintMessage["kind"], string>> = {
  opening: "Diminta",
  offer: "Tawaran",
  decision: "Putusan",
};

/** All that was said in a case, oldest first, with pictures and videos. `children` follow it in the same column. */
export function CaseMessages({ complaint, children }: { complaint: ComplaintView; children: ReactNode }) {
  return (
    <section className={styles.talk} aria-label="Percakapan">
      <ol className={styles.messages}>
        {complaint.messages.map((message) => (
          <li key={message.id} className={styles.message} data-author={message.author}>
            {message.author === "system" ? (
              <span className={styles.system}>
                <Icon name="motif" small />
              </span>
            ) : (
              <Avatar name={message.author_name} size={32} />
            )}
            <Bubble message={message} zone={complaint.zone} />
          </li>
        ))}
      </ol>
      {children}
    </section>
  );
}

function Bubble({ message, zone }: { message: ComplaintMessage; zone: Zone }) {
  const { author, author_name, mine, kind, text, solution, at } = message;
  const label = kindLabels[kind];
  return (
    <article className={styles.bubble}>
      <p className={styles.by}>
        {author !== "system" && <b>{mine ? "Anda" : author_name}</b>} {label && <span>{label}</span>}{" "}
        <time dateTime={at}>{formatDateTime(new Date(at), zone)}</time>
      </p>
      {text !== "" && <p className={styles.written}>{text}</p>}
      <Evidence message={message} />
      {solution && (
        <p className={styles.solution}>
          {solutionLabels[kind] ?? "Penyelesaian"}: {solution.text}
        </p>
      )}
    </article>
  );
}

function Evidence({ message: { evidence: files, author_name, mine } }: { message: ComplaintMessage }) {
  if (files.length === 0) return null;
  const by = mine ? "Anda" : author_name;
  return (
    <div className={evidence.gallery}>
      {files.map(({ id, type }, at) =>
        type === "image/webp" ? (
          <a key={id} href={complaintHrefs.evidence(id)}>
            <img
              src={complaintHrefs.evidence(id)}
              alt={`Foto ${at + 1} dari ${by}`}
              loading="lazy"
              width={84}
              height={84}
            />
          </a>
        ) : (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- buyers and sellers record it and add no captions
          <video
            key={id}
            src={complaintHrefs.evidence(id)}
            controls
            preload="metadata"
            aria-label={`Video dari ${by}`}
          />
        ),
      )}
    </div>
  );
}
