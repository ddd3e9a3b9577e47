/**
 * What Biteship sends, read leniently: unknown fields and values never fail, and only what is used is declared. Fields
 * are checked where they are used.
 */
import { z } from "zod";

const text = z.string().max(2000).nullish().catch(undefined);
const id = z
  .string()
  .regex(/^[\w.-]{1,100}$/)
  .nullish()
  .catch(undefined);
/** Numbers arrive as numbers and as text. */
const number = z
  .union([z.number(), z.string().max(30)])
  .nullish()
  .catch(undefined);

export const biteshipError = z.object({ code: number });

export const tracking = z.object({
  id,
  waybill_id: text,
  order_id: id,
  status: text,
  history: z
    .array(z.object({ note: text, updated_at: text, status: text }).catch({ note: "", updated_at: "", status: "" }))
    .nullish()
    .catch(undefined),
});

export const rates = z.object({
  pricing: z.array(
    z
      .object({
        company: text,
        courier_code: text,
        type: text,
        courier_service_code: text,
        price: number,
        shipment_duration_range: text,
        shipment_duration_unit: text,
      })
      .nullable()
      .catch(null),
  ),
});

/** A draft of an order; `order_id` once it was confirmed. */
export const draft = z.object({ id, status: text, order_id: id });

/** An order of a courier. */
export const order = z.object({
  id,
  status: text,
  price: number,
  waybill_id: text,
  courier: z
    .object({ waybill_id: text, driver_name: text, driver_phone: text, driver_plate_number: text, link: text })
    .nullish()
    .catch(undefined),
  destination: z
    .object({ cash_on_delivery: z.object({ amount: number }).nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
});

/** The answer to a call of which only the success counts. */
export const anything = z.unknown();

/** A notification. The parcel's numbers are flat or in `courier`. */
export const notification = z.object({
  event: text,
  order_id: id,
  status: text,
  courier_tracking_id: id,
  courier_waybill_id: text,
  courier: z.object({ tracking_id: id, waybill_id: text }).nullish().catch(undefined),
});
