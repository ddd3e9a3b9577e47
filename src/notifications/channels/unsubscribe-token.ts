import { createHmac, timingSafeEqual } from "node:crypto";
import { preferenceKinds, preferenceSubjects, type PreferenceKind } from "../rules.ts";

const signatureLength = 16;

function sign(secret: Buffer, head: Buffer): Buffer {
  return createHmac("sha256", secret).update("unsubscribe:").update(head).digest().subarray(0, signatureLength);
}

/**
 * The token of an unsubscribe link. Anyone who has it can end mails about that subject and nothing else. It never
 * expires.
 */
export function unsubscribeToken(secret: Buffer, userId: string, kind: PreferenceKind): string {
  const head = Buffer.concat([
    Buffer.from(userId.replaceAll("-", ""), "hex"),
    Buffer.of(preferenceSubjects[kind].linkByte),
  ]);
  return Buffer.concat([head, sign(secret, head)]).toString("base64url");
}

/** The user and subject whose mails a token ends; undefined when its signature is not valid. */
export function readUnsubscribeToken(
  secret: Buffer,
  token: string,
): { userId: string; kind: PreferenceKind } | undefined {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== 17 + signatureLength || bytes.toString("base64url") !== token) return undefined;
  const [head, signature] = [bytes.subarray(0, 17), bytes.subarray(17)];
  if (!timingSafeEqual(sign(secret, head), signature)) return undefined;
  const kind = preferenceKinds.find((one) => preferenceSubjects[one].linkByte === head[16]);
  const hex = head.toString("hex", 0, 16);
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return kind && { userId, kind };
}
