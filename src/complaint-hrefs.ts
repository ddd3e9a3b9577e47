/** URLs of complaints and their proofs, apart from hrefs.ts, because that file is in the first load of every page. */
import { withQuery } from "./hrefs.ts";
import { paths } from "./page-paths.ts";

export const complaintHrefs = {
  /** The buyer's complaints, one of them, and the form that opens one about an order. */
  buyerComplaints: (view?: "closed") => withQuery(paths.profile, { page: "complaints", view }),
  buyerComplaint: (complaintId: string) => withQuery(paths.profile, { page: "complaint", complaintId }),
  openComplaint: (orderId: string) => withQuery(paths.profile, { page: "openComplaint", transactionId: orderId }),
  /** Complaints about orders of the shop, and one of them. */
  sellerComplaints: (view?: "closed") => withQuery(paths.manageMerchant, { page: "complaints", view }),
  sellerComplaint: (complaintId: string) => withQuery(paths.manageMerchant, { page: "complaint", complaintId }),
  /** How complaints ended, by month, for everyone. */
  statistics: () => paths.complaintStatistics,
  /** A picture or video of a case, the label of its parcel for whom sends it, and the case as PDF. */
  evidence: (evidenceId: string) => `/v1/complaint-evidence/${evidenceId}`,
  /** The picture of a seller's progress report about a parcel, for both parties and mediators. */
  parcelProof: (scanId: string) => `/v1/parcel-proofs/${scanId}`,
  parcelLabel: (complaintId: string) => `/v1/complaints/${complaintId}/label.pdf`,
  caseFile: (complaintId: string) => `/v1/complaints/${complaintId}/file.pdf`,
} as const;
