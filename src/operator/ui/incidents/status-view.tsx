import { formatDateTime, span } from "#lib/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Panel } from "#ui/card.tsx";
import { ListTable } from "#ui/list-table.tsx";
import { Notice } from "#ui/notice.tsx";
import type { ShownIncident, Status } from "../../incidents/contract.ts";
import { components, impacts, incidentHistory, lateWork } from "../../incidents/rules.ts";
import styles from "./status-view.module.css";

const at = (moment: string) => formatDateTime(new Date(moment));

/** How each part is, what does not work, and what did not lately. */
export function StatusView({ status: { components: parts, open, ended } }: { status: Status }) {
  const isWell = parts.every(({ impact }) => impact === null);
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>Status layanan</h1>
      <Notice
        tone={isWell ? "success" : "warning"}
        title={isWell ? "Semua berjalan" : "Sebagian layanan sedang terganggu"}
      >
        {isWell ? "Tidak ada gangguan yang kami ketahui." : "Uang dan pesanan Anda tetap tercatat."}
      </Notice>
      <Panel title="Layanan" flush>
        <ListTable head={["Bagian", "Keadaan"]} label="Keadaan setiap bagian">
          {parts.map(({ component, impact }) => (
            <tr key={component}>
              <th scope="row">{components[component].label}</th>
              <td>
                <Badge tone={impact ? impacts[impact].tone : "success"}>
                  {impact ? impacts[impact].label : "Berjalan"}
                </Badge>
              </td>
            </tr>
          ))}
        </ListTable>
      </Panel>
      {open.length > 0 && (
        <section className={styles.list} aria-labelledby="open-incidents">
          <h2 id="open-incidents">Sedang ditangani</h2>
          {open.map((incident) => (
            <Incident key={incident.id} incident={incident} />
          ))}
        </section>
      )}
      <section className={styles.list} aria-labelledby="ended-incidents">
        <h2 id="ended-incidents">Riwayat {span(incidentHistory.duration)}</h2>
        {ended.length === 0 && <p className={styles.small}>Tidak ada gangguan dalam waktu itu.</p>}
        {ended.map((incident) => (
          <Incident key={incident.id} incident={incident} />
        ))}
      </section>
      <p className={styles.small}>
        Gangguan ditulis operator. Pekerjaan yang menunggu lebih dari {span(lateWork)} tampil sebagai lambat dengan
        sendirinya.
      </p>
    </div>
  );
}

/** An incident with everything that was said about it, the newest first. */
export function Incident({ incident }: { incident: ShownIncident }) {
  return (
    <Panel title={incident.title}>
      <div className={styles.list}>
        <p className={styles.small}>
          {components[incident.component].label} ·{" "}
          <Badge tone={incident.ended_at ? "neutral" : impacts[incident.impact].tone}>
            {impacts[incident.impact].label}
          </Badge>{" "}
          · mulai {at(incident.began_at)}
          {incident.ended_at && ` · selesai ${at(incident.ended_at)}`}
        </p>
        <ol className={styles.updates}>
          {incident.updates.map((update) => (
            <li key={update.at + update.text}>
              <time dateTime={update.at}>{at(update.at)}</time>
              <p>{update.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </Panel>
  );
}
