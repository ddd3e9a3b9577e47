import { Form } from "react-router";
import { hrefs } from "#hrefs.ts";
import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import { formatDate, formatDateTime } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TextField } from "#ui/field.tsx";
import { ListSearch } from "#ui/list-search.tsx";
import { ListTable, table } from "#ui/list-table.tsx";
import { FormNotice } from "#ui/notice.tsx";
import type { ListedMeasure, ModerationApi } from "../../moderation/contract.ts";
import { viewReasonLength } from "../../moderation/rules.ts";
import { MeasureForm, OpenMeasureCell } from "./measure-form.tsx";
import styles from "./moderation.module.css";

type Result<Call extends "GET /v1/operator/people" | "GET /v1/operator/people/:userId"> = ApiResponse<
  ModerationApi[Call]
>["result"];
export type Details = ApiResponse<ModerationApi["POST /v1/operator/people/:userId/view"]>["data"];

/** People that a search finds, with masked data. */
export function PeopleList({ q, list }: { q: string; list: Result<"GET /v1/operator/people"> }) {
  return (
    <>
      <h1>Pengguna</h1>
      <ListSearch keep={{}} label="Cari pengguna" placeholder="Email, telepon, id, awal nama" value={q} />
      {list.rows.length === 0 ? (
        <EmptyState>Data tidak ditemukan.</EmptyState>
      ) : (
        <Panel flush>
          <ListTable head={["Orang", "Kontak", "Keadaan"]} label="Pengguna" wide>
            {list.rows.map((person) => (
              <tr key={person.id}>
                <th scope="row">
                  <a href={operatorHrefs.person(person.id)}>{person.name}</a>
                  <small>
                    {person.type} · sejak {formatDate(new Date(person.created_at))}
                  </small>
                  {person.shop && (
                    <small>
                      <a href={hrefs.merchant(person.shop.slug)}>{person.shop.name}</a>
                    </small>
                  )}
                </th>
                <td>
                  {person.email}
                  {person.phone && <small>{person.phone}</small>}
                </td>
                <td data-label="Keadaan">{person.block ? <Badge tone="error">Diblokir</Badge> : "Tidak diblokir"}</td>
              </tr>
            ))}
          </ListTable>
        </Panel>
      )}
      <NextPage href={list.next && operatorHrefs.people(q || undefined, list.next)} />
    </>
  );
}

/** The link to the next page of a list, if there is one. */
export function NextPage({ href }: { href: string | null }) {
  return href === null ? null : (
    <p>
      <ButtonLink href={href} variant="outline" size="s">
        Halaman berikutnya
      </ButtonLink>
    </p>
  );
}

/** One person: masked data, the data in full after a reason, the block, and all measures. */
export function PersonView({
  data: { person, measures, acts, views },
  details,
  failure,
}: {
  data: Result<"GET /v1/operator/people/:userId">;
  details: Details | undefined;
  failure: FormFailure | undefined;
}) {
  const viewing = failure?.values.intent === "view" ? failure : undefined;
  return (
    <>
      <header className={styles.title}>
        <BackLink href={operatorHrefs.people()}>Semua pengguna</BackLink>
        <h1>{person.name}</h1>
      </header>
      <Panel title="Data">
        <dl className={styles.facts}>
          <Fact label="Nama" value={details?.name ?? person.name} />
          <Fact label="Email" value={details?.email ?? person.email} />
          <Fact label="Telepon" value={details ? (details.phone ?? "–") : (person.phone ?? "–")} />
          <Fact label="Jenis akun" value={person.type} />
          <Fact label="Terdaftar" value={formatDate(new Date(person.created_at))} />
          {details && (
            <>
              <Fact label="Email terkonfirmasi" value={details.email_verified ? "Ya" : "Tidak"} />
              <Fact label="Provinsi" value={details.province ?? "–"} />
              <Fact label="Pesanan" value={String(details.orders)} />
              <Fact label="Perangkat yang masuk" value={String(details.sessions)} />
            </>
          )}
        </dl>
        {views && !details && (
          <Form method="post" className={styles.form}>
            <input type="hidden" name="intent" value="view" />
            <FormNotice failure={viewing} />
            <TextField
              label="Alasan membaca data lengkap"
              name="reason"
              hint="Alasan dan pembacaan ini tercatat di log audit."
              minLength={viewReasonLength.min}
              maxLength={viewReasonLength.max}
              defaultValue={viewing?.values.reason}
              errors={viewing?.fields.reason}
            />
            <Button variant="outline">Lihat data lengkap</Button>
          </Form>
        )}
      </Panel>
      {(person.block || acts) && (
        <Panel title="Blokir">
          {person.block ? (
            <div className={styles.stack}>
              <OpenMeasureCell measure={person.block} label="Diblokir" failure={failure} acts={acts} />
              <p>{person.block.text}</p>
            </div>
          ) : (
            <MeasureForm
              intent={`block ${person.id}`}
              label="Blokir akun"
              against="user"
              question="Semua perangkatnya keluar sekarang juga. Pesanan yang berjalan tetap diproses. Tokonya dihentikan dan penarikannya ditahan."
              failure={failure}
            />
          )}
        </Panel>
      )}
      <MeasureHistory measures={measures} />
    </>
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

const kindLabels: Record<ListedMeasure["kind"], string> = {
  user: "Akun diblokir",
  shop: "Toko dihentikan",
  product: "Produk diturunkan",
};

function MeasureHistory({ measures }: { measures: readonly ListedMeasure[] }) {
  if (measures.length === 0) return null;
  return (
    <Panel title="Riwayat tindakan" flush>
      <ListTable head={["Tindakan", "Alasan", "Keadaan"]} label="Riwayat tindakan" wide>
        {measures.map((measure) => (
          <tr key={measure.id}>
            <th scope="row">
              {kindLabels[measure.kind]}
              {measure.about && <small>{measure.about}</small>}
              <small className={table.when}>
                {formatDateTime(new Date(measure.taken_at))} · {measure.taken_by}
              </small>
            </th>
            <td>
              {measure.rule}
              <small>{measure.text}</small>
              {measure.appeal && <small>Banding: {measure.appeal}</small>}
              {measure.answer && <small>Jawaban: {measure.answer}</small>}
            </td>
            <td>{measure.ended_at ? "Sudah dicabut" : "Berlaku"}</td>
          </tr>
        ))}
      </ListTable>
    </Panel>
  );
}
