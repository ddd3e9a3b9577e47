/**
 * Design note. Identity documents are encrypted on the disk, so that neither a copy of the folder nor somebody with
 * access to it reads them. A picture is encoded again, without metadata. A PDF is stored as it came and is only
 * downloaded, never shown by our pages. The slice that owns a document decides who reads it and records that.
 */
import { randomBytes } from "node:crypto";
import type { Context } from "#lib/context.ts";
import { filesOf, type FilePlace } from "#lib/files/files-of.ts";
import { seal, unseal } from "#lib/keys.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { mediaRefusals } from "./contract.ts";
import { documentFormatOf } from "./rules.ts";
import { encodeMaster } from "./store-picture.ts";

export type SealedFile = { key: string; type: "image/webp" | "application/pdf" };

/** What documents are sealed for (lib/keys.ts). */
export const sealedFilePurpose = "document";

/**
 * Stores a JPEG, PNG or PDF encrypted under a new key and calls `store` with it. When that fails, the file is deleted.
 * Refuses with `media.not_a_document` and those of pictures.
 */
export async function storeSealedFile<T>(
  { config, secret }: Pick<Context, "config" | "secret">,
  bytes: Buffer,
  store: (file: SealedFile) => Promise<T>,
): Promise<T> {
  const format = documentFormatOf(bytes);
  if (!format) throw new Refusal(mediaRefusals.notADocument);
  const content = format === "pdf" ? bytes : await encodeMaster(bytes);
  const key = `d${randomBytes(15).toString("hex")}`;
  await filesOf(config).write("private", sealedName(key), seal(secret, sealedFilePurpose, key, content));
  try {
    return await store({ key, type: format === "pdf" ? "application/pdf" : "image/webp" });
  } catch (error) {
    await removeSealedFile(config, key);
    throw error;
  }
}

/** The bytes of a sealed file. Refuses with `request.not_found`; throws when another installation sealed it. */
export async function readSealedFile(
  { config, secret }: Pick<Context, "config" | "secret">,
  key: string,
): Promise<Buffer> {
  const sealed = await filesOf(config).read("private", sealedName(key));
  if (!sealed) throw new Refusal(requestRefusals.notFound);
  const content = unseal(secret, sealedFilePurpose, key, sealed);
  if (!content) throw new Error("a document was sealed with another key than this installation's");
  return content;
}

/** Whether the key is of a sealed file. */
export function isSealedKey(key: string): boolean {
  return /^d[0-9a-f]{30}$/.test(key);
}

/** Deletes a sealed file. Safe to repeat. */
export async function removeSealedFile(place: FilePlace, key: string): Promise<void> {
  await filesOf(place).remove("private", sealedName(key));
}

function sealedName(key: string): string {
  if (!isSealedKey(key)) throw new Refusal(requestRefusals.notFound);
  return `${key}.bin`;
}
