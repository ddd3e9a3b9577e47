import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { clientNetwork } from "#lib/http/client-network.ts";
import { Refusal, sessionRefusals } from "#lib/refusal.ts";
import { addDuration, second, span } from "#lib/time.ts";
import { sendPhoneCode, verifyPhone } from "./phone-code.ts";
import { phoneEndpoints, phoneRefusals } from "./contract.ts";
import { findPhoneState } from "./queries.ts";
import { formatPhone, phoneCode, phoneCodeWindow } from "./rules.ts";

/** `/v1` calls that confirm a phone number. */
export function phoneRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, phoneEndpoints, {
    "GET /v1/users/phone": async ({ actor, now }) => {
      const row = await findPhoneState(context.db, actor.userId, now);
      if (!row) throw new Refusal(sessionRefusals.required);
      const code =
        row.sent_at && row.expires_at
          ? {
              expires_at: row.expires_at.toISOString(),
              again_at: addDuration(row.sent_at, phoneCode.resendDelay).toISOString(),
            }
          : null;
      const phone = row.phone === null ? null : formatPhone(row.phone);
      return { success: true, result: { phone, verified: row.phone_verified_at !== null, code } };
    },
    "POST /v1/users/phone/code": async ({ actor, request, reply, now }) => {
      try {
        const sent = await sendPhoneCode(context, { userId: actor.userId, network: clientNetwork(request.ip) }, now);
        const data = { expires_at: sent.expiresAt.toISOString(), again_at: sent.againAt.toISOString() };
        return { success: true, message: `Kode sudah dikirim. Berlaku ${span(phoneCode.ttl)}.`, data };
      } catch (error) {
        if (error instanceof Refusal && error.status === 429)
          void reply.header(
            "retry-after",
            String((error.code === phoneRefusals.codeTooSoon.code ? phoneCode.resendDelay : phoneCodeWindow) / second),
          );
        throw error;
      }
    },
    "POST /v1/users/phone/verify": async ({ actor, body, now }) => {
      await verifyPhone(context, actor.userId, body.code, now);
      return { success: true, message: "Nomor telepon Anda sudah terverifikasi.", data: {} };
    },
  });
}
