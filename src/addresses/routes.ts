import type { FastifyInstance } from "fastify";
import { formatPhone } from "#accounts/phone/rules.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addressEndpoints, type Address } from "./contract.ts";
import { findOwnAddress, listAddresses, type AddressRow } from "./queries.ts";
import { addAddress, changeAddress, deleteAddress, setMainAddress } from "./save-address.ts";

/** `/v1` endpoints of the address book. */
export function addressRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  async function ownAddress(userId: string, addressId: string): Promise<Address> {
    const row = await findOwnAddress(db, userId, addressId);
    if (!row) throw new Refusal(requestRefusals.notFound);
    return addressJson(row);
  }

  serve(app, context, addressEndpoints, {
    "GET /v1/addresses": async ({ actor }) => {
      const rows = await listAddresses(db, actor.userId);
      return { success: true, result: rows.map(addressJson) };
    },
    "GET /v1/addresses/:id": async ({ actor, params }) => ({
      success: true,
      result: await ownAddress(actor.userId, params.id),
    }),
    "POST /v1/addresses": async ({ actor, body, now }) => {
      const id = await addAddress(context, actor.userId, body, now);
      return { success: true, message: "Alamat sudah disimpan.", data: await ownAddress(actor.userId, id) };
    },
    "PUT /v1/addresses/:id": async ({ actor, params, body }) => {
      await changeAddress(context, actor.userId, params.id, body);
      return { success: true, message: "Alamat sudah disimpan.", data: await ownAddress(actor.userId, params.id) };
    },
    "DELETE /v1/addresses/:id": async ({ actor, params, now }) => {
      await deleteAddress(context, actor.userId, params.id, now);
      return { success: true, message: "Alamat sudah dihapus.", data: null };
    },
    "PUT /v1/addresses/:id/main": async ({ actor, params }) => {
      await setMainAddress(context, actor.userId, params.id);
      return { success: true, message: "Alamat utama sudah diganti.", data: null };
    },
  });
}

/** An address in the API's format. */
function addressJson(row: AddressRow): Address {
  return { ...row, phone: formatPhone(row.phone) };
}
