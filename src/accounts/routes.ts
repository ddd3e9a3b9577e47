import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hrefs } from "#hrefs.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { clientNetwork } from "#lib/http/client-network.ts";
import { Refusal, requestRefusals, sessionRefusals } from "#lib/refusal.ts";
import { addDeviceMarks, hasDeviceMarks } from "./login/device-cookie.ts";
import { changeBiodata } from "./profile/change-biodata.ts";
import { changePassword } from "./password/change-password.ts";
import { consentRoutes } from "./consents/routes.ts";
import { accountEndpoints, type User } from "./contract.ts";
import { deleteOwnSession, deleteSession, deleteSessionsOf, listSessions } from "./session/queries.ts";
import { findBiodata } from "./queries.ts";
import { measureRoutes } from "./measures/routes.ts";
import { teamRoutes } from "./operators/routes.ts";
import { passkeyRoutes } from "./passkeys/routes.ts";
import { phoneRoutes } from "./phone/routes.ts";
import { pinRoutes } from "./pin/routes.ts";
import { oauthRoutes } from "./providers/routes.ts";
import { recoveryRoutes } from "./recovery/routes.ts";
import { secondFactorRoutes } from "./second-factor/routes.ts";
import { storeRegisteredEmail, consumeRegisteredEmailCookie } from "./registration/registered-email-cookie.ts";
import { registerUser } from "./registration/register-user.ts";
import { deviceName } from "./session/rules.ts";
import { formatPhone } from "./phone/rules.ts";
import { passwordAttempts } from "./password/rules.ts";
import { registrationsOfNetwork } from "./registration/rules.ts";
import { logIn } from "./login/log-in.ts";
import { clearCookies, hasCookies, hashToken, openSession, tokenOf } from "./session/session.ts";
import { getUser } from "./session/get-user.ts";
import { limitAttempts, consumeOrRefuse } from "./attempts/count-attempts.ts";

/** `/v1` calls of accounts, with those of its sub-folders. */
export function accountRoutes(app: FastifyInstance, context: Context): void {
  for (const routes of [
    phoneRoutes,
    consentRoutes,
    recoveryRoutes,
    oauthRoutes,
    secondFactorRoutes,
    passkeyRoutes,
    pinRoutes,
    teamRoutes,
    measureRoutes,
  ])
    routes(app, context);
  const { db } = context;
  const registrationsOfAddress = limitAttempts(context, "registration", registrationsOfNetwork);
  const passwordsOfSession = limitAttempts(context, "password", passwordAttempts);

  // Only wrong passwords count.
  async function limitPasswordAttempts<T>(
    reply: FastifyReply,
    sessionId: string,
    now: Date,
    work: () => Promise<T>,
  ): Promise<T> {
    await consumeOrRefuse(reply, passwordsOfSession, sessionId, now);
    const result = await work();
    await passwordsOfSession.release(sessionId);
    return result;
  }

  const userAnswer = (userId: string): Promise<User> => getUser(db, userId);
  const imageOf = (key: string | null) => (key === null ? null : hrefs.picture(key, 200, "webp"));

  async function endSession(request: FastifyRequest, reply: FastifyReply): Promise<{ success: true }> {
    const token = tokenOf(request, context.config);
    if (token) await deleteSession(db, hashToken(token));
    clearCookies(context, reply);
    return { success: true };
  }

  serve(app, context, accountEndpoints, {
    "GET /v1/users": async ({ actor }) => ({ success: true, result: await userAnswer(actor.userId) }),
    "PUT /v1/users": async ({ actor, body, reply, now }) => {
      const change = () => changeBiodata(context, actor, body, now);
      if (body.current_password === undefined) await change();
      else await limitPasswordAttempts(reply, actor.sessionId, now, change);
      return { success: true, message: "Profil Anda sudah disimpan.", data: {} };
    },
    "GET /v1/users/biodata": async ({ actor }) => {
      const row = await findBiodata(db, actor.userId);
      if (!row) throw new Refusal(sessionRefusals.required);
      const { image_key, ...rest } = row;
      const phone = row.phone === null ? null : formatPhone(row.phone);
      const result = { ...rest, phone, image: imageOf(image_key), created_at: row.created_at.toISOString() };
      return { success: true, result };
    },
    "POST /v1/auth/register": async ({ body, request, reply, now }) => {
      await consumeOrRefuse(reply, registrationsOfAddress, clientNetwork(request.ip), now);
      const userId = await registerUser(context, body, clientNetwork(request.ip), now);
      addDeviceMarks(context, request, reply, { kind: "opened", userId });
      storeRegisteredEmail(context, reply, body.email);
      return { success: true, user: await userAnswer(userId), data: {} };
    },
    "GET /v1/auth/greeting": async ({ request, reply }) => ({
      success: true,
      result: { email: consumeRegisteredEmailCookie(context, request, reply), known: hasDeviceMarks(context, request) },
    }),
    "POST /v1/auth/login": async ({ body, request, reply, now }) => {
      const userId = await logIn(context, body, { request, reply, now });
      return { success: true, user: await userAnswer(userId), message: "Berhasil Login" };
    },
    "POST /v1/auth/logout": ({ request, reply }) => endSession(request, reply),
    "POST /removeToken": async ({ actor, request, reply }) => {
      // A page calls this after its session was refused. A login in the same browser may overtake the call; the cookies
      // of that newer session have to stay.
      const isLate = request.headers["kawung-check"] === "failed" && (actor !== null || !hasCookies(context, request));
      return isLate ? { success: true } : endSession(request, reply);
    },
    "PUT /v1/users/password": async ({ actor, body, request, reply, now }) => {
      const change = () => changePassword(context, actor, body, now);
      const { passwordHash } = await limitPasswordAttempts(reply, actor.sessionId, now, change);
      await openSession(context, request, reply, actor.userId, now, {
        checkStillValid: async (_tx, current) => {
          if (current.passwordHash !== passwordHash) throw new Refusal(sessionRefusals.required);
        },
        secondFactor: actor.secondFactor,
      });
      return { success: true, message: "Kata sandi sudah diganti. Perangkat lain sudah dikeluarkan.", data: {} };
    },
    "GET /v1/users/sessions": async ({ actor, now }) => {
      const rows = await listSessions(db, actor.userId, now);
      const result = rows.map((row) => ({
        id: row.id,
        device: deviceName(row.user_agent),
        address: row.ip,
        created_at: row.created_at.toISOString(),
        last_seen_at: row.last_seen_at.toISOString(),
        current: row.id === actor.sessionId,
      }));
      return { success: true, result, next: null };
    },
    "DELETE /v1/users/sessions/:id": async ({ actor, params, reply }) => {
      if (!(await deleteOwnSession(db, actor.userId, params.id))) throw new Refusal(requestRefusals.notFound);
      if (params.id === actor.sessionId) clearCookies(context, reply);
      return { success: true, message: "Perangkat itu sudah dikeluarkan.", data: {} };
    },
    "DELETE /v1/users/sessions": async ({ actor }) => {
      await deleteSessionsOf(db, actor.userId, actor.sessionId);
      return { success: true, message: "Semua perangkat lain sudah dikeluarkan.", data: {} };
    },
  });
}
