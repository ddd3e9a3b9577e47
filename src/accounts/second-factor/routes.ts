import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { addDeviceMarks } from "../login/device-cookie.ts";
import { passwordAttempts } from "../password/rules.ts";
import { secondFactorEndpoints } from "./contract.ts";
import { finishSecondStep } from "../login/second-step.ts";
import { findSecondFactor, hasPassword } from "./queries.ts";
import { beginSecondFactor, confirmSecondFactor, disableSecondFactor, renewRecoveryCodes, getSetup } from "./set-up.ts";
import { confirmSession, isFreshlyAuthenticated } from "../session/confirm-session.ts";
import { getUser } from "../session/get-user.ts";
import { limitAttempts, consumeOrRefuse } from "../attempts/count-attempts.ts";

/** `/v1` calls about the second step of login, and about confirming the session. */
export function secondFactorRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const passwords = limitAttempts(context, "password", passwordAttempts);

  serve(app, context, secondFactorEndpoints, {
    "POST /v1/auth/second-factor": async ({ body, request, reply, now }) => {
      const userId = await finishSecondStep(context, request, reply, body.code, now);
      return { success: true, user: await getUser(db, userId), message: "Berhasil Login" };
    },
    "POST /v1/users/confirm": async ({ actor, body, reply, now }) => {
      await consumeOrRefuse(reply, passwords, actor.sessionId, now);
      await confirmSession(context, actor, body.current_password, now);
      await passwords.release(actor.sessionId);
      return { success: true, message: "Terima kasih, ini memang Anda.", data: {} };
    },
    "GET /v1/users/security": async ({ actor, now }) => {
      const factor = await findSecondFactor(db, actor.userId);
      const fresh = isFreshlyAuthenticated(actor, now);
      const waits = fresh && factor && !factor.confirmed_at;
      const result = {
        is_fresh: fresh,
        has_password: await hasPassword(db, actor.userId),
        second_factor: {
          enabled_at: factor?.confirmed_at?.toISOString() ?? null,
          codes_left: factor?.confirmed_at ? factor.codes_left : 0,
          setup: waits ? await getSetup(context, actor.userId, factor.sealed_key) : null,
        },
      };
      return { success: true, result };
    },
    "POST /v1/users/second-factor": async ({ actor, now }) => {
      await beginSecondFactor(context, actor, now);
      return { success: true, message: "Pindai kodenya dengan aplikasi autentikator Anda.", data: {} };
    },
    "POST /v1/users/second-factor/confirm": async ({ actor, body, request, reply, now }) => {
      const { codes, passwordHash } = await confirmSecondFactor(context, actor, body.code, now);
      addDeviceMarks(context, request, reply, { kind: "passed", userId: actor.userId, passwordHash });
      return { success: true, message: "Verifikasi dua langkah sudah aktif.", data: { recovery_codes: codes } };
    },
    "POST /v1/users/second-factor/recovery-codes": async ({ actor, now }) => {
      const codes = await renewRecoveryCodes(context, actor, now);
      return { success: true, message: "Kode cadangan baru sudah dibuat.", data: { recovery_codes: codes } };
    },
    "DELETE /v1/users/second-factor": async ({ actor, now }) => {
      await disableSecondFactor(context, actor, now);
      return { success: true, message: "Verifikasi dua langkah sudah dimatikan.", data: {} };
    },
  });
}
