import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { measureRefusals } from "../measures/contract.ts";
import { hrefs } from "#hrefs.ts";
import type { Context } from "#lib/context.ts";
import type { Actor } from "#lib/http/endpoint.ts";
import { serve } from "#lib/http/serve.ts";
import { logRefusal } from "#lib/http/refusal-log.ts";
import { Refusal, requestRefusals, sessionRefusals } from "#lib/refusal.ts";
import { addDeviceMarks } from "../login/device-cookie.ts";
import { secondFactorRefusals } from "../second-factor/contract.ts";
import { callbackHref, failedLoginHref } from "./addresses.ts";
import { accountRefusals } from "../contract.ts";
import { oauthEndpoints, providerRefusals } from "./contract.ts";
import { disconnectIdentity } from "./disconnect-identity.ts";
import { withinTimeLimit } from "./fetch.ts";
import { exchangeCode, hasFlow, openFlow, sealFlow, startFlow, type Flow } from "./flow.ts";
import { confirmByIdentity, connectIdentity, logInByIdentity } from "./log-in-by-identity.ts";
import { hasIdentity, listIdentities } from "./queries.ts";
import { flowTtl, providers, type OauthFailure, type Provider } from "./rules.ts";
import { createVerifyToken, refusedLogin, type Identity } from "./verify-token.ts";
import { recordAuthentication } from "../session/queries.ts";
import { safeReturnPath } from "../login/rules.ts";
import { openSessionOrAskSecondFactor } from "../login/second-step.ts";
import { isFreshlyAuthenticated, requireFreshLogin } from "../session/confirm-session.ts";
import { getUser } from "../session/get-user.ts";

/** `/v1` calls and addresses of the login by Google, Apple and Facebook (docs/requirements.md S138). */
export function oauthRoutes(app: FastifyInstance, context: Context): void {
  const { db, config } = context;
  const { oauth } = config;
  const verify = createVerifyToken(oauth);
  const cookie = config.secureCookies ? "__Host-oauth" : "oauth";
  // Tokens expire by real time, which may differ from the business clock.
  const realTime = (now: Date) => new Date(now.getTime() - context.clock.offset());
  const callbackOf = (provider: Provider) => new URL(callbackHref(provider), config.publicUrl).href;

  function known(name: string): Provider {
    const provider = providers.find((one) => one === name);
    if (!provider || !oauth[provider]) throw new Refusal(requestRefusals.notFound);
    return provider;
  }

  type TokenCall = {
    params: { provider: string };
    body: { token: string };
    request: FastifyRequest;
    reply: FastifyReply;
    now: Date;
  };
  async function enter(
    identity: Identity,
    proof: string | null,
    request: FastifyRequest,
    reply: FastifyReply,
    now: Date,
  ): Promise<string> {
    const { userId, isNew } = await logInByIdentity(context, identity, proof, now);
    if (isNew) addDeviceMarks(context, request, reply, { kind: "opened", userId });
    await openSessionOrAskSecondFactor(context, request, reply, userId, now, async (tx) => {
      if (!(await hasIdentity(tx, identity, userId))) throw refusedLogin();
    });
    return userId;
  }

  async function byToken({ params, body, request, reply, now }: TokenCall) {
    const identity = await withinTimeLimit(verify(known(params.provider), body.token, { now: realTime(now) }));
    const userId = await enter(identity, null, request, reply, now);
    return { success: true, data: { user: await getUser(db, userId) }, message: "Berhasil Login" };
  }

  async function finish(
    { flow, code, actor }: { flow: Flow; code: string; actor: Actor | null },
    request: FastifyRequest,
    reply: FastifyReply,
    now: Date,
  ): Promise<string> {
    const { provider, verifier, nonce, purpose } = flow;
    const at = realTime(now);
    const ask = async () => {
      const token = await exchangeCode(oauth, provider, { code, verifier, callback: callbackOf(provider), now: at });
      return verify(provider, token, provider === "facebook" ? { now: at } : { now: at, nonce });
    };
    const identity = await withinTimeLimit(ask());
    if (purpose === "login") {
      await enter(identity, flow.proof, request, reply, now);
      return flow.from;
    }
    if (!actor || actor.userId !== flow.userId) throw new Refusal(sessionRefusals.required);
    if (purpose === "confirm") {
      await confirmByIdentity(context, actor.userId, identity, now);
      await recordAuthentication(db, actor.sessionId, now);
      return flow.from === "/" ? hrefs.profile("security") : flow.from;
    }
    requireFreshLogin(actor, now);
    await connectIdentity(context, actor, identity, now);
    return `${hrefs.profile("security")}&oauth=connected&provider=${provider}`;
  }

  function failed(error: unknown): OauthFailure | "other" {
    if (!(error instanceof Refusal)) throw error;
    switch (error.code) {
      case providerRefusals.emailTaken.code:
        return "taken";
      case accountRefusals.registrationClosed.code:
        return "closed";
      case providerRefusals.noEmail.code:
        return "no_email";
      case providerRefusals.mailed.code:
        return "mailed";
      case providerRefusals.unreachable.code:
        return "unreachable";
      case providerRefusals.identityOfOther.code:
        return "other";
      default:
        return "refused";
    }
  }

  serve(app, context, oauthEndpoints, {
    "POST /login/oauth/:provider": byToken,
    "POST /v1/login/oauth/:provider": byToken,
    "GET /login/oauth/:provider/start": async ({ params, query, actor, request, reply, now }) => {
      const provider = known(params.provider);
      const settings = oauth[provider];
      if (!settings || !hasFlow(oauth, provider)) throw new Refusal(requestRefusals.notFound);
      const { purpose } = query;
      if (purpose !== "login" && !actor) return reply.redirect(hrefs.login(hrefs.profile("security")), 303);
      // Connecting and confirming start only from a button on our own pages. Another site could have logged the browser
      // in at the provider as another person, whose account would then open this one.
      if (purpose !== "login" && !/^(same-origin)?$/.test(request.headers["sec-fetch-site"]?.toString() ?? ""))
        return reply.redirect(hrefs.profile("security"), 303);
      if (purpose === "connect" && actor && !isFreshlyAuthenticated(actor, now))
        return reply.redirect(hrefs.profile("security"), 303);
      const { flow, address } = startFlow(settings, {
        provider,
        purpose,
        from: safeReturnPath(query.from),
        proof: query.proof ?? null,
        userId: actor?.userId ?? null,
        callback: callbackOf(provider),
        now: realTime(now),
      });
      return reply
        .setCookie(cookie, sealFlow(context.secret, flow), {
          path: "/",
          httpOnly: true,
          sameSite: "lax",
          secure: config.secureCookies,
          maxAge: flowTtl / 1000,
        })
        .header("cache-control", "no-store")
        .redirect(address, 303);
    },
    "GET /login/oauth/:provider/callback": async ({ params, query, actor, request, reply, now }) => {
      const provider = known(params.provider);
      const flow = openFlow(context.secret, provider, request.cookies[cookie], query.state, realTime(now));
      void reply
        .clearCookie(cookie, { path: "/", httpOnly: true, sameSite: "lax", secure: config.secureCookies })
        .header("cache-control", "no-store");
      const inside = flow !== undefined && flow.purpose !== "login";
      const back = (oauthAnswer: OauthFailure | "other") =>
        inside
          ? `${hrefs.profile("security")}&${new URLSearchParams({ oauth: oauthAnswer, provider })}`
          : failedLoginHref(provider, oauthAnswer, flow?.from);
      if (!flow) {
        // This browser did not start the login, or started it too long ago.
        logRefusal(request, new Refusal(providerRefusals.refused));
        return reply.redirect(back("refused"), 303);
      }
      if (query.code === undefined) {
        const cancelled = /^(access_denied|user_cancelled_authorize)$/.test(query.error ?? "");
        return reply.redirect(back(cancelled ? "cancelled" : "refused"), 303);
      }
      try {
        return reply.redirect(await finish({ flow, code: query.code, actor }, request, reply, now), 303);
      } catch (error) {
        if (error instanceof Refusal && error.code === secondFactorRefusals.needed.code)
          return reply.redirect(hrefs.loginStep(flow.from), 303);
        if (error instanceof Refusal && error.code === measureRefusals.blocked.code)
          return reply.redirect(hrefs.blocked(), 303);
        const failure = failed(error);
        if (error instanceof Refusal) logRefusal(request, error);
        return reply.redirect(back(failure), 303);
      }
    },
    "POST /login/oauth/:provider/callback": async ({ params, body, reply }) => {
      const provider = known(params.provider);
      const { code, state, error } = body;
      return reply.redirect(callbackHref(provider, { code, state, error }), 303);
    },
    "GET /v1/auth/methods": async () => ({
      success: true,
      result: { providers: providers.filter((one) => hasFlow(oauth, one)) },
    }),
    "GET /v1/users/identities": async ({ actor }) => {
      const rows = await listIdentities(db, actor.userId);
      const result = providers.flatMap((provider) => {
        const row = rows.find((one) => one.provider === provider);
        const canConnect = hasFlow(oauth, provider);
        if (!row && !canConnect) return [];
        const connected = row && {
          email: row.email,
          created_at: row.created_at.toISOString(),
          last_used_at: row.last_used_at.toISOString(),
        };
        return [{ provider, can_connect: canConnect, connected: connected ?? null }];
      });
      return { success: true, result };
    },
    "DELETE /v1/users/identities/:provider": async ({ actor, params, now }) => {
      const provider = providers.find((one) => one === params.provider);
      if (!provider) throw new Refusal(requestRefusals.notFound);
      await disconnectIdentity(context, actor, provider, now);
      return { success: true, message: "Akun itu tidak lagi terhubung.", data: {} };
    },
  });
}
