import { createHmac } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { OauthDouble } from "./oauth.ts";

type Person = { sub: string; email: string; name: string };

/** Tokens that log nobody in, by what is wrong with them. `double` gives the provider once it has started. */
export function forgedTokens(
  double: () => OauthDouble,
  person: () => Person,
): Record<string, () => Promise<string> | string> {
  const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = () => {
    const at = Math.floor(Date.now() / 1000);
    const { sub, email } = person();
    return {
      iss: "https://accounts.google.com",
      aud: "google-kawung",
      iat: at,
      exp: at + 600,
      sub,
      email,
      email_verified: true,
    };
  };
  async function signedByAttacker(header: Record<string, unknown>): Promise<string> {
    const own = await generateKeyPair("RS256", { extractable: true });
    const jwk = await exportJWK(own.publicKey);
    const named = header.jwk === true ? { ...header, jwk } : header;
    return new SignJWT(claims()).setProtectedHeader({ alg: "RS256", ...named }).sign(own.privateKey);
  }
  const at = () => Math.floor(Date.now() / 1000);
  return {
    "with alg none": () => `${b64({ alg: "none", kid: "kunci-1" })}.${b64(claims())}.`,
    "with alg None and a signature": () => `${b64({ alg: "None", kid: "kunci-1" })}.${b64(claims())}.AAAA`,
    "signed with HS256 and the public key": () => {
      const head = `${b64({ alg: "HS256", kid: "kunci-1" })}.${b64(claims())}`;
      return `${head}.${createHmac("sha256", double().publicKey).update(head).digest("base64url")}`;
    },
    expired: () => double().token("google", { ...person(), iat: at() - 7200, exp: at() - 3600 }),
    "without an end": () => double().token("google", { ...person(), exp: undefined as never }),
    "not valid yet": () => double().token("google", { ...person(), nbf: at() + 3600 }),
    "for another client": () => double().token("google", { ...person(), aud: "somebody-else" }),
    "for us and another client": () =>
      double().token("google", { ...person(), aud: ["google-kawung", "somebody-else"] }),
    "of another issuer": () => double().token("google", { ...person(), iss: "https://evil.test" }),
    "of another provider": () => double().token("apple", person()),
    "with an unknown kid": () => double().token("google", person(), { kid: "kunci-9" }),
    "with its own key by jku": () => signedByAttacker({ kid: "x", jku: `${double().origin}/jwks-of-attacker` }),
    "with its own key by x5u": () => signedByAttacker({ kid: "kunci-1", x5u: `${double().origin}/cert` }),
    "with its own key inside": () => signedByAttacker({ jwk: true }),
    "signed with another key": () => signedByAttacker({ kid: "kunci-1" }),
    "without a subject": () => double().token("google", { email: "tanpa@kawung.test" }),
    "with an unverified e-mail": () => double().token("google", { ...person(), email_verified: false }),
    "with an e-mail of unknown standing": () =>
      double().token("google", { ...person(), email_verified: undefined as never }),
    "with the nonce of a login that is not this one": () => double().token("google", { ...person(), nonce: "abc" }),
    "with a changed content": async () => {
      const [head, , signature] = (await double().token("google", person())).split(".");
      return `${head}.${b64(claims())}.${signature}`;
    },
    "that is no token": () => "bukan.token.sama.sekali",
  };
}
