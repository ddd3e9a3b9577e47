/**
 * Design note. The button on /login is a link to our own server. The server redirects to the provider, and the provider
 * sends the browser back with a code, so no script of the provider runs on our pages. The state of the login (state,
 * nonce, PKCE verifier, return address) is sealed in a cookie of the browser that started it. So the server stores
 * nothing for a login that is never finished, and no other browser can finish it. Apple posts its answer from its own
 * site, without our cookies; that post only redirects to the same address as a GET.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { AppleConfig, OauthConfig, OauthProviderConfig } from "#lib/config/oauth.ts";
import { fetchJson } from "./fetch.ts";
import { flowTtl, type Provider } from "./rules.ts";
import { refusedLogin } from "./verify-token.ts";
import { seal, unseal } from "#lib/keys.ts";

export type Purpose = "login" | "connect" | "confirm";
/** The state of a login by provider that has started. */
export type Flow = {
  provider: Provider;
  purpose: Purpose;
  from: string;
  /** The proof from a mailed link: this person can read the mailbox that the provider named. */
  proof: string | null;
  /** The user who started it, if one was logged in. */
  userId: string | null;
  state: string;
  nonce: string;
  verifier: string;
  /** When it ends, in milliseconds of real time. */
  ends: number;
};

const scopes: Record<Provider, string> = {
  google: "openid email profile",
  apple: "name email",
  facebook: "email,public_profile",
};

/** Starts a login by provider: the state for the cookie, and the address at the provider. */
export function startFlow(
  settings: OauthProviderConfig,
  it: Pick<Flow, "provider" | "purpose" | "from" | "proof" | "userId"> & { callback: string; now: Date },
): { flow: Flow; address: string } {
  const [state, nonce, verifier] = [randomToken(), randomToken(), randomToken()];
  const flow = { ...it, state, nonce, verifier, ends: it.now.getTime() + flowTtl };
  const address = new URL(settings.authorizeUrl);
  const query: Record<string, string> = {
    client_id: settings.clientIds[0],
    redirect_uri: it.callback,
    response_type: "code",
    scope: scopes[it.provider],
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...(it.provider === "facebook" ? {} : { nonce }),
    ...(it.provider === "apple" ? { response_mode: "form_post" } : {}),
    ...(it.provider === "google" ? { prompt: "select_account" } : {}),
  };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return { flow, address: address.href };
}

function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The sealed flow for the cookie: it cannot be read or changed outside. */
export function sealFlow(
  secret: Buffer,
  { provider, purpose, from, proof, userId, state, nonce, verifier, ends }: Flow,
): string {
  const content = JSON.stringify({ provider, purpose, from, proof, userId, state, nonce, verifier, ends });
  return seal(secret, "oauth flow", provider, Buffer.from(content)).toString("base64url");
}

/**
 * The flow that this browser started with this provider; undefined when there is none, it has ended, or the state
 * differs.
 */
export function openFlow(
  secret: Buffer,
  provider: Provider,
  kept: string | undefined,
  state: string | undefined,
  now: Date,
): Flow | undefined {
  const content = unseal(secret, "oauth flow", provider, Buffer.from(kept ?? "", "base64url"));
  if (!content || state === undefined) return undefined;
  const flow = JSON.parse(content.toString()) as Flow;
  return isEqualConstantTime(flow.state, state) && flow.ends > now.getTime() ? flow : undefined;
}

function isEqualConstantTime(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash("sha256").update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

/**
 * Exchanges the code with which the browser came back for a token: an id_token, or for Facebook an access token.
 * Refuses with `accounts.oauth_refused` when the provider does not accept the code, and `accounts.oauth_unreachable`
 * when it does not respond.
 */
export async function exchangeCode(
  config: OauthConfig,
  provider: Provider,
  it: { code: string; verifier: string; callback: string; now: Date },
): Promise<string> {
  const settings = config[provider];
  const clientSecret = settings && (await secretOf(config, provider, it.now));
  if (!settings || !clientSecret) throw refusedLogin();
  const { status, body } = await fetchJson(settings.tokenUrl.href, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: it.code,
      redirect_uri: it.callback,
      client_id: settings.clientIds[0],
      client_secret: clientSecret,
      code_verifier: it.verifier,
    }).toString(),
  });
  const content = (body ?? {}) as Record<string, unknown>;
  const token = provider === "facebook" ? content.access_token : content.id_token;
  if (status >= 400 || typeof token !== "string" || token.length > 16_000) throw refusedLogin();
  return token;
}

/** Whether the redirect to this provider is possible; it needs our secret at the provider. */
export function hasFlow(config: OauthConfig, provider: Provider): boolean {
  if (provider === "apple") return config.apple?.signing !== undefined;
  return config[provider]?.clientSecret !== undefined;
}

async function secretOf(config: OauthConfig, provider: Provider, now: Date): Promise<string | undefined> {
  return provider === "apple" ? config.apple && appleSecret(config.apple, now) : config[provider]?.clientSecret;
}

// Apple requires a token that is signed with our key instead of a secret. It is valid for five minutes.
async function appleSecret({ signing, clientIds, issuers }: AppleConfig, now: Date): Promise<string | undefined> {
  if (!signing) return undefined;
  const { importPKCS8, SignJWT } = await import("jose");
  const at = Math.floor(now.getTime() / 1000);
  return new SignJWT({})
    .setProtectedHeader({ alg: "ES256", kid: signing.keyId })
    .setIssuer(signing.teamId)
    .setSubject(clientIds[0])
    .setAudience(issuers[0])
    .setIssuedAt(at)
    .setExpirationTime(at + 300)
    .sign(await importPKCS8(signing.privateKey, "ES256"));
}
