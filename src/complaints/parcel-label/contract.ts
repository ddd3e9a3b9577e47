import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals, serverRefusals } from "#lib/refusal.ts";
import { id } from "#lib/schema.ts";
import { pdfLimits } from "#papers/rules.ts";

export const parcelLabelRefusals = defineRefusals({
  nothingToSend: {
    code: "complaints.nothing_to_send",
    status: 409,
    message: "Label bisa dicetak sejak barangnya harus dikirim sampai paketnya dipindai kurir.",
  },
  addressMissing: {
    code: "complaints.return_address_missing",
    status: 409,
    message: "Toko belum mengisi alamat pengembalian, jadi labelnya belum bisa dicetak.",
  },
});

export const parcelLabelEndpoints = endpoints({
  "GET /v1/complaints/:complaintId/label.pdf": {
    summary:
      "The label (A6) of the parcel that you send: the buyer sends goods back, the seller sends a replacement or missing goods",
    policy: "user",
    params: z.strictObject({ complaintId: id }),
    response: z.instanceof(Buffer),
    raw: true,
    limit: { max: pdfLimits.max, window: pdfLimits.window, by: "user" },
    refusals: [
      requestRefusals.notFound,
      parcelLabelRefusals.nothingToSend,
      parcelLabelRefusals.addressMissing,
      serverRefusals.busy,
    ],
  },
});
