/**
 * Design note. A user with a second factor gets no session for a password, or a provider's token, alone. The browser
 * gets a token for the second step: a cookie that scripts cannot read, valid for ten minutes, five codes and one login.
 * The token gives access to nothing else, so a login that stops half-way leaves no session behind.
 */
import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { addDuration } from "#lib/time.ts";
import { secondFactorRefusals } from "../second-factor/contract.ts";
import { findSecondFactorBrowser } from "./known-browser.ts";
import { lockCredentialsShared } from "../queries.ts";
import { checkCode } from "../second-factor/check-code.ts";
import { deleteLoginStep, hasSecondFactor, insertLoginStep, countLoginStepAttempt } from "../second-factor/queries.ts";
import { loginStep } from "../second-factor/rules.ts";
import { hashToken, openSession, type CheckStillValid } from "../session/session.ts";

/**
 * Completes a login whose first factor was right. Opens the session, or, when the user has a second factor, gives the
 * browser its token for the second step and refuses with `accounts.second_factor_needed`. `checkStillValid` checks the
 * first factor once more inside the transaction. Refuses with `accounts.login_step_over` when the user set up a second
 * factor in the meantime.
 */
export async function openSessionOrAskSecondFactor(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  now: Date,
  checkStillValid: CheckStillValid,
): Promise<void> {
  if (!(await hasSecondFactor(context.db, userId)))
    return openSession(context, request, reply, userId, now, {
      checkStillValid: async (tx, current) => {
        await checkStillValid(tx, current);
        if (await hasSecondFactor(tx, userId)) throw new Refusal(secondFactorRefusals.loginStepOver);
      },
    });
  const token = randomBytes(32).toString("base64url");
  await context.db.transaction(async (tx) => {
    await checkStillValid(tx, { passwordHash: (await lockCredentialsShared(tx, userId))?.password_hash ?? null });
    await insertLoginStep(tx, hashToken(token), userId, addDuration(now, loginStep.ttl));
  });
  void reply.setCookie(cookieName(context), token, { ...cookieOptions(context), maxAge: loginStep.ttl / 1000 });
  throw new Refusal(secondFactorRefusals.needed);
}

/**
 * The second step: checks the code, opens the session and returns the user's id. Refuses with
 * `accounts.login_step_over` without a valid first step, `request.invalid` for a wrong code,
 * `accounts.too_many_attempts` after too many of them.
 */
export async function finishSecondStep(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
  now: Date,
): Promise<string> {
  const tokenHash = hashToken(request.cookies[cookieName(context)] ?? "");
  const userId = await countLoginStepAttempt(context.db, tokenHash, loginStep.maxAttempts, now);
  if (!userId) throw new Refusal(secondFactorRefusals.loginStepOver);
  const browser = await findSecondFactorBrowser(context, request, userId);
  await checkCode(context, { userId, browser }, code, now);
  await openSession(context, request, reply, userId, now, {
    checkStillValid: async (tx) => {
      if (!(await deleteLoginStep(tx, tokenHash))) throw new Refusal(secondFactorRefusals.loginStepOver);
    },
    secondFactor: true,
  });
  void reply.clearCookie(cookieName(context), cookieOptions(context));
  return userId;
}

function cookieName({ config }: Context): string {
  return config.secureCookies ? "__Host-second_step" : "second_step";
}

function cookieOptions({ config }: Context) {
  return { path: "/", httpOnly: true, sameSite: "lax" as const, secure: config.secureCookies };
}
