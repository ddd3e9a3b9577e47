import { redirect } from "react-router";
import { complaintHrefs } from "#complaint-hrefs.ts";
import { hrefs } from "#hrefs.ts";
import { pageApi } from "#lib/api-client.ts";
import type { Section } from "#lib/page.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { ComplaintView } from "../case-view/contract.ts";
import type { ComplaintApi } from "../contract.ts";
import type { EvidenceApi } from "../evidence/contract.ts";
import { complaintIdOf, listQuery, ListView, type ComplaintListData } from "./buyer-sections.tsx";
import { actOnCase } from "./case-requests.ts";
import { CaseView } from "./case-view.tsx";

/** `/manageMerchant?page=complaints`: complaints about the shop's orders. */
export const sellerComplaintsSection: Section<ComplaintListData> = {
  title: "Komplain",
  load: async (args) => {
    const query = listQuery(args.request);
    const { result, next, zone } = await pageApi<ComplaintApi>(args)("GET /v1/seller/complaints", { query });
    return { complaints: result, next, zone, view: query.view === "closed" ? "closed" : undefined };
  },
  View: ({ data }) => (
    <ListView
      data={data}
      list={complaintHrefs.sellerComplaints}
      one={({ id }) => complaintHrefs.sellerComplaint(id)}
      empty="Tidak ada komplain yang berjalan."
      action={<ButtonLink href={hrefs.manageMerchant("orders")}>Lihat pesanan</ButtonLink>}
    />
  ),
};

/** `/manageMerchant?page=complaint`: a case about an order of the shop. */
export const sellerComplaintSection: Section<ComplaintView> = {
  title: "Komplain",
  load: async (args) => {
    const params = { complaintId: complaintIdOf(args.request) };
    return (await pageApi<ComplaintApi>(args)("GET /v1/complaints/:complaintId", { params })).result;
  },
  act: async (args, form) => {
    const complaintId = complaintIdOf(args.request);
    const failure = await actOnCase(pageApi<ComplaintApi & EvidenceApi>(args), complaintId, form);
    return failure ?? redirect(complaintHrefs.sellerComplaint(complaintId));
  },
  View: ({ data, failure }) => (
    <CaseView
      complaint={data}
      failure={failure}
      back={{ href: hrefs.sellerTransaction(data.order_id), label: `Pesanan ${data.invoice}` }}
      about={`dari ${data.buyer_name}`}
    />
  ),
};
