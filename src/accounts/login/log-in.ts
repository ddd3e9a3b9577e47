/**
 * Design note. A right password, or a provider's word, opens a session only when the person has no second factor. Else the
 * browser gets a token for the second step alone: ten minutes, five tries, one use, in a cookie that no script reads. It
 * opens nothing else, so a login that stops half-way is no login.
 */
import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { later } from "#lib/time.ts";
import { secondFactorRefusals } from "../second-factor/contract.ts";
import { findPassedBrowser } from "./known-browser.ts";
import { holdCredentials } from "../queries.ts";
import { takeCode } from "../second-factor/check-code.ts";
import { deleteLoginStep, hasSecondFactor, insertLoginStep, tryLoginStep } from "../second-factor/queries.ts";
import { loginStep } from "../second-factor/rules.ts";
import { hashToken, openSession, type StillHolds } from "../session/session.ts";

/**
 * Logs in somebody whose first factor was right. Refuses with accounts.second_factor_needed, and gives the browser its
 * token for the second step, when there is a second factor; as `proof` does when the first factor no longer holds,
 * accounts.login_step_over when a second factor was set up meanwhile.
 */
export async function logIn(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  now: Date,
  proof: StillHolds,
): Promise<void> {
  if (!(await hasSecondFactor(context.db, userId)))
    return openSession(context, request, reply, userId, now, {
      stillHolds: async (tx, held) => {
        await proof(tx, held);
        if (await hasSecondFactor(tx, userId)) throw new Refusal(secondFactorRefusals.loginStepOver);
      },
    });
  const token = randomBytes(32).toString("base64url");
  await context.db.transaction(async (tx) => {
    await proof(tx, { passwordHash: (await holdCredentials(tx, userId))?.password_hash ?? null });
    await insertLoginStep(tx, hashToken(token), userId, later(now, loginStep.lifetime));
  });
  void reply.setCookie(cookieName(context), token, { ...cookieLook(context), maxAge: loginStep.lifetime / 1000 });
  throw new Refusal(secondFactorRefusals.needed);
}

/**
 * The second step: opens the session and answers whose it is. Refuses with accounts.login_step_over when there is no first
 * step (any more), request.invalid for a wrong code, accounts.too_many_tries after too many.
 */
export async function finishLogIn(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
  now: Date,
): Promise<string> {
  const tokenHash = hashToken(request.cookies[cookieName(context)] ?? "");
  const userId = await tryLoginStep(context.db, tokenHash, loginStep.tries, now);
  if (!userId) throw new Refusal(secondFactorRefusals.loginStepOver);
  const browser = await findPassedBrowser(context, request, userId);
  await takeCode(context, { userId, browser }, code, now);
  await openSession(context, request, reply, userId, now, {
    stillHolds: async (tx) => {
      if (!(await deleteLoginStep(tx, tokenHash))) throw new Refusal(secondFactorRefusals.loginStepOver);
    },
    secondFactor: true,
  });
  void reply.clearCookie(cookieName(context), cookieLook(context));
  return userId;
}

function cookieName({ config }: Context): string {
  return config.secureCookies ? "__Host-langkah" : "langkah";
}

function cookieLook({ config }: Context) {
  return { path: "/", httpOnly: true, sameSite: "lax" as const, secure: config.secureCookies };
}
