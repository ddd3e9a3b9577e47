import type { ReactNode } from "react";
import type { FormFailure } from "#lib/api-client.ts";
import { formatDateTime } from "#lib/time.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Panel } from "#ui/card.tsx";
import type { ComplaintView } from "../case-view/contract.ts";
import { CaseActions } from "./case-actions.tsx";
import { CaseMessages } from "./case-messages.tsx";
import { CaseSide } from "./case-side.tsx";
import { CaseTurn } from "./case-turn.tsx";
import styles from "./case.module.css";

/**
 * A case for buyer, seller or mediator: first whose turn it is, until when and what happens otherwise, then everything
 * that was said, then what the reader can do. `children` replace the actions of the parties.
 */
export function CaseView({
  complaint,
  back,
  failure,
  about,
  notice,
  children,
}: {
  complaint: ComplaintView;
  back: { href: string; label: string };
  failure: FormFailure | undefined;
  /** Who the other side is. */
  about: ReactNode;
  /** What the reader has just done. */
  notice?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={styles.case}>
      <header className={styles.top}>
        <BackLink href={back.href}>{back.label}</BackLink>
        <h1>{complaint.title}</h1>
        <p className={styles.quiet}>
          Komplain {complaint.number} · dibuka {formatDateTime(new Date(complaint.opened_at), complaint.zone)} · {about}
        </p>
        {notice}
      </header>
      <div className={styles.main}>
        <CaseTurn complaint={complaint} />
        <CaseMessages complaint={complaint}>
          <Decisions complaint={complaint} />
          {children ?? <CaseActions complaint={complaint} failure={failure} />}
        </CaseMessages>
      </div>
      <CaseSide complaint={complaint} />
    </div>
  );
}

/** The written decisions, with their rule and reason. */
function Decisions({ complaint: { decisions, zone } }: { complaint: ComplaintView }) {
  return decisions.map((decision, at) => (
    <Panel key={decision.id} title={at === 0 ? "Putusan" : "Putusan banding"}>
      <div className={styles.decision}>
        <p>
          <b>{decision.solution.text}</b>
        </p>
        <p className={styles.written}>{decision.reason}</p>
        <p className={styles.quiet}>
          Aturan: {decision.rule_title}. {decision.rule_text}
        </p>
        <p className={styles.quiet}>
          {decision.mediator_name ? `Mediator ${decision.mediator_name}` : "Diputuskan oleh batas waktu"} ·{" "}
          {formatDateTime(new Date(decision.at), zone)}
          {decision.is_final && " · final"}
        </p>
        {!decision.is_final && (decision.buyer_accepted || decision.seller_accepted) && (
          <p className={styles.quiet}>
            Diterima{" "}
            {[decision.buyer_accepted && "pembeli", decision.seller_accepted && "penjual"]
              .filter(Boolean)
              .join(" dan ")}
            .
          </p>
        )}
      </div>
    </Panel>
  ));
}
