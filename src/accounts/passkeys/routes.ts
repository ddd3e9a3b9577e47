import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { addPasskey, createLoginChallenge, createPasskeyChallenge, checkPasskey, removePasskey } from "./ceremony.ts";
import { passkeyEndpoints, passkeyRefusals } from "./contract.ts";
import { hasPasskey, listPasskeys, renamePasskey } from "./queries.ts";
import { maxPasskeyNameLength } from "./rules.ts";
import { deviceName } from "../session/rules.ts";
import { getUser } from "../session/get-user.ts";
import { openSession } from "../session/session.ts";

/** `/v1` calls about passkeys. */
export function passkeyRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, passkeyEndpoints, {
    "POST /v1/auth/passkey/options": async ({ now }) => ({
      success: true,
      message: "Pilih passkey Anda.",
      data: { ...(await createLoginChallenge(context, now)) },
    }),
    "POST /v1/auth/passkey": async ({ body, request, reply, now }) => {
      const { userId, passkeyId } = await checkPasskey(context, body, now);
      await openSession(context, request, reply, userId, now, {
        checkStillValid: async (tx) => {
          if (!(await hasPasskey(tx, passkeyId))) throw new Refusal(passkeyRefusals.refused);
        },
        secondFactor: true,
      });
      return { success: true, user: await getUser(db, userId), message: "Berhasil Login" };
    },
    "GET /v1/users/passkeys": async ({ actor }) => {
      const rows = await listPasskeys(db, actor.userId);
      const result = rows.map(({ created_at, last_used_at, ...row }) => ({
        ...row,
        created_at: created_at.toISOString(),
        last_used_at: last_used_at?.toISOString() ?? null,
      }));
      return { success: true, result, next: null };
    },
    "POST /v1/users/passkeys/options": async ({ actor, now }) => ({
      success: true,
      message: "Ikuti petunjuk perangkat Anda.",
      data: { ...(await createPasskeyChallenge(context, actor, now)) },
    }),
    "POST /v1/users/passkeys": async ({ actor, body, request, now }) => {
      const name = body.name ?? deviceName(request.headers["user-agent"] ?? "").slice(0, maxPasskeyNameLength);
      await addPasskey(context, actor, { ...body, name }, now);
      return { success: true, message: "Passkey sudah ditambahkan.", data: {} };
    },
    "PUT /v1/users/passkeys/:id": async ({ actor, params, body }) => {
      if (!(await renamePasskey(db, actor.userId, params.id, body.name))) throw new Refusal(requestRefusals.notFound);
      return { success: true, message: "Nama passkey sudah diganti.", data: {} };
    },
    "DELETE /v1/users/passkeys/:id": async ({ actor, params, now }) => {
      await removePasskey(context, actor, params.id, now);
      return { success: true, message: "Passkey sudah dihapus.", data: {} };
    },
  });
}
