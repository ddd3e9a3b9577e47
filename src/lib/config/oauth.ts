import { parseSecureUrl } from "./secure-url.ts";

/** Settings of one identity provider. It is configured when its client id is set. */
export type OauthProviderConfig = {
  /** The first is the client id of our pages. The others belong to our other clients, such as an app. */
  clientIds: readonly [string, ...string[]];
  /** Required for the button. Without it, only tokens from our other clients are accepted. */
  clientSecret: string | undefined;
  /** Users are sent to the first address, and their code is exchanged at the second. */
  authorizeUrl: URL;
  tokenUrl: URL;
};
export type OpenIdConfig = OauthProviderConfig & { issuers: readonly [string, ...string[]]; jwksUrl: URL };
export type AppleConfig = OpenIdConfig & {
  /** Signs our client secret, which is generated for each exchange. */
  signing: { teamId: string; keyId: string; privateKey: string } | undefined;
};
export type FacebookConfig = OauthProviderConfig & { clientSecret: string; graphUrl: URL };

/** The configured providers. */
export type OauthConfig = {
  google: OpenIdConfig | undefined;
  apple: AppleConfig | undefined;
  facebook: FacebookConfig | undefined;
};

type Env = Record<string, string | undefined>;

/** Reads the identity providers. `wrong` makes the error for an invalid setting. */
export function readOauthConfig(env: Env, wrong: (sentence: string) => Error): OauthConfig {
  const address = (name: string, fallback: string): URL => {
    const url = parseSecureUrl(env[name] || fallback);
    if (!url) throw wrong(`${name} must be a full https:// address, not "${env[name]}".`);
    return url;
  };
  const ids = (name: string): [string, ...string[]] | undefined => {
    const [first, ...more] = (env[name] ?? "").split(/[\s,]+/).filter(Boolean);
    return first === undefined ? undefined : [first, ...more];
  };

  const googleIds = ids("GOOGLE_CLIENT_ID");
  const google: OpenIdConfig | undefined = googleIds && {
    clientIds: googleIds,
    clientSecret: env.GOOGLE_CLIENT_SECRET || undefined,
    issuers: ["https://accounts.google.com", "accounts.google.com"],
    jwksUrl: address("GOOGLE_JWKS_URL", "https://www.googleapis.com/oauth2/v3/certs"),
    authorizeUrl: address("GOOGLE_AUTHORIZE_URL", "https://accounts.google.com/o/oauth2/v2/auth"),
    tokenUrl: address("GOOGLE_TOKEN_URL", "https://oauth2.googleapis.com/token"),
  };

  const appleIds = ids("APPLE_CLIENT_ID");
  const { APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId, APPLE_PRIVATE_KEY: privateKey } = env;
  const parts = [teamId, keyId, privateKey].filter(Boolean).length;
  if (appleIds && parts !== 0 && parts !== 3)
    throw wrong("APPLE_TEAM_ID, APPLE_KEY_ID and APPLE_PRIVATE_KEY go together: set all three or none.");
  const apple: AppleConfig | undefined = appleIds && {
    clientIds: appleIds,
    clientSecret: undefined,
    // In an environment file, the line breaks of a key are written as \n.
    signing:
      teamId && keyId && privateKey ? { teamId, keyId, privateKey: privateKey.replace(/\\n/g, "\n") } : undefined,
    issuers: ["https://appleid.apple.com"],
    jwksUrl: address("APPLE_JWKS_URL", "https://appleid.apple.com/auth/keys"),
    authorizeUrl: address("APPLE_AUTHORIZE_URL", "https://appleid.apple.com/auth/authorize"),
    tokenUrl: address("APPLE_TOKEN_URL", "https://appleid.apple.com/auth/token"),
  };

  const facebookIds = ids("FACEBOOK_CLIENT_ID");
  if (facebookIds && !env.FACEBOOK_CLIENT_SECRET)
    throw wrong("FACEBOOK_CLIENT_SECRET must be set together with FACEBOOK_CLIENT_ID: tokens are checked with it.");
  const graphUrl = facebookIds && address("FACEBOOK_GRAPH_URL", "https://graph.facebook.com/v23.0");
  const facebook: FacebookConfig | undefined = facebookIds &&
    graphUrl && {
      clientIds: facebookIds,
      clientSecret: env.FACEBOOK_CLIENT_SECRET ?? "",
      graphUrl,
      authorizeUrl: address("FACEBOOK_AUTHORIZE_URL", "https://www.facebook.com/v23.0/dialog/oauth"),
      tokenUrl: new URL(`${graphUrl.href.replace(/\/$/, "")}/oauth/access_token`),
    };
  return { google, apple, facebook };
}
