import { Form } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import { formatCount } from "#lib/rupiah.ts";
import { formatDateTime, spanInFullDays } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { SelectField, TextareaField, TextField } from "#ui/field.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import styles from "../../requests/ui/operator-view.module.css";
import { breachNoticeDuration } from "../../rules.ts";
import type { BreachDetail, ListedBreach } from "../contract.ts";
import {
  breachDataKinds,
  breachListLimits,
  breachReferenceLength,
  breachSelectionNames,
  breachSelections,
} from "../rules.ts";
import { BreachForm } from "./breach-form.tsx";
import type { BreachPart } from "./breach-requests.ts";

const at = (moment: string) => formatDateTime(new Date(moment));
type Register = Extract<BreachPart, { part: "breaches" }>["register"];

/** The register of breaches, the newest first. */
export function BreachListView({ register }: { register: Register }) {
  return (
    <div className={styles.stack}>
      <p className={styles.small}>
        Orang yang datanya terungkap dan lembaga pelindungan data diberi tahu dalam{" "}
        {spanInFullDays(breachNoticeDuration)} sejak kejadian diketahui (UU 27/2022, Pasal 46).
      </p>
      {register.acts && (
        <p>
          <ButtonLink href={operatorHrefs.breach("new")}>Catat kejadian</ButtonLink>
        </p>
      )}
      {register.rows.length === 0 ? (
        <EmptyState>Belum ada kejadian yang dicatat.</EmptyState>
      ) : (
        <Panel flush>
          <ListTable head={["Kejadian", "Tenggat", "Keadaan"]} label="Kegagalan pelindungan data" wide>
            {register.rows.map((breach) => (
              <tr key={breach.id}>
                <th scope="row">
                  <a href={operatorHrefs.breach(breach.id)}>{breach.title}</a>
                  <small className={table.when}>{breach.number}</small>
                  <small className={table.when}>diketahui {at(breach.noticed_at)}</small>
                </th>
                <td className={table.when}>{at(breach.due_at)}</td>
                <td>
                  <BreachState breach={breach} />
                </td>
              </tr>
            ))}
          </ListTable>
        </Panel>
      )}
      {register.next && (
        <p>
          <ButtonLink variant="outline" href={operatorHrefs.breaches({ after: register.next })}>
            Berikutnya
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

function BreachState({ breach }: { breach: ListedBreach }) {
  const isDone = breach.reported_at !== null && breach.letters_started_at !== null;
  if (isDone) return <Badge tone="success">Diberitahukan</Badge>;
  return (
    <Badge tone={breach.is_overdue ? "error" : "warning"}>{breach.is_overdue ? "Lewat tenggat" : "Berjalan"}</Badge>
  );
}

/** One breach with its letters; without a breach, the form for another one. */
export function BreachView({ breach, failure }: { breach: BreachDetail | null; failure: FormFailure | undefined }) {
  const failedVerb = failure?.values.intent?.split(" ")[0];
  const of = (verb: string) => (failedVerb === verb ? failure : undefined);
  return (
    <div className={styles.stack}>
      <BackLink href={operatorHrefs.breaches()}>Semua kejadian</BackLink>
      {breach && <Summary breach={breach} />}
      {breach && <People breach={breach} adding={of("breach-people")} sending={of("breach-letters")} />}
      {breach && <Authority breach={breach} failure={of("report")} />}
      {(breach === null || breach.acts) && <BreachForm breach={breach} failure={of("breach")} />}
    </div>
  );
}

function Summary({ breach }: { breach: BreachDetail }) {
  const facts = [
    ["Nomor", breach.number],
    ["Diketahui", at(breach.noticed_at)],
    ["Diberitahukan paling lambat", at(breach.due_at)],
    ["Waktu kejadian", `${at(breach.began_at)} sampai ${at(breach.ended_at)}`],
    ["Data", breach.data_kinds.map((kind) => breachDataKinds[kind]).join(", ")],
    ["Dicatat oleh", breach.recorded_by],
  ];
  return (
    <Panel title={breach.title}>
      <div className={styles.stack}>
        <p>
          <BreachState breach={breach} />
        </p>
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.text}>{breach.what}</p>
        {breach.cause && <p className={styles.text}>Penyebab: {breach.cause}</p>}
        <p className={styles.text}>Penanganan: {breach.measures}</p>
      </div>
    </Panel>
  );
}

function People({
  breach,
  adding,
  sending,
}: {
  breach: BreachDetail;
  adding: FormFailure | undefined;
  sending: FormFailure | undefined;
}) {
  const waiting = breach.people - breach.notified;
  // The list and the file of people who were added leave the form.
  const typed = adding?.values.list ?? breach.people;
  return (
    <Panel title="Orang yang datanya terungkap">
      <div className={styles.stack}>
        <p>
          {breach.people} akun, {breach.notified} sudah diberi tahu
          {breach.other_people > 0 && `, dan sekitar ${breach.other_people} orang tanpa akun`}.
        </p>
        {breach.sent_letters.map((letter) => (
          <Letter
            key={letter.id}
            label={`Surat yang dikirim ${at(letter.sent_at)} kepada ${letter.people} akun`}
            letter={letter}
          />
        ))}
        {(waiting > 0 || breach.sent_letters.length === 0) && (
          <Letter
            label={
              breach.sent_letters.length === 0 ? "Baca surat kepada mereka" : "Surat kepada yang belum diberi tahu"
            }
            letter={breach.letter}
          />
        )}
        {breach.acts && (
          <details open={adding !== undefined}>
            <summary className="link">Tambah orang</summary>
            <Form method="post" encType="multipart/form-data" className={styles.form}>
              <FormNotice failure={adding} />
              <input type="hidden" name="intent" value={`breach-people ${breach.id}`} />
              <SelectField
                label="Siapa"
                name="selection"
                defaultValue={adding?.values.selection ?? "list"}
                options={breachSelectionNames.map((value) => ({ value, label: breachSelections[value] }))}
                errors={adding?.fields.selection}
              />
              <TextField
                label="Alamat toko"
                name="shop"
                required={false}
                hint="Bagian terakhir alamat halamannya, untuk pembeli satu toko."
                defaultValue={adding?.values.shop}
                errors={adding?.fields.shop}
              />
              <TextareaField
                key={`list ${typed}`}
                label="Daftar id atau email"
                name="list"
                rows={3}
                required={false}
                hint={`Satu tiap baris, paling banyak ${formatCount(breachListLimits.characters)} huruf.`}
                defaultValue={adding?.values.list}
                errors={adding?.fields.list}
              />
              <TextField
                key={`file ${typed}`}
                label="Atau berkas"
                name="file"
                type="file"
                required={false}
                accept=".csv,.txt,text/csv,text/plain"
                hint="Berkas teks dengan id atau email."
              />
              <div>
                <Button variant="outline">Tambahkan</Button>
              </div>
            </Form>
          </details>
        )}
        {breach.acts && waiting > 0 && (
          <ConfirmForm
            intent={`breach-letters ${breach.id}`}
            label={`Kirim surat kepada ${waiting} akun`}
            look="primary"
            question="Surat di atas dikirim sekarang lewat email dan notifikasi. Ini tidak bisa ditarik kembali."
            confirm="Kirim surat"
            failure={sending}
          />
        )}
      </div>
    </Panel>
  );
}

function Letter({ label, letter }: { label: string; letter: BreachDetail["letter"] }) {
  return (
    <details>
      <summary className="link">{label}</summary>
      <Notice title={letter.subject}>
        {letter.paragraphs.map((text, index) => (
          <p key={`${index} ${text}`}>{text}</p>
        ))}
      </Notice>
    </details>
  );
}

function Authority({ breach, failure }: { breach: BreachDetail; failure: FormFailure | undefined }) {
  return (
    <Panel title="Laporan kepada lembaga">
      <div className={styles.stack}>
        <p>
          <ButtonLink href={operatorHrefs.breachReport(breach.id)} variant="outline" icon="download" download>
            Unduh laporan (PDF)
          </ButtonLink>
        </p>
        {breach.reported_at && (
          <p>
            Diterima lembaga dengan nomor <b>{breach.report_reference}</b>, dicatat {at(breach.reported_at)} oleh{" "}
            {breach.reported_by}.
          </p>
        )}
        {!breach.reported_at && breach.acts && (
          <ConfirmForm
            intent={`report ${breach.id}`}
            label="Catat bahwa laporan sudah diterima"
            question="Tulis nomor tanda terima dari lembaga."
            confirm="Catat laporan"
            failure={failure}
          >
            <TextField
              label="Nomor tanda terima"
              name="reference"
              minLength={breachReferenceLength.min}
              maxLength={breachReferenceLength.max}
              defaultValue={failure?.values.reference}
              errors={failure?.fields.reference}
            />
          </ConfirmForm>
        )}
      </div>
    </Panel>
  );
}
