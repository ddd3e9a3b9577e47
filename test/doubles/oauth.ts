import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { exportJWK, exportPKCS8, exportSPKI, generateKeyPair, SignJWT, type JWTPayload } from "jose";

/** The user whom the provider logs in. */
export type Visitor = { sub: string; email?: string; email_verified?: boolean | string; name?: string };

export type OauthDouble = {
  origin: string;
  /** Settings that make the product use this double for all three providers. */
  settings: Record<string, string>;
  /** Its public key as PEM, for attacks that sign with it. */
  publicKey: string;
  /** A valid id_token of a provider. `claims` and `header` can make it wrong. */
  token(provider: "google" | "apple", claims?: JWTPayload, header?: Record<string, unknown>): Promise<string>;
  /** A valid access token of Facebook. `told` can make it wrong. */
  facebookToken(me: { id: string; name?: string; email?: string }, told?: Record<string, unknown>): string;
  /** The user who logs in at the provider next; null declines. */
  next: Visitor | null;
  /** A nonce for the next token instead of the requested one. */
  nonce: string | undefined;
  /** How it responds: correctly, not in time, with errors, or without end. */
  mood: "well" | "slow" | "broken" | "endless";
  /** How often its keys were requested. */
  keysAsked: number;
  close(): Promise<void>;
};

/**
 * Google, Apple and Facebook on this machine, after their documentation: keys, login page, code exchange, token check.
 */
export async function startOauthDouble(): Promise<OauthDouble> {
  const pair = await generateKeyPair("RS256", { extractable: true });
  const apple = await generateKeyPair("ES256", { extractable: true });
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: "kunci-1", use: "sig", alg: "RS256" };
  const codes = new Map<string, Record<string, string>>();
  const facebook = new Map<string, { me: object; told: Record<string, unknown> }>();
  const server = createServer((request, response) => {
    void answer(request).then(
      ({ status = 200, body, location }) => {
        if (status === 0) return;
        if (location) response.setHeader("location", location);
        response.writeHead(status, { "content-type": typeof body === "string" ? "text/html" : "application/json" });
        if (double.mood === "endless" && !location) {
          const more = () => {
            while (response.write("x".repeat(65_536)));
            response.once("drain", more);
          };
          more();
          return;
        }
        response.end(typeof body === "string" ? body : JSON.stringify(body ?? {}));
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuers = { google: "https://accounts.google.com", apple: "https://appleid.apple.com" };
  const clients = { google: "google-kawung", apple: "apple-kawung" };

  const double: OauthDouble = {
    origin,
    publicKey: await exportSPKI(pair.publicKey),
    settings: {
      GOOGLE_CLIENT_ID: clients.google,
      GOOGLE_CLIENT_SECRET: "rahasia-google",
      GOOGLE_JWKS_URL: `${origin}/jwks`,
      GOOGLE_AUTHORIZE_URL: `${origin}/authorize`,
      GOOGLE_TOKEN_URL: `${origin}/token`,
      APPLE_CLIENT_ID: clients.apple,
      APPLE_TEAM_ID: "TIM1234567",
      APPLE_KEY_ID: "KUNCI12345",
      APPLE_PRIVATE_KEY: await exportPKCS8(apple.privateKey),
      APPLE_JWKS_URL: `${origin}/jwks`,
      APPLE_AUTHORIZE_URL: `${origin}/authorize`,
      APPLE_TOKEN_URL: `${origin}/token`,
      FACEBOOK_CLIENT_ID: "5550001",
      FACEBOOK_CLIENT_SECRET: "rahasia-facebook",
      FACEBOOK_GRAPH_URL: `${origin}/graph`,
      FACEBOOK_AUTHORIZE_URL: `${origin}/authorize`,
    },
    next: null,
    nonce: undefined,
    mood: "well",
    keysAsked: 0,
    token: async (provider, claims = {}, header = {}) => {
      const at = Math.floor(Date.now() / 1000);
      return new SignJWT({
        iss: issuers[provider],
        aud: clients[provider],
        iat: at,
        exp: at + 3600,
        email_verified: provider === "apple" ? "true" : true,
        jti: randomBytes(8).toString("hex"),
        ...claims,
      })
        .setProtectedHeader({ alg: "RS256", kid: "kunci-1", ...header })
        .sign(pair.privateKey);
    },
    facebookToken: (me, told = {}) => {
      const token = `EAA${randomBytes(12).toString("hex")}`;
      facebook.set(token, { me, told: { app_id: "5550001", type: "USER", is_valid: true, user_id: me.id, ...told } });
      return token;
    },
    close: () => closeServer(server),
  };

  type Reply = { status?: number; body?: unknown; location?: string };
  async function answer(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? "/", origin);
    if (url.pathname === "/authorize") return authorize(url.searchParams);
    if (double.mood === "slow") return { status: 0 };
    if (double.mood === "broken") return { status: 503, body: "<h1>503</h1>" };
    switch (url.pathname) {
      case "/jwks":
        double.keysAsked += 1;
        return { body: { keys: [jwk] } };
      case "/token":
        return exchange(new URLSearchParams(await textOf(request)));
      case "/graph/oauth/access_token":
        return exchange(new URLSearchParams(await textOf(request)));
      case "/graph/debug_token": {
        const found = facebook.get(url.searchParams.get("input_token") ?? "");
        if (url.searchParams.get("access_token") !== "5550001|rahasia-facebook") return { status: 400, body: {} };
        return { body: { data: found?.told ?? { is_valid: false } } };
      }
      case "/graph/me": {
        const found = facebook.get(url.searchParams.get("access_token") ?? "");
        return found ? { body: found.me } : { status: 400, body: { error: { code: 190 } } };
      }
      default:
        return { status: 404 };
    }
  }

  function authorize(query: URLSearchParams): Reply {
    const back = new URL(query.get("redirect_uri") ?? origin);
    const answer: Record<string, string> = { state: query.get("state") ?? "" };
    if (double.next) {
      answer.code = randomBytes(12).toString("hex");
      codes.set(answer.code, { ...Object.fromEntries(query), visitor: JSON.stringify(double.next) });
    } else {
      answer.error = "access_denied";
    }
    if (query.get("response_mode") === "form_post") {
      const fields = Object.entries(answer).map(([name, value]) => `<input name="${name}" value="${value}">`);
      return { body: `<form method="post" action="${back.href}">${fields.join("")}<button>Lanjut</button></form>` };
    }
    for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
    return { status: 302, location: back.href };
  }

  async function exchange(form: URLSearchParams): Promise<Reply> {
    const asked = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight =
      asked?.client_id === form.get("client_id") &&
      asked?.redirect_uri === form.get("redirect_uri") &&
      asked?.code_challenge === challenge &&
      (form.get("client_secret") ?? "").length > 10;
    if (!asked || !isRight) return { status: 400, body: { error: "invalid_grant" } };
    const visitor = JSON.parse(asked.visitor ?? "{}") as Visitor;
    if (asked.client_id === "5550001") {
      const me = { id: visitor.sub, ...(visitor.name ? { name: visitor.name } : {}) };
      return {
        body: { access_token: double.facebookToken({ ...me, ...(visitor.email ? { email: visitor.email } : {}) }) },
      };
    }
    const provider = asked.client_id === clients.apple ? "apple" : "google";
    return { body: { id_token: await double.token(provider, { ...visitor, nonce: double.nonce ?? asked.nonce }) } };
  }
  return double;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
}
