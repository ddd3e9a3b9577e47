import { Form } from "react-router";
import type { FormFailure } from "#lib/api-client.ts";
import { formatDateTime, spanInFullDays } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { CheckboxField, SelectField, TextareaField, TextField } from "#ui/field.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { requestAnswerDuration } from "../../rules.ts";
import type { ListedRequest, RequestDetail } from "../contract.ts";
import {
  requestAnswerLength,
  requestKindNames,
  requestKinds,
  requestStates,
  requestSteps,
  requestTextLength,
  type RequestStep,
} from "../rules.ts";
import type { RequestList } from "./operator-requests.ts";
import styles from "./operator-view.module.css";
import { requestTones } from "./request-panel.tsx";

const at = (moment: string) => formatDateTime(new Date(moment));

/** Requests about personal data by their clock, or closed ones. */
export function RequestListView({ view, list }: { view: "open" | "closed"; list: RequestList }) {
  return (
    <div className={styles.stack}>
      <p className={styles.small}>
        Dijawab dalam {spanInFullDays(requestAnswerDuration)} sejak diterima. Membuka satu permintaan tercatat di log
        audit.
      </p>
      {list.rows.length === 0 ? (
        <EmptyState>{view === "open" ? "Tidak ada permintaan yang menunggu." : "Data tidak ditemukan."}</EmptyState>
      ) : (
        <Panel flush>
          <ListTable head={["Permintaan", "Pengirim", "Tenggat", "Keadaan"]} label="Permintaan data pribadi" wide>
            {list.rows.map((request) => (
              <tr key={request.id}>
                <th scope="row">
                  <a href={operatorHrefs.dataRequest(request.id)}>{requestKinds[request.kind].label}</a>
                  <small className={table.when}>{request.number}</small>
                </th>
                <td>
                  {request.sender}
                  <small>{request.channel === "letter" ? "lewat surat" : "dari akunnya"}</small>
                </td>
                <td data-label="Tenggat" className={table.when}>
                  {at(request.due_at)}
                </td>
                <td>
                  <StateBadge request={request} />
                </td>
              </tr>
            ))}
          </ListTable>
        </Panel>
      )}
      {list.next && (
        <p>
          <ButtonLink variant="outline" href={operatorHrefs.legal({ view, after: list.next })}>
            Berikutnya
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

function StateBadge({ request: { state, is_overdue: isOverdue } }: { request: ListedRequest }) {
  if (isOverdue) return <Badge tone="error">{state === "open" ? "Lewat tenggat" : "Dijawab terlambat"}</Badge>;
  return <Badge tone={requestTones[state]}>{requestStates[state]}</Badge>;
}

/** One request with its text, and the forms that answer it. */
export function RequestView({ request, failure }: { request: RequestDetail; failure: FormFailure | undefined }) {
  const { step } = requestKinds[request.kind];
  const isOpen = request.state === "open";
  return (
    <div className={styles.stack}>
      <BackLink href={operatorHrefs.legal()}>Semua permintaan</BackLink>
      <Panel title={requestKinds[request.kind].label}>
        <div className={styles.stack}>
          <p>
            <StateBadge request={request} />
          </p>
          <dl className={styles.facts}>
            <Fact label="Nomor" value={request.number} />
            <div>
              <dt>Pengirim</dt>
              <dd>
                {request.user_id ? (
                  <a className="link" href={operatorHrefs.person(request.user_id)}>
                    {request.sender}
                  </a>
                ) : (
                  request.sender
                )}
                {request.sender_email && ` · ${request.sender_email}`}
              </dd>
            </div>
            <Fact label="Diterima" value={at(request.received_at)} />
            <Fact label="Dijawab paling lambat" value={at(request.due_at)} />
            {request.entered_by && <Fact label="Dicatat dari surat oleh" value={request.entered_by} />}
            {request.closed_at && <Fact label="Selesai" value={at(request.closed_at)} />}
            {request.state !== "open" && request.state !== "withdrawn" && (
              <Fact label="Dijawab oleh" value={request.answered_by ?? "Sistem"} />
            )}
            {request.done && <Fact label="Langkah" value={requestSteps[request.done as RequestStep].label} />}
          </dl>
          <p className={styles.text}>{request.text}</p>
          {request.answer && <p className={styles.text}>Jawaban: {request.answer}</p>}
          {request.blockers.length > 0 && (
            <Notice tone="warning" title="Penghapusan belum bisa dijadwalkan">
              <ul className={styles.list}>
                {request.blockers.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </Notice>
          )}
          {isOpen && request.acts && request.needs_other && (
            <Notice tone="info">Surat ini Anda catat sendiri. Penghapusan akunnya dikabulkan operator lain.</Notice>
          )}
          {isOpen && request.acts && (
            <div className={styles.buttons}>
              {!request.needs_other && (
                <ConfirmForm
                  intent={`grant ${request.id}`}
                  label="Kabulkan"
                  look="primary"
                  question="Jawaban ini dibaca pengirimnya."
                  confirm="Kabulkan permintaan"
                  reason={{ label: "Jawaban", length: requestAnswerLength }}
                  failure={failure}
                >
                  {step && request.user_id && (
                    <CheckboxField
                      label={requestSteps[step].label}
                      name="acts"
                      hint={requestSteps[step].about}
                      defaultChecked={request.blockers.length === 0 && failure?.values.acts !== "0"}
                    />
                  )}
                </ConfirmForm>
              )}
              <ConfirmForm
                intent={`refuse ${request.id}`}
                label="Tolak"
                question="Penolakan menyebut alasan dan pasalnya."
                confirm="Tolak permintaan"
                reason={{ label: "Jawaban", length: requestAnswerLength }}
                failure={failure}
              />
            </div>
          )}
        </div>
      </Panel>
    </div>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The form for a request that came by letter. */
export function LetterForm({ failure }: { failure: FormFailure | undefined }) {
  const values = failure?.values ?? {};
  const fields = failure?.fields ?? {};
  return (
    <Panel title="Catat surat">
      <Form method="post" className={styles.form}>
        <FormNotice failure={failure} />
        <input type="hidden" name="intent" value="letter" />
        <TextField
          label="Surat diterima (WIB)"
          name="received_at"
          type="datetime-local"
          hint={`Jam ${spanInFullDays(requestAnswerDuration)} berjalan sejak saat ini, bukan sejak dicatat.`}
          defaultValue={values.received_at}
          errors={fields.received_at}
        />
        <SelectField
          label="Yang diminta"
          name="kind"
          empty="Pilih"
          defaultValue={values.kind ?? ""}
          options={requestKindNames.map((kind) => ({ value: kind, label: requestKinds[kind].label }))}
          errors={fields.kind}
        />
        <TextField
          label="Nama pengirim"
          name="sender_name"
          defaultValue={values.sender_name}
          errors={fields.sender_name}
        />
        <TextField
          label="Email pengirim"
          name="sender_email"
          type="email"
          required={false}
          hint="Jawaban dikirim ke sini bila pengirim tidak punya akun."
          defaultValue={values.sender_email}
          errors={fields.sender_email}
        />
        <TextField
          label="Akun pengirim"
          name="account"
          required={false}
          hint="Email atau id akun. Pastikan dulu bahwa surat ini benar dari pemiliknya."
          defaultValue={values.account}
          errors={fields.account}
        />
        <TextareaField
          label="Isi permintaan"
          name="text"
          rows={5}
          minLength={requestTextLength.min}
          maxLength={requestTextLength.max}
          defaultValue={values.text}
          errors={fields.text}
        />
        <div>
          <Button>Catat surat</Button>
        </div>
      </Form>
    </Panel>
  );
}
