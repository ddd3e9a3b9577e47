import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { queueJob } from "#lib/jobs.ts";
import { clientNetwork } from "#lib/http/client-network.ts";
import { Refusal, sessionRefusals } from "#lib/refusal.ts";
import { findDeviceMark, addDeviceMarks } from "../login/device-cookie.ts";
import { requestEmailChange, confirmEmailChange } from "../email/change-email.ts";
import { findKnownBrowser } from "../login/known-browser.ts";
import { requestEmailVerification, verifyEmail } from "../email/verify-email.ts";
import { clearLinkCookie, setLinkCookie, readLinkCookie } from "./opened-link-cookie.ts";
import { recoveryEndpoints } from "./contract.ts";
import { deleteLinks, findEmailState, findLink } from "./queries.ts";
import { verificationMailLimit, resetLimits as limits } from "./rules.ts";
import { resetPassword } from "../password/reset-password.ts";
import { passwordAttempts } from "../password/rules.ts";
import { clearCookies, hashToken } from "../session/session.ts";
import { limitAttempts, hashAttemptKey, consumeOrRefuse } from "../attempts/count-attempts.ts";

/** `/v1` calls of account recovery: forgotten password, e-mail and its confirmation. */
export function recoveryRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const resetsOfMinute = limitAttempts(context, "reset minute", limits.resetsOfMinute);
  const resetsOfAddress = limitAttempts(context, "reset address", limits.resetsOfAddress);
  const resetsOfEmail = limitAttempts(context, "reset", limits.resetsOfEmail);
  const resetsOfBrowser = limitAttempts(context, "reset browser", limits.resetsOfBrowser);
  const mails = limitAttempts(context, "mail", verificationMailLimit);
  const passwords = limitAttempts(context, "password", passwordAttempts);

  /** Whether this browser registered the account. */
  const opener = (request: FastifyRequest) => (userId: string) =>
    findDeviceMark(context, request, { kind: "opened", userId }) !== undefined;

  serve(app, context, recoveryEndpoints, {
    "POST /v1/auth/forgot-password": async ({ body, request, reply, now }) => {
      const network = clientNetwork(request.ip);
      const browser = await findKnownBrowser(context, request, body.email);
      await consumeOrRefuse(reply, resetsOfMinute, browser ?? network, now);
      // Other people's requests must not block the owner. Beyond the limits a mail is sent only when no mailed link is
      // usable.
      const isSpare = browser
        ? (await resetsOfBrowser.consume(browser, now)) > 0
        : (await resetsOfAddress.consume(network, now)) > 0 || (await resetsOfEmail.consume(body.email, now)) > 0;
      // A known and an unknown e-mail get the same treatment: one job is queued, and only the job looks the e-mail up.
      const requesterKey = hashAttemptKey(browser ?? `network ${network}`).toString("hex");
      const payload = {
        requestId: randomUUID(),
        email: body.email,
        askedAt: now.toISOString(),
        requester: requesterKey,
        isSpare,
      };
      await queueJob(db, "accounts.mail_reset_link", payload);
      return {
        success: true,
        message: "Jika email itu terdaftar, tautan untuk kata sandi baru sedang dikirim ke sana.",
        data: {},
      };
    },
    "POST /v1/auth/email-link": async ({ body, reply }) => {
      setLinkCookie(context, reply, body.kind, body.token);
      return { success: true, message: "Tautan sudah dibuka.", data: {} };
    },
    "GET /v1/auth/email-link": async ({ query, actor, request, now }) => {
      const token = query.kind ? readLinkCookie(context, request, query.kind) : query.token;
      const link = await findLink(db, hashToken(token), now);
      const foreign = link?.purpose === "change" && actor !== null && actor.userId !== link.user_id;
      if (!link || foreign) return { success: true, result: { purpose: null, email: null, ends_ways_in: false } };
      const endsWaysIn = !link.verified && !opener(request)(link.user_id);
      return { success: true, result: { purpose: link.purpose, email: link.email, ends_ways_in: endsWaysIn } };
    },
    "POST /v1/auth/reset-password": async ({ body, request, reply, now }) => {
      const { token = readLinkCookie(context, request, "password"), ...chosen } = body;
      const isRegisteringBrowser = opener(request);
      const given = { password: chosen.password, token, isRegisteringBrowser };
      const { userId, passwordHash, revoked } = await resetPassword(context, given, now);
      // The next login in this browser has its own limits, which attempts elsewhere do not use up.
      addDeviceMarks(context, request, reply, { kind: "known", userId, passwordHash });
      clearLinkCookie(context, reply, "password");
      return {
        success: true,
        message: revoked
          ? "Kata sandi sudah diganti. Cara masuk lama yang lain sudah dihapus. Silakan masuk."
          : "Kata sandi sudah diganti. Silakan masuk.",
        data: { ended_ways_in: revoked },
      };
    },
    "POST /v1/auth/verify-email": async ({ actor, body, request, reply, now }) => {
      const token = body.token ?? readLinkCookie(context, request, "email");
      const { userId, resetToken } = await verifyEmail(context, { token, isRegisteringBrowser: opener(request) }, now);
      clearLinkCookie(context, reply, "email");
      if (resetToken === null)
        return { success: true, message: "Email Anda sudah dikonfirmasi.", data: { password_needed: false } };
      setLinkCookie(context, reply, "password", resetToken);
      if (actor?.userId === userId) clearCookies(context, reply);
      return {
        success: true,
        message: "Email Anda sudah dikonfirmasi dan cara masuk yang lama sudah dihapus. Pilih kata sandi baru.",
        data: { password_needed: true },
      };
    },
    "GET /v1/users/email": async ({ actor, now }) => {
      const state = await findEmailState(db, actor.userId, now);
      if (!state) throw new Refusal(sessionRefusals.required);
      return { success: true, result: state };
    },
    "PUT /v1/users/email": async ({ actor, body, reply, now }) => {
      await consumeOrRefuse(reply, passwords, actor.sessionId, now);
      await consumeOrRefuse(reply, mails, actor.userId, now);
      try {
        await requestEmailChange(context, actor, body, now);
      } catch (error) {
        await mails.release(actor.userId);
        throw error;
      }
      await passwords.release(actor.sessionId);
      return {
        success: true,
        message: `Kami mengirim tautan ke ${body.email}. Buka tautan itu selagi Anda masuk.`,
        data: {},
      };
    },
    "DELETE /v1/users/email/change": async ({ actor }) => {
      await deleteLinks(db, actor.userId, ["change"]);
      return { success: true, message: "Email Anda tetap seperti semula.", data: {} };
    },
    "POST /v1/users/email/verification": async ({ actor, reply, now }) => {
      await consumeOrRefuse(reply, mails, actor.userId, now);
      await requestEmailVerification(db, actor.userId, now);
      return { success: true, message: "Tautan konfirmasi sedang dikirim ke email Anda.", data: {} };
    },
    "POST /v1/users/email/confirm": async ({ actor, body, request, reply, now }) => {
      const token = body.token ?? readLinkCookie(context, request, "email");
      await confirmEmailChange(context, actor, { token, isRegisteringBrowser: opener(request) }, now);
      clearLinkCookie(context, reply, "email");
      return { success: true, message: "Email akun Anda sudah diganti.", data: {} };
    },
  });
}
