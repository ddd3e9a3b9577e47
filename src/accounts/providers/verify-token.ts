/**
 * Design note. A provider's token is accepted only after all of these checks: who signed it (with keys of the
 * provider's own JWKS, never keys that the token itself names by jku, x5u or jwk, which jose ignores), the algorithm
 * (RS256, ES256), the audience (our client id alone), the expiry, and that the e-mail is verified. Keys are fetched
 * when first needed and cached for ten minutes. For an unknown kid they are fetched again at most every 30 seconds, so
 * forged tokens cannot make us flood the provider with requests. A provider that is slow, unreachable or sends too much
 * gets another refusal than a forged token.
 */
import { createHash } from "node:crypto";
import type { errors, JWTVerifyGetKey } from "jose";
import type { FacebookConfig, OauthConfig, OpenIdConfig } from "#lib/config/oauth.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { providerRefusals } from "./contract.ts";
import { fetchJson, fetchLimited } from "./fetch.ts";
import { badCredentials, providerRequestLimits, tokenAlgorithms, type Provider } from "./rules.ts";

/** A person as a provider knows them, after all checks. */
export type Identity = {
  provider: Provider;
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
  /** The token's digest and expiry, so that it is used only once; null for tokens that may be used again. */
  once: { hash: Buffer; expires: Date } | null;
};

/** The refusal for a token that fails a check, with its sentence at the e-mail field (docs/requirements.md S152). */
export function refusedLogin(): Refusal {
  return new Refusal(providerRefusals.refused, { email: [badCredentials] });
}

export type VerifyToken = (
  provider: Provider,
  token: string,
  options: { now: Date; nonce?: string },
) => Promise<Identity>;

/**
 * Creates the function that checks tokens of the configured providers. It refuses with `request.not_found` for a
 * provider that is not configured, `accounts.oauth_refused` for a token that fails a check, and
 * `accounts.oauth_unreachable` when the provider does not respond. `now` is real time. With `nonce` the token must
 * contain it; without, it must contain none.
 */
export function createVerifyToken(config: OauthConfig): VerifyToken {
  const keys = {
    google: config.google && keysOf(config.google),
    apple: config.apple && keysOf(config.apple),
  };
  return async (provider, token, options) => {
    if (provider === "facebook") {
      if (!config.facebook) throw new Refusal(requestRefusals.notFound);
      return verifyFacebook(config.facebook, token, options.now);
    }
    const settings = config[provider];
    const getKey = keys[provider];
    if (!settings || !getKey) throw new Refusal(requestRefusals.notFound);
    return verifyOpenId(provider, settings, getKey, token, options);
  };
}

// Loaded with the first token, because many processes never need it.
const jose = () => import("jose");

function keysOf({ jwksUrl }: OpenIdConfig): JWTVerifyGetKey {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  const open = async () => {
    const { createRemoteJWKSet, customFetch } = await jose();
    return createRemoteJWKSet(jwksUrl, {
      timeoutDuration: providerRequestLimits.wait,
      [customFetch]: (url: string, options: RequestInit) => fetchLimited(url, options),
    });
  };
  return async (...asked) => (await (keys ??= open()))(...asked);
}

async function verifyOpenId(
  provider: "google" | "apple",
  settings: OpenIdConfig,
  getKey: JWTVerifyGetKey,
  token: string,
  { now, nonce }: { now: Date; nonce?: string },
): Promise<Identity> {
  const { jwtVerify, errors } = await jose();
  const { payload } = await jwtVerify(token, getKey, {
    algorithms: tokenAlgorithms,
    issuer: [...settings.issuers],
    audience: [...settings.clientIds],
    requiredClaims: ["sub", "exp", "iat"],
    clockTolerance: 30,
    currentDate: now,
  }).catch((error: unknown) => {
    throw isForged(error, errors.JOSEError) ? refusedLogin() : new Refusal(providerRefusals.unreachable);
  });
  const { sub, aud, exp = 0, email, email_verified: verified, name } = payload;
  const isVerified = verified === true || verified === "true";
  // The token must be for us alone and for this login. An unverified e-mail could be another person's.
  if (typeof aud !== "string" || payload.nonce !== nonce || (email !== undefined && !isVerified)) throw refusedLogin();
  if (typeof sub !== "string" || sub.length === 0 || sub.length > 255) throw refusedLogin();
  return {
    provider,
    issuer: settings.issuers[0],
    subject: sub,
    email: typeof email === "string" ? email : null,
    isEmailVerified: isVerified,
    name: typeof name === "string" ? name : null,
    once: { hash: createHash("sha256").update(signedPart(token)).digest(), expires: new Date((exp + 60) * 1000) },
  };
}

// Everything except the signature, which can be written in several valid ways (spaces, unused bits).
function signedPart(token: string): string {
  return token.slice(0, token.lastIndexOf("."));
}

// jose's errors about the token are the sender's fault; errors about fetching the keys are the provider's.
function isForged(error: unknown, JOSEError: typeof errors.JOSEError): boolean {
  if (!(error instanceof JOSEError)) return false;
  return !["ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID", "ERR_JOSE_GENERIC"].includes(error.code);
}

async function verifyFacebook(config: FacebookConfig, token: string, now: Date): Promise<Identity> {
  const base = config.graphUrl.href.replace(/\/$/, "");
  const [appId] = config.clientIds;
  const asked = await fetchJson(
    `${base}/debug_token?${new URLSearchParams({ input_token: token, access_token: `${appId}|${config.clientSecret}` })}`,
  );
  const inspected = (asked.body as { data?: Record<string, unknown> } | null)?.data;
  if (asked.status >= 400 || !inspected || inspected.is_valid !== true) throw refusedLogin();
  const expires = Number(inspected.expires_at ?? 0);
  const isOurs = config.clientIds.some((one) => one === inspected.app_id);
  if (!isOurs || inspected.type !== "USER" || (expires !== 0 && expires * 1000 <= now.getTime())) throw refusedLogin();
  const me = await fetchJson(`${base}/me?${new URLSearchParams({ fields: "id,name,email", access_token: token })}`);
  const { id, name, email } = (me.body ?? {}) as Record<string, unknown>;
  if (me.status >= 400 || typeof id !== "string" || !/^\d{1,40}$/.test(id) || id !== inspected.user_id)
    throw refusedLogin();
  return {
    provider: "facebook",
    issuer: "https://www.facebook.com",
    subject: id,
    email: typeof email === "string" ? email : null,
    // Facebook does not say whether its user still has this mailbox.
    isEmailVerified: false,
    name: typeof name === "string" ? name : null,
    once: null,
  };
}
