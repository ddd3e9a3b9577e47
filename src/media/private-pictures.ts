/**
 * Design note. Some pictures are for operators only, such as proofs of transfers. They are checked and encoded like all
 * others, but stored in another folder than masters, so that no public address serves them, and have no row in
 * `pictures`. The slice that owns such a picture stores its key and decides who sees it.
 */
import type { Context } from "#lib/context.ts";
import { filesOf, type FilePlace } from "#lib/files/files-of.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { insideMaster, storeMaster } from "./store-picture.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Deletes a private picture or video. */
    "media.remove_private": { key: string };
  }
}

/**
 * Stores a private picture under a new key and calls `store` with it. When that fails, the picture is deleted. Refuses
 * with `media.not_a_picture` and `media.too_many_pixels`.
 */
export async function storePrivatePicture<T>(
  context: Pick<Context, "config">,
  bytes: Buffer,
  store: (key: string) => Promise<T>,
): Promise<T> {
  return storeMaster(context, bytes, { prefix: "p", resize: insideMaster }, ({ key }) => store(key));
}

/** The bytes of a private picture, as WebP. Refuses with `request.not_found`. */
export async function readPrivatePicture(place: FilePlace, key: string): Promise<Buffer> {
  const isPicture = /^p[0-9a-f]{30}$/.test(key);
  const found = isPicture ? await filesOf(place).read("private", `${key}.webp`) : undefined;
  if (!found) throw new Refusal(requestRefusals.notFound);
  return found;
}
