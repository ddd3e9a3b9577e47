/**
 * Design note. What a provider says of a person is believed only after everything was checked: who signed (keys of the
 * provider's own JWKS, never keys that the token itself names by jku, x5u or jwk: jose ignores those), how (RS256, ES256),
 * for whom (our client id alone), until when, and that the e-mail is verified. Keys are fetched when first needed, kept ten
 * minutes, and asked for again at most every 30 seconds for an unknown kid, so tokens that nobody signed cannot make us
 * hammer the provider. A provider that is slow, dead or talks too much is told apart from a token that is false.
 */
import { createHash } from "node:crypto";
import type { errors, JWTVerifyGetKey } from "jose";
import type { FacebookConfig, OauthConfig, OpenIdConfig } from "#lib/oauth-config.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { providerRefusals } from "./contract.ts";
import { fetchJson, fetchLimited } from "./fetch.ts";
import { badCredentials, providerRequestLimits, tokenAlgorithms, type Provider } from "./rules.ts";

/** A person as a provider knows them, checked. */
export type Identity = {
  provider: Provider;
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
  /** What must not be used twice, until it ends by itself; null for tokens that may be. */
  once: { hash: Buffer; expires: Date } | null;
};

/** The refusal for whatever cannot be believed: the specification's sentence at the e-mail field (§8). */
export function refusedLogin(): Refusal {
  return new Refusal(providerRefusals.refused, { email: [badCredentials] });
}

export type VerifyToken = (
  provider: Provider,
  token: string,
  options: { now: Date; nonce?: string },
) => Promise<Identity>;

/**
 * Makes the check of tokens for the configured providers. It refuses with request.not_found for a provider that is not
 * configured, accounts.oauth_refused for a token that is not to be believed, accounts.oauth_unreachable when the
 * provider cannot be asked. `now` is real time. With `nonce` the token must carry it; without, it must carry none.
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

// Loaded with the first token: many processes never need it.
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
  // For us alone, and for this very login; an unverified e-mail would be somebody else's.
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

// Everything but the signature: that can be written in several ways (spaces, spare bits), and stays good in each.
function signedPart(token: string): string {
  return token.slice(0, token.lastIndexOf("."));
}

// jose's errors about the token are its forger's; errors about reaching the keys are the provider's.
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
  const told = (asked.body as { data?: Record<string, unknown> } | null)?.data;
  if (asked.status >= 400 || !told || told.is_valid !== true) throw refusedLogin();
  const expires = Number(told.expires_at ?? 0);
  const isOurs = config.clientIds.some((one) => one === told.app_id);
  if (!isOurs || told.type !== "USER" || (expires !== 0 && expires * 1000 <= now.getTime())) throw refusedLogin();
  const me = await fetchJson(`${base}/me?${new URLSearchParams({ fields: "id,name,email", access_token: token })}`);
  const { id, name, email } = (me.body ?? {}) as Record<string, unknown>;
  if (me.status >= 400 || typeof id !== "string" || !/^\d{1,40}$/.test(id) || id !== told.user_id) throw refusedLogin();
  return {
    provider: "facebook",
    issuer: "https://www.facebook.com",
    subject: id,
    email: typeof email === "string" ? email : null,
    // Facebook does not say whether its person still has this mailbox.
    isEmailVerified: false,
    name: typeof name === "string" ? name : null,
    once: null,
  };
}
