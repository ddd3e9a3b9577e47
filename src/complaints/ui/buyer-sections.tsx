import type { ReactNode } from "react";
import { redirect } from "react-router";
import { complaintHrefs } from "#complaint-hrefs.ts";
import { hrefs } from "#hrefs.ts";
import { pageApi, type FormFailure } from "#lib/api-client.ts";
import type { Section, SectionArgs } from "#lib/page.ts";
import type { Zone } from "#lib/time.ts";
import { transactionIdOf } from "#orders/ui/buyer-sections.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadMore } from "#ui/pagination.tsx";
import { Tabs } from "#ui/tabs.tsx";
import type { ComplaintCard, ComplaintOptions, ComplaintView } from "../case-view/contract.ts";
import type { ComplaintApi } from "../contract.ts";
import type { EvidenceApi } from "../evidence/contract.ts";
import { actOnCase } from "./case-requests.ts";
import { CaseView } from "./case-view.tsx";
import styles from "./complaint-list.module.css";
import { ComplaintList } from "./complaint-list.tsx";
import { OpeningForm } from "./opening-form.tsx";
import { openComplaint } from "./opening-request.ts";

/** A page of a list of complaints; `view` is undefined for open ones. */
export type ComplaintListData = {
  complaints: ComplaintCard[];
  next: string | null;
  zone: Zone;
  view: "closed" | undefined;
};

/** What the address of a list asks for. */
export function listQuery(request: Request): { view: "open" | "closed"; cursor: string | undefined } {
  const { searchParams } = new URL(request.url);
  const view = searchParams.get("view") === "closed" ? "closed" : "open";
  return { view, cursor: searchParams.get("cursor") ?? undefined };
}

/** The id of the case in the address. A malformed id is treated like an unknown one. */
export function complaintIdOf(request: Request): string {
  const asked = new URL(request.url).searchParams.get("complaintId") ?? "";
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(asked) ? asked : "00000000-0000-7000-8000-000000000000";
}

/** `/profile?page=complaints`: the buyer's complaints. */
export const buyerComplaintsSection: Section<ComplaintListData> = {
  title: "Komplain",
  load: async (args) => {
    const query = listQuery(args.request);
    const { result, next, zone } = await pageApi<ComplaintApi>(args)("GET /v1/complaints", { query });
    return { complaints: result, next, zone, view: query.view === "closed" ? "closed" : undefined };
  },
  View: ({ data }) => (
    <ListView
      data={data}
      list={complaintHrefs.buyerComplaints}
      one={({ id }) => complaintHrefs.buyerComplaint(id)}
      empty="Belum ada komplain. Komplain dibuka dari halaman pesanan yang sudah dikirim."
      action={<ButtonLink href={hrefs.buyerTransactions()}>Lihat pesanan</ButtonLink>}
    />
  ),
};

/** A list of complaints for buyer or seller. */
export function ListView({
  data: { complaints, next, zone, view },
  list,
  one,
  empty,
  action,
}: {
  data: ComplaintListData;
  list: (view?: "closed") => string;
  one: (complaint: ComplaintCard) => string;
  empty: string;
  action: ReactNode;
}) {
  return (
    <div className={styles.place}>
      <h1>Komplain</h1>
      <Tabs
        label="Komplain"
        tabs={[
          { href: list(), label: "Berjalan", current: view === undefined },
          { href: list("closed"), label: "Selesai", current: view === "closed" },
        ]}
      />
      {complaints.length === 0 ? (
        <EmptyState action={action}>{view ? "Belum ada komplain yang selesai." : empty}</EmptyState>
      ) : (
        <ComplaintList complaints={complaints} zone={zone} href={one} />
      )}
      <p>
        <a className="link" href={complaintHrefs.statistics()}>
          Statistik Pusat Resolusi
        </a>
      </p>
      {next && <LoadMore href={`${list(view)}&${new URLSearchParams({ cursor: next })}`} />}
    </div>
  );
}

/** `/profile?page=complaint`: a case of the buyer. */
export const buyerComplaintSection: Section<ComplaintView> = {
  title: "Komplain",
  load: async (args) => {
    const params = { complaintId: complaintIdOf(args.request) };
    return (await pageApi<ComplaintApi>(args)("GET /v1/complaints/:complaintId", { params })).result;
  },
  act: async (args, form) => {
    const complaintId = complaintIdOf(args.request);
    const failure = await actOnCase(pageApi<ComplaintApi & EvidenceApi>(args), complaintId, form);
    return failure ?? redirect(complaintHrefs.buyerComplaint(complaintId));
  },
  View: ({ data, failure }) => (
    <CaseView
      complaint={data}
      failure={failure}
      back={{ href: hrefs.buyerTransaction(data.order_id), label: `Pesanan ${data.invoice}` }}
      about={
        <>
          dari{" "}
          <a className="link" href={hrefs.merchant(data.shop.slug)}>
            {data.shop.name}
          </a>
        </>
      }
    />
  ),
};

type Opening = { orderId: string; options: ComplaintOptions };

/** `/profile?page=openComplaint`: the form that opens a complaint about an order; the case when there is one. */
export const openComplaintSection: Section<Opening> = {
  title: "Buka komplain",
  load: async (args) => {
    const orderId = transactionIdOf(args.request);
    const { result } = await pageApi<ComplaintApi>(args)("GET /v1/orders/:orderId/complaint", { params: { orderId } });
    if (result.complaint_id && !result.can_open) throw redirect(complaintHrefs.buyerComplaint(result.complaint_id));
    return { orderId, options: result };
  },
  act: async (args: SectionArgs, form) =>
    openComplaint(pageApi<ComplaintApi & EvidenceApi>(args), transactionIdOf(args.request), form),
  View: ({ data, failure }: { data: Opening; failure: FormFailure | undefined }) => (
    <OpeningForm orderId={data.orderId} options={data.options} failure={failure} />
  ),
};
