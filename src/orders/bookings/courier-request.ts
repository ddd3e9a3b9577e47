import type { Context } from "#lib/context.ts";
import type { CourierRequest } from "#shipping/provider.ts";
import { isInstant } from "#shipping/instant-rules.ts";
import { type BookingRow, findCourierRequest } from "./queries.ts";

/** What a platform is asked for: which parcel goes from where to where. `draft` counts the drafts of the booking. */
export async function requestOf({ db }: Context, booking: BookingRow, draft: number): Promise<CourierRequest> {
  const row = await findCourierRequest(db, booking.order_id, booking.contents);
  if (!row?.phone || !row.postcode) throw new Error(`the shop of order ${booking.order_id} has no phone or postcode`);
  const { address } = row;
  const { lat, lng } = address;
  const hasPoint = isInstant(row.courier);
  const place = [address.street, address.village, address.district, address.regency, address.province];
  return {
    reference: `${booking.id}-${draft}`,
    courier: row.courier,
    from: {
      name: row.shop_name,
      phone: row.phone,
      address: `${row.street}, ${row.city}`,
      postcode: row.postcode,
      note: row.pickup_note,
      point: hasPoint ? row.point : null,
    },
    to: {
      name: address.recipient,
      phone: address.phone,
      address: place.filter(Boolean).join(", "),
      postcode: address.postcode,
      note: address.note,
      point: hasPoint && typeof lat === "number" && typeof lng === "number" ? { lat, lng } : null,
    },
    sender: row.sender_name === null ? null : { name: row.sender_name, phone: row.sender_phone },
    items: row.items,
    insuredValue: booking.insured ? row.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0) : null,
    cashOnDelivery: booking.cash > 0 ? booking.cash : null,
  };
}
