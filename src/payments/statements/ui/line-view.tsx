import { Form } from "react-router";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { formatRupiah } from "#lib/rupiah.ts";
import { formatDate, formatDateTime, span } from "#lib/time.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { TextareaField } from "#ui/field.tsx";
import { ListSearch } from "#ui/list-search.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { paymentStatusLabels } from "../../rules.ts";
import type { TransferJson } from "../line-contract.ts";
import { bankCharges, decisionLabels, decisionReasonLength, isMarked, uploadedMatches } from "../rules.ts";
import { LineBadge, moneyOf } from "./line-badge.tsx";
import type { LineData } from "./statement-requests.ts";
import styles from "./statements.module.css";

const at = (moment: string) => formatDateTime(new Date(moment));
const reason = { label: "Alasan", length: decisionReasonLength };

/** One movement of a bank account, with what an operator may do now. */
export function LineView({ data, failure }: { data: LineData; failure: FormFailure | undefined }) {
  const { line, decides } = data;
  const isIncoming = line.amount > 0;
  return (
    <>
      <p>
        <BackLink href={operatorHrefs.transfers()}>Mutasi bank</BackLink>
      </p>
      <h1>{moneyOf(line)}</h1>
      {data.notice && !failure && <Notice tone="success">{data.notice}</Notice>}
      <Panel title={line.description || "Tanpa keterangan"} action={<LineBadge status={line.status} />}>
        <dl className={styles.facts}>
          <Fact name="Rekening" value={`${line.bank_name} ${line.account.split(":")[1] ?? ""}`} />
          <Fact name="Tanggal" value={formatDate(new Date(line.day))} />
          {line.decided_by && (
            <Fact name={line.is_automatic ? "Cocok otomatis, diunggah" : "Diputuskan"} value={line.decided_by} />
          )}
          {line.reason && <Fact name="Alasan" value={line.reason} />}
          {line.status === "matched" && <Fact name="Pembukuan" value={line.is_booked ? "Sudah" : "Sedang berjalan"} />}
        </dl>
      </Panel>
      {data.twins > 0 && line.status === "open" && (
        <Notice tone="warning" title="Ada mutasi lain dengan jumlah dan tanggal yang sama">
          Mungkin ini transfer yang berbeda, mungkin juga baris yang sama dari berkas lain. Periksa di bank sebelum
          mencocokkan.
        </Notice>
      )}
      {line.transfer && (
        <Panel title="Tagihan">
          <Transfer transfer={line.transfer} canSee={decides} />
        </Panel>
      )}
      {line.status === "proposed" && line.transfer && (
        <Proposal data={data} transfer={line.transfer} failure={failure} />
      )}
      {line.status === "open" && isIncoming && line.cents === 0 && <Candidates data={data} failure={failure} />}
      {decides && line.status === "open" && (
        <div className={styles.form}>
          {Math.abs(line.amount) <= bankCharges.max && (
            <ConfirmForm
              intent="bank_charge"
              label="Biaya atau bunga bank"
              question={`${moneyOf(line)} dibukukan sebagai ${isIncoming ? "bunga" : "biaya"} bank. Bisa dibuka lagi kapan saja.`}
              confirm="Bukukan"
              reason={reason}
              failure={failure}
            >
              <input type="hidden" name="line" value={line.id} />
            </ConfirmForm>
          )}
          <ConfirmForm
            intent="foreign"
            label="Bukan pembayaran pembeli"
            question="Mutasi ini tidak ditawarkan lagi untuk dicocokkan. Bisa dibuka lagi kapan saja."
            confirm="Tandai"
            reason={reason}
            failure={failure}
          >
            <input type="hidden" name="line" value={line.id} />
          </ConfirmForm>
        </div>
      )}
      {decides && isMarked(line.status) && (
        <div className={styles.form}>
          <ConfirmForm
            intent="reopen"
            label="Buka lagi"
            question="Mutasi ini menunggu untuk dicocokkan lagi."
            confirm="Buka lagi"
            reason={reason}
            failure={failure}
          >
            <input type="hidden" name="line" value={line.id} />
          </ConfirmForm>
        </div>
      )}
      {data.events.length > 0 && (
        <section aria-labelledby="riwayat">
          <h2 id="riwayat">Riwayat</h2>
          <ol className={styles.history}>
            {data.events.map((event) => (
              <li key={`${event.at} ${event.action}`}>
                {decisionLabels[event.action]}
                {event.is_automatic && " otomatis"} · {event.actor} · {at(event.at)}
                {event.reason && <small>{event.reason}</small>}
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

/** A match that waits for a second operator. */
function Proposal({
  data,
  transfer,
  failure,
}: {
  data: LineData;
  transfer: TransferJson;
  failure: FormFailure | undefined;
}) {
  const { line, decides } = data;
  return (
    <div className={styles.form}>
      <FormNotice failure={failure?.values.intent === "approve" ? failure : undefined} alone />
      {line.can_approve ? (
        <Form method="post">
          <input type="hidden" name="intent" value="approve" />
          <input type="hidden" name="line" value={line.id} />
          <input type="hidden" name="attempt_id" value={transfer.attempt_id} />
          <Button wide>Pastikan dan bukukan {formatRupiah(line.amount)}</Button>
        </Form>
      ) : (
        <Notice title="Operator lain harus memastikannya">
          Jumlahnya besar, menyangkut belanja operator, atau sudah lebih dari {formatRupiah(uploadedMatches.max)} cocok
          dari berkas satu operator dalam {span(uploadedMatches.window)}. Ia memastikannya di sini, atau dengan
          mengunggah mutasi yang ia unduh sendiri dari bank.
        </Notice>
      )}
      {decides && (
        <ConfirmForm
          intent="reject"
          label="Tolak usulan"
          question="Mutasi ini menunggu untuk dicocokkan lagi."
          confirm="Tolak"
          reason={reason}
          failure={failure}
        >
          <input type="hidden" name="line" value={line.id} />
        </ConfirmForm>
      )}
    </div>
  );
}

/** Transfers that a movement may be, and the search among all others. */
function Candidates({ data, failure }: { data: LineData; failure: FormFailure | undefined }) {
  const { line, q, transfers, decides } = data;
  const own = failure?.values.intent === "assign" ? failure : undefined;
  return (
    <Panel title="Tagihan yang mungkin">
      <div className={styles.stack}>
        <ListSearch
          keep={{ line: line.id }}
          label="Cari tagihan"
          placeholder="Nomor KWG, invoice, pembeli, pengirim"
          value={q}
        />
        {transfers.length === 0 ? (
          <p className={styles.small}>
            {q
              ? "Data tidak ditemukan."
              : "Tidak ada tagihan dengan jumlah yang hampir sama. Cari dengan nama atau invoice."}
          </p>
        ) : (
          <Form method="post" className={styles.stack}>
            <FormNotice failure={own} />
            <input type="hidden" name="intent" value="assign" />
            <input type="hidden" name="line" value={line.id} />
            <fieldset className={styles.candidates}>
              <legend className="sr-only">Tagihan</legend>
              {transfers.map((transfer, index) => (
                <label key={transfer.attempt_id} className={styles.candidate}>
                  <input
                    type="radio"
                    name="attempt_id"
                    value={transfer.attempt_id}
                    required
                    disabled={!decides}
                    defaultChecked={
                      own ? own.values.attempt_id === transfer.attempt_id : index === 0 && transfers.length === 1
                    }
                  />
                  <Transfer transfer={transfer} canSee={decides} difference={line.amount - transfer.amount} />
                </label>
              ))}
            </fieldset>
            {decides && (
              <div className={styles.form}>
                <TextareaField
                  label="Alasan"
                  name="reason"
                  rows={2}
                  minLength={decisionReasonLength.min}
                  maxLength={decisionReasonLength.max}
                  defaultValue={own?.values.reason}
                  errors={own?.fields.reason}
                />
                <div>
                  <Button>Cocokkan</Button>
                </div>
              </div>
            )}
          </Form>
        )}
      </div>
    </Panel>
  );
}

function Transfer({
  transfer,
  canSee,
  difference = 0,
}: {
  transfer: TransferJson;
  canSee: boolean;
  difference?: number;
}) {
  const { reported_at, sender_name } = transfer;
  return (
    <div className={styles.transfer}>
      <b>
        {formatRupiah(transfer.amount)} · {transfer.buyer_name}
      </b>
      {difference !== 0 && (
        <small className={styles.difference}>
          {difference > 0 ? "Mutasi lebih" : "Mutasi kurang"} {formatRupiah(Math.abs(difference))}
        </small>
      )}
      <small>
        {transfer.invoices.join(", ")} · {transfer.reference}
      </small>
      <small>
        {paymentStatusLabels[transfer.status as keyof typeof paymentStatusLabels]}, dibuat {at(transfer.created_at)}
        {transfer.received > 0 && `, sudah masuk ${formatRupiah(transfer.received)}`}
      </small>
      {reported_at && (
        <small>
          Pembeli mengabarkan transfer {at(reported_at)}
          {sender_name && ` dari rekening ${sender_name}`}
          {transfer.has_proof && canSee && (
            <>
              {" · "}
              <a href={operatorHrefs.transferProof(transfer.attempt_id)} target="_blank" rel="noreferrer">
                Lihat bukti
              </a>
            </>
          )}
        </small>
      )}
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
