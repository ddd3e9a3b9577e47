/** What RajaOngkir sends, read leniently: only what is used is declared, and it is checked where it is used. */
import { z } from "zod";

const text = z.string().max(2000).nullish().catch(undefined);

export const waybill = z.object({
  meta: z.object({ status: text, code: z.unknown().optional() }).nullish().catch(undefined),
  data: z
    .object({
      delivered: z.union([z.boolean(), z.string()]).nullish().catch(undefined),
      summary: z.object({ waybill_number: text, status: text }).nullish().catch(undefined),
      delivery_status: z
        .object({ status: text, pod_receiver: text, pod_date: text, pod_time: text })
        .nullish()
        .catch(undefined),
      manifest: z
        .array(
          z
            .object({
              manifest_description: text,
              manifest_date: text,
              manifest_time: text,
              city_name: text,
            })
            .catch({ manifest_description: "", manifest_date: "", manifest_time: "", city_name: "" }),
        )
        .nullish()
        .catch(undefined),
    })
    .nullish()
    .catch(undefined),
});

const number = z
  .union([z.number(), z.string().max(30)])
  .nullish()
  .catch(undefined);

/** Places that a search finds. */
export const places = z.object({
  data: z.array(z.object({ id: number, zip_code: z.unknown().optional() }).catch({ id: undefined })),
});

/** Prices of services between two places. */
export const costs = z.object({
  data: z.array(
    z
      .object({ code: text, service: text, cost: number, etd: text })
      .catch({ code: "", service: "", cost: undefined, etd: "" }),
  ),
});
