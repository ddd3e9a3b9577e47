/**
 * Design note. The button on /login is a link to our own server, which redirects to the provider and gets the person back
 * with a code: no script of the provider ever runs here. What must be remembered meanwhile (state, nonce, PKCE verifier,
 * where to go afterwards) travels sealed in a cookie of the browser that started, so that nothing is written for somebody
 * who only looked, and nobody else's browser can finish. Apple posts its answer from its own site, where our cookies do not
 * come along; that post only goes on to the same address as a GET.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { AppleConfig, OauthConfig, OauthProviderConfig } from "#lib/oauth-config.ts";
import { fetchJson } from "./fetch.ts";
import { flowTtl, type Provider } from "./rules.ts";
import { refusedLogin } from "./verify-token.ts";
import { seal, unseal } from "../session/seal.ts";

export type Purpose = "login" | "connect" | "confirm";
/** What the browser keeps until it is back. */
export type Flow = {
  provider: Provider;
  purpose: Purpose;
  from: string;
  /** The proof from our mail: this person can read the mailbox that the provider named. */
  proof: string | null;
  /** Who started it, when somebody was logged in. */
  userId: string | null;
  state: string;
  nonce: string;
  verifier: string;
  /** Milliseconds of real time. */
  ends: number;
};

const scopes: Record<Provider, string> = {
  google: "openid email profile",
  apple: "name email",
  facebook: "email,public_profile",
};

/** Starts going to a provider: what the browser keeps, and where it goes. */
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

/** The flow as the browser keeps it: nobody can read or change it. */
export function sealFlow(
  secret: Buffer,
  { provider, purpose, from, proof, userId, state, nonce, verifier, ends }: Flow,
): string {
  const content = JSON.stringify({ provider, purpose, from, proof, userId, state, nonce, verifier, ends });
  return seal(secret, "oauth flow", provider, Buffer.from(content)).toString("base64url");
}

/** The flow that this browser started with this provider; undefined when there is none, it ended, or the state is another. */
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
 * Exchanges the code that a person came back with for their token: an id_token, of Facebook an access token. Refuses with
 * accounts.oauth_refused when the provider does not know the code, accounts.oauth_unreachable when it cannot be asked.
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
  const told = (body ?? {}) as Record<string, unknown>;
  const token = provider === "facebook" ? told.access_token : told.id_token;
  if (status >= 400 || typeof token !== "string" || token.length > 16_000) throw refusedLogin();
  return token;
}

/** Whether people can go to the provider and come back; needs our secret there. */
export function hasFlow(config: OauthConfig, provider: Provider): boolean {
  if (provider === "apple") return config.apple?.signing !== undefined;
  return config[provider]?.clientSecret !== undefined;
}

async function secretOf(config: OauthConfig, provider: Provider, now: Date): Promise<string | undefined> {
  return provider === "apple" ? config.apple && appleSecret(config.apple, now) : config[provider]?.clientSecret;
}

// Apple wants a token that we sign with our key instead of a secret; five minutes of it are enough.
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
