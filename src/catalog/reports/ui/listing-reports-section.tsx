import { redirect } from "react-router";
import { hrefs } from "#hrefs.ts";
import { formFailure, pageApi, type FormFailure } from "#lib/api-client.ts";
import { maxFileBytes } from "#lib/field-limits.ts";
import type { Section } from "#lib/page.ts";
import { formatDateTime, span } from "#lib/time.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import type { ShopApi } from "#shops/contract.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { SelectField, TextareaField, TextField } from "#ui/field.tsx";
import { DraftForm } from "#ui/form-draft.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import type { CatalogApi } from "../../contract.ts";
import type { ListingReportApi, OwnListingReport } from "../contract.ts";
import {
  listingReportKindNames,
  listingReportKinds,
  listingReportLength,
  listingReportStates,
  needsDocument,
  reportClocks,
  type ListingReportKind,
  type ListingReportState,
} from "../rules.ts";
import styles from "../../screening/ui/screening.module.css";

type About = { kind: "product" | "shop"; slug: string; name: string };
type Data = { reports: OwnListingReport[]; about: About | null; isSent: boolean };

/** `/profile?page=listingReports`: the form about the product or shop that the address names, and earlier reports. */
export const listingReportsSection: Section<Data> = {
  title: "Laporan produk dan toko",
  load: async (args) => {
    const api = pageApi<ListingReportApi & CatalogApi & ShopApi>(args);
    const search = new URL(args.request.url).searchParams;
    const [product, shop] = [search.get("product"), search.get("shop")];
    const about = async (): Promise<About | null> => {
      if (product) {
        const { result } = await api("GET /v1/products/:slug", { params: { slug: product } });
        return { kind: "product", slug: product, name: result.name };
      }
      if (!shop) return null;
      const { result } = await api("GET /v1/merchants/:slug", { params: { slug: shop } });
      return { kind: "shop", slug: shop, name: result.name };
    };
    const [shown, reports] = await Promise.all([about(), api("GET /v1/listing-reports")]);
    return { about: shown, reports: reports.result, isSent: search.get("notice") === "sent" };
  },
  act: async (args, form) => {
    const api = pageApi<ListingReportApi>(args);
    const text = (name: string) => String(form.get(name) ?? "").trim();
    const document = form.get("document");
    const hasDocument = document instanceof File && document.size > 0;
    const kind = text("kind") as ListingReportKind;
    try {
      if (Object.hasOwn(listingReportKinds, kind) && needsDocument(kind) && !hasDocument) return missingDocument(form);
      const { data } = await api("POST /v1/listing-reports", {
        body: { [text("about") === "shop" ? "shop" : "product"]: text("slug"), kind, text: text("text") },
      });
      if (hasDocument) {
        const sent = new FormData();
        sent.set("document", document);
        await api("POST /v1/listing-reports/:reportId/document", { params: { reportId: data.id }, form: sent });
      }
      return redirect(reviewHrefs.listingReports({ notice: "sent" }));
    } catch (error) {
      return formFailure(error, form);
    }
  },
  View: ListingReports,
};

function missingDocument(form: FormData): FormFailure {
  const values = Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  const fields = { document: ["Sertakan bukti hak Anda, misalnya sertifikat merek."] };
  return { failed: true, code: "request.invalid", message: "Ada isian yang perlu diperbaiki.", fields, values };
}

const tones: Readonly<Record<ListingReportState, Tone>> = { open: "info", acted: "success", dismissed: "neutral" };

function ListingReports({
  data: { reports, about, isSent },
  failure,
}: {
  data: Data;
  failure: FormFailure | undefined;
}) {
  return (
    <div className={styles.stack}>
      <h1>Laporan produk dan toko</h1>
      {isSent && !failure && (
        <Notice tone="success">
          Laporan Anda terkirim. Kami memutuskannya dalam {span(reportClocks.usual)}, barang terlarang dan penipuan
          dalam {span(reportClocks.urgent)}. Hasilnya kami kabarkan.
        </Notice>
      )}
      {about && <ReportForm about={about} failure={failure} />}
      {reports.length === 0 && !about && <EmptyState>Anda belum melaporkan produk atau toko.</EmptyState>}
      {reports.map((report) => (
        <Panel key={report.id} title={report.product?.name ?? report.shop.name}>
          <div className={styles.stack}>
            <p>
              <Badge tone={tones[report.state]}>{listingReportStates[report.state]}</Badge>{" "}
              {listingReportKinds[report.kind].label}
            </p>
            <p className={styles.text}>{report.text}</p>
            {report.answer && <p className={styles.text}>Jawaban kami: {report.answer}</p>}
            <p className={styles.small}>
              {report.shop.name} · dikirim {formatDateTime(new Date(report.created_at))}
              {report.has_document && " · dengan dokumen"}
              {report.state === "open" && ` · diputuskan paling lambat ${formatDateTime(new Date(report.due_at))}`}
            </p>
          </div>
        </Panel>
      ))}
    </div>
  );
}

function ReportForm({ about, failure }: { about: About; failure: FormFailure | undefined }) {
  return (
    <Panel title={`Laporkan ${about.kind === "product" ? "produk" : "toko"}: ${about.name}`}>
      <DraftForm
        method="post"
        encType="multipart/form-data"
        className={styles.form}
        failure={failure}
        subject={`report ${about.kind} ${about.slug}`}
      >
        {(typed) => (
          <>
            <FormNotice failure={failure} />
            <input type="hidden" name="about" value={about.kind} />
            <input type="hidden" name="slug" value={about.slug} />
            <p className={styles.small}>
              Penjual tidak mengetahui siapa yang melaporkan.{" "}
              <a
                className="link"
                href={about.kind === "product" ? hrefs.product(about.slug) : hrefs.merchant(about.slug)}
              >
                Kembali ke {about.kind === "product" ? "produk" : "toko"}
              </a>
            </p>
            <SelectField
              label="Apa masalahnya"
              name="kind"
              empty="Pilih masalah"
              defaultValue={typed?.values.kind ?? ""}
              options={listingReportKindNames.map((value) => ({ value, label: listingReportKinds[value].label }))}
              errors={failure?.fields.kind}
            />
            <TextareaField
              label="Penjelasan"
              name="text"
              rows={5}
              minLength={listingReportLength.min}
              maxLength={listingReportLength.max}
              hint="Apa yang Anda lihat, dan bagaimana kami bisa memeriksanya."
              defaultValue={typed?.values.text}
              errors={failure?.fields.text}
            />
            <TextField
              label="Bukti hak Anda"
              name="document"
              type="file"
              accept="image/jpeg,image/png,application/pdf"
              required={false}
              hint={`Wajib untuk pelanggaran merek, paten, atau hak cipta. JPEG, PNG, atau PDF, paling besar ${maxFileBytes / 1024 / 1024} MB. Disandikan.`}
              errors={failure?.fields.document}
            />
            <div>
              <Button>Kirim laporan</Button>
            </div>
          </>
        )}
      </DraftForm>
    </Panel>
  );
}
