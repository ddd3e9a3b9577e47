import { Form, redirect } from "react-router";
import { hrefs } from "#hrefs.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section } from "#lib/page.ts";
import { formatDate, span } from "#lib/time.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { SelectField, TextareaField } from "#ui/field.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { BuyerTabs } from "../../ui/review-tabs.tsx";
import styles from "../../ui/reviews.module.css";
import type { OwnHiding, OwnReport, ReportApi } from "../contract.ts";
import {
  kindLabels,
  maxReportLength,
  objection,
  reportDuration,
  reportedKinds,
  reportReasons,
  reportStates,
} from "../rules.ts";

type Data = { hidings: OwnHiding[]; reports: OwnReport[]; notice: string | undefined };

const text = (form: FormData, name: string) => String(form.get(name) ?? "");

/**
 * `/profile?page=reports`: what operators hid of what the person wrote, and what the person reported. The forms of
 * products' pages are sent here.
 */
export const reportsSection: Section<Data> = {
  title: "Laporan",
  load: async (args) => {
    const { result } = await pageApi<ReportApi>(args)("GET /v1/reports");
    return { ...result, notice: new URL(args.request.url).searchParams.get("notice") ?? undefined };
  },
  act: async (args, form) => {
    const api = pageApi<ReportApi>(args);
    try {
      if (text(form, "intent") === "report") {
        await api("POST /v1/reports", {
          body: {
            // The API refuses what is not in its lists.
            kind: text(form, "kind") as OwnReport["kind"],
            reason: text(form, "reason") as (typeof reportReasons)[number]["id"],
            id: text(form, "item"),
            text: text(form, "text"),
          },
        });
        return redirect(reviewHrefs.reports("reported"));
      }
      await api("POST /v1/hidings/:hidingId/objection", {
        params: { hidingId: text(form, "intent") },
        body: { text: text(form, "reason") },
      });
    } catch (error) {
      return formFailure(error, form);
    }
    return redirect(reviewHrefs.reports("objected"));
  },
  View: Reports,
};

function Reports({ data: { hidings, reports, notice }, failure }: { data: Data; failure: FormFailure | undefined }) {
  const isReport = failure?.values.intent === "report";
  const isElsewhere = !isReport && !hidings.some(({ id }) => id === failure?.values.intent);
  return (
    <div className={styles.stack}>
      <h1>Laporan</h1>
      {!failure && notice === "reported" && (
        <Notice tone="success">
          Laporan Anda terkirim. Operator memutuskannya dalam {span(reportDuration)}, dan hasilnya tampil di sini.
        </Notice>
      )}
      {!failure && notice === "objected" && (
        <Notice tone="success">
          Keberatan Anda terkirim. Operator lain memutuskannya dalam {span(reportDuration)}.
        </Notice>
      )}
      <FormNotice failure={isElsewhere ? failure : undefined} alone />
      <BuyerTabs current="reports" />
      <p>
        <a className="link" href={reviewHrefs.listingReports()}>
          Laporan Anda tentang produk dan toko
        </a>
      </p>
      {failure && isReport && <RefusedReport failure={failure} />}
      {hidings.length > 0 && (
        <section className={styles.stack} aria-labelledby="disembunyikan">
          <h2 id="disembunyikan">Tulisan Anda yang disembunyikan</h2>
          <ul className={styles.lines}>
            {hidings.map((hiding) => (
              <li key={hiding.id}>
                <Hiding hiding={hiding} failure={failure} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={styles.stack} aria-labelledby="laporan-anda">
        <h2 id="laporan-anda">Laporan Anda</h2>
        {reports.length === 0 ? (
          <EmptyState>
            Anda belum melaporkan apa pun. Tombol Laporkan ada di bawah ulasan, balasan, pertanyaan dan jawaban di
            halaman produk.
          </EmptyState>
        ) : (
          <ul className={styles.lines}>
            {reports.map((report) => (
              <li key={report.id}>
                <Panel>
                  <div className={styles.item}>
                    <p>
                      <b>{kindLabels[report.kind]}</b> tentang{" "}
                      <a className="link" href={hrefs.product(report.product.slug)}>
                        {report.product.name}
                      </a>
                    </p>
                    <p className={styles.small}>
                      {reportReasons.find(({ id }) => id === report.reason)?.label} ·{" "}
                      {formatDate(new Date(report.created_at))}
                    </p>
                    {report.text && <p className={styles.text}>{report.text}</p>}
                    <p>
                      <Badge tone={report.state === "open" ? "warning" : "neutral"}>{reportStates[report.state]}</Badge>
                    </p>
                  </div>
                </Panel>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

/** The report that was refused, with what was typed. */
function RefusedReport({ failure }: { failure: FormFailure }) {
  const kind = reportedKinds.find((one) => one === failure.values.kind);
  return (
    <Panel title={kind ? `Laporan Anda: ${kindLabels[kind].toLowerCase()}` : "Laporan Anda"}>
      <Form method="post" className={styles.form}>
        <FormNotice failure={failure} />
        {["intent", "kind", "item"].map((name) => (
          <input key={name} type="hidden" name={name} value={failure.values[name] ?? ""} />
        ))}
        <SelectField
          label="Alasan"
          name="reason"
          empty="Pilih alasan"
          options={reportReasons.map(({ id, label }) => ({ value: id, label }))}
          defaultValue={failure.values.reason}
          errors={failure.fields.reason}
        />
        <TextareaField
          label="Keterangan"
          name="text"
          rows={2}
          required={false}
          maxLength={maxReportLength}
          defaultValue={failure.values.text}
          errors={failure.fields.text}
        />
        <Button>Kirim laporan</Button>
      </Form>
    </Panel>
  );
}

function Hiding({ hiding, failure }: { hiding: OwnHiding; failure: FormFailure | undefined }) {
  const own = failure?.values.intent === hiding.id ? failure : undefined;
  // The form's field is called reason, the API's text.
  const shown = own && { ...own, fields: { ...own.fields, reason: own.fields.text ?? [] } };
  return (
    <Panel>
      <div className={styles.item}>
        <p>
          <b>{kindLabels[hiding.kind]}</b> tentang{" "}
          <a className="link" href={hrefs.product(hiding.product.slug)}>
            {hiding.product.name}
          </a>
        </p>
        {hiding.text && <p className={styles.text}>{hiding.text}</p>}
        <p className={styles.small}>
          {hiding.state === "restored" ? "Pernah disembunyikan" : "Disembunyikan"}{" "}
          {formatDate(new Date(hiding.hidden_at))}. Alasan: {hiding.reason}
        </p>
        {hiding.objection && <p className={styles.small}>Keberatan Anda: {hiding.objection}</p>}
        {hiding.state === "objected" && (
          <p>
            <Badge tone="warning">Keberatan menunggu keputusan</Badge>
          </p>
        )}
        {hiding.state === "upheld" && (
          <p className={styles.small}>Keputusan operator lain: tetap disembunyikan. {hiding.decision}</p>
        )}
        {hiding.state === "restored" && (
          <p>
            <Badge tone="success">Tampil lagi</Badge>
          </p>
        )}
        {hiding.objection_until && (
          <ConfirmForm
            intent={hiding.id}
            label="Ajukan keberatan"
            question={`Satu kali, sampai ${formatDate(new Date(hiding.objection_until))}. Operator lain yang memutuskan.`}
            confirm="Kirim keberatan"
            reason={{ label: "Mengapa Anda keberatan", length: objection.length }}
            failure={shown}
          />
        )}
      </div>
    </Panel>
  );
}
