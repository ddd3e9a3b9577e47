import { hrefs } from "#hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { formatDateTime, span } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TextareaField } from "#ui/field.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { Tabs } from "#ui/tabs.tsx";
import type { Dossier } from "../contract.ts";
import {
  documentKinds,
  fieldsOf,
  readingDuration,
  readingReasonLength,
  sellerKinds,
  verificationDuration,
  verificationFields,
  verificationReasonLength,
  verificationStatuses,
} from "../rules.ts";
import type { Verifications } from "./operator-requests.ts";
import styles from "./verification.module.css";

const at = (moment: string) => formatDateTime(new Date(moment));
const views = [
  { id: "waiting", label: "Menunggu" },
  { id: "verified", label: "Terverifikasi" },
  { id: "ended", label: "Selesai" },
] as const;

/** The applications of sellers, or one of them beside its documents. */
export function VerificationsView({ data, failure }: { data: Verifications; failure: FormFailure | undefined }) {
  return data.part === "one" ? <One one={data.one} failure={failure} /> : <List {...data} />;
}

function List({ view, list, done }: Extract<Verifications, { part: "list" }>) {
  return (
    <div className={styles.stack}>
      <h1>Verifikasi penjual</h1>
      {done && <Notice tone="success">Keputusan tersimpan. Penjual diberi tahu.</Notice>}
      <p className={styles.small}>
        Putuskan dalam {span(verificationDuration)}. Yang paling lama menunggu ada di atas.
      </p>
      <Tabs
        label="Verifikasi penjual"
        tabs={views.map(({ id, label }) => ({ href: operatorHrefs.verifications(id), label, current: id === view }))}
      />
      {list.rows.length === 0 ? (
        <EmptyState>{view === "waiting" ? "Tidak ada yang menunggu keputusan." : "Data tidak ditemukan."}</EmptyState>
      ) : (
        <Panel flush>
          <ListTable head={["Toko", "Jenis", view === "waiting" ? "Tenggat" : "Keadaan"]} label="Verifikasi penjual">
            {list.rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <a href={operatorHrefs.verification(row.id)}>{row.shop.name}</a>
                  <small>{row.shop.city}</small>
                </th>
                <td>
                  {sellerKinds[row.kind]}
                  {row.is_change && <small>Perubahan data</small>}
                </td>
                <td>
                  {view === "waiting" ? (
                    <span className={table.when}>{at(row.due_at)}</span>
                  ) : (
                    <>
                      {verificationStatuses[row.status]}
                      {row.decided_at && <small className={table.when}>{at(row.decided_at)}</small>}
                    </>
                  )}
                </td>
              </tr>
            ))}
          </ListTable>
        </Panel>
      )}
      {list.next && (
        <p>
          <ButtonLink variant="outline" href={operatorHrefs.verifications(view, { before: list.next })}>
            Berikutnya
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

function One({ one, failure }: { one: Dossier; failure: FormFailure | undefined }) {
  const { shop, status, reading_until: until } = one;
  const mayOpen = one.decides && !one.data && one.documents.length > 0;
  const mayDecide = one.decides && one.data !== null && status === "sent";
  const mayEnd = one.decides && status === "verified";
  const intent = failure?.values.intent;
  const isShownBelow = intent === "open" ? mayOpen : intent === "end" ? mayEnd : mayDecide;
  return (
    <div className={styles.stack}>
      <BackLink href={operatorHrefs.verifications()}>Verifikasi penjual</BackLink>
      <h1>{shop.name}</h1>
      <FormNotice failure={isShownBelow ? undefined : failure} alone />
      <dl className={styles.facts}>
        <Fact name="Keadaan" value={verificationStatuses[status]} />
        <Fact name="Jenis" value={sellerKinds[one.kind]} />
        <Fact name="Dikirim" value={at(one.sent_at)} />
        {status === "sent" && <Fact name="Diputuskan paling lambat" value={at(one.due_at)} />}
        <Fact name="Pengajuan sebelumnya" value={String(one.earlier)} />
        {one.verified_name && <Fact name="Terverifikasi sebagai" value={one.verified_name} />}
        <div>
          <dt>Toko</dt>
          <dd>
            <a className="link" href={hrefs.merchant(shop.slug)}>
              {shop.slug}
            </a>
          </dd>
        </div>
      </dl>
      {one.shared_numbers.length > 0 && (
        <Notice tone="warning" title="Nomor yang sama ada di toko lain">
          <ul>
            {one.shared_numbers.map(({ kind, shop: other, is_verified: isVerified }) => (
              <li key={kind + other.id}>
                <b>{verificationFields[kind]}:</b> {other.name}
                {isVerified ? " (terverifikasi)" : " (sedang diperiksa)"}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {(one.note !== "" || one.reasons.length > 0) && (
        <Notice title="Yang ditulis kepada penjual">
          {one.note}
          <ul>
            {one.reasons.map(({ field, text }) => (
              <li key={field}>
                <b>{verificationFields[field]}:</b> {text}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {mayOpen && (
        <ConfirmForm
          intent="open"
          label="Buka data dan dokumen"
          question={`Anda bisa membacanya selama ${span(readingDuration)}. Pembacaan dan alasannya masuk log audit.`}
          confirm="Buka"
          look="primary"
          reason={{ label: "Alasan membaca", length: readingReasonLength }}
          failure={failure}
        />
      )}
      {one.data && (
        <div className={styles.sides}>
          <Panel title="Data">
            <dl className={styles.facts}>
              <Fact name="Nama" value={one.data.name} />
              <Fact name="NIK" value={spaced(one.data.nik)} />
              <Fact name="NPWP" value={spaced(one.data.npwp) || "–"} />
              {one.kind === "company" && <Fact name="NIB" value={spaced(one.data.nib)} />}
              <Fact name="Alamat" value={one.data.address} />
            </dl>
            {until && <p className={styles.small}>Terbuka untuk Anda sampai {at(until)}.</p>}
          </Panel>
          <Panel title="Dokumen">
            <div className={styles.documents}>
              {one.documents.map(({ kind, type }) => (
                <figure key={kind}>
                  <figcaption>{documentKinds[kind].label}</figcaption>
                  {type === "application/pdf" ? (
                    <a className="link" href={operatorHrefs.verificationDocument(one.id, kind)} download>
                      Unduh PDF
                    </a>
                  ) : (
                    <img src={operatorHrefs.verificationDocument(one.id, kind)} alt={documentKinds[kind].label} />
                  )}
                </figure>
              ))}
            </div>
          </Panel>
        </div>
      )}
      {mayDecide && <Decisions one={one} failure={failure} />}
      {mayEnd && (
        <ConfirmForm
          intent="end"
          label="Cabut verifikasi"
          question="Pembeli tidak melihat tanda terverifikasi lagi. Penjual membaca alasannya."
          confirm="Cabut verifikasi"
          look="danger"
          reason={{ label: "Alasan untuk penjual", length: verificationReasonLength }}
          failure={failure}
        />
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

function Decisions({ one, failure }: { one: Dossier; failure: FormFailure | undefined }) {
  const version = <input type="hidden" name="version" value={one.version} />;
  const returned = failure?.values.intent === "return" ? failure : undefined;
  return (
    <Panel title="Keputusan">
      <div className={styles.stack}>
        <p>
          {one.is_change && <Badge tone="info">Perubahan data</Badge>} Cocokkan nama, nomor, dan wajah dengan
          dokumennya.
        </p>
        <ConfirmForm
          intent="accept"
          label="Terima"
          question="Nama penjual dan tanda terverifikasi tampil kepada pembeli."
          confirm="Terima"
          look="primary"
          failure={failure}
        >
          {version}
        </ConfirmForm>
        <ConfirmForm
          intent="return"
          label="Kembalikan untuk diperbaiki"
          question="Tulis pada isian yang perlu diperbaiki. Isian tanpa tulisan dianggap benar."
          confirm="Kembalikan"
          failure={failure}
        >
          {version}
          <input type="hidden" name="kind" value={one.kind} />
          <div className={styles.reasons}>
            {fieldsOf(one.kind).map((field) => (
              <TextareaField
                key={field}
                label={verificationFields[field]}
                name={field}
                rows={2}
                required={false}
                maxLength={verificationReasonLength.max}
                defaultValue={returned?.values[field]}
              />
            ))}
          </div>
        </ConfirmForm>
        <ConfirmForm
          intent="refuse"
          label="Tolak"
          question="Pengajuan ini selesai. Penjual membaca alasannya dan bisa mengajukan data lain."
          confirm="Tolak"
          look="danger"
          reason={{ label: "Alasan untuk penjual", length: verificationReasonLength }}
          failure={failure}
        >
          {version}
        </ConfirmForm>
      </div>
    </Panel>
  );
}

function spaced(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, "$1 ");
}
