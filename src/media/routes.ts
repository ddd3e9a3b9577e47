import type { FastifyInstance, FastifyRequest } from "fastify";
import { maxAvatarBytes } from "#accounts/profile/rules.ts";
import { hrefs } from "#hrefs.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { sendUnchanged } from "#lib/http/etag.ts";
import { readFileBytes, readParts } from "#lib/http/multipart.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { changeAvatar, removeAvatar } from "./change-avatar.ts";
import { mediaEndpoints, mediaRefusals, servedAvatarEndpoints } from "./contract.ts";
import { isAvatar, pictureFile, pictureLimits } from "./rules.ts";
import { servePicture } from "./serve-picture.ts";
import { storePicture } from "./store-picture.ts";

/** `/v1` calls of media, and the address of every picture. */
export function mediaRoutes(app: FastifyInstance, context: Context): void {
  app.get("/img/:file", { config: { policy: "public" }, schema: { hide: true } as object }, async (request, reply) => {
    const { file } = request.params as { file: string };
    const { bytes, type } = await servePicture(context, file);
    // The bytes under a name never change, so the name is the ETag. A profile picture can be removed, so it is cached
    // for an hour.
    const etag = `"${file}"`;
    const kept = isAvatar(pictureFile(file)?.key ?? "")
      ? "private, max-age=3600"
      : "public, max-age=31536000, immutable";
    void reply.header("cache-control", kept);
    if (sendUnchanged(request, reply, etag)) return reply;
    return reply.type(type).send(bytes);
  });

  serve(app, context, mediaEndpoints, {
    "POST /v1/media/pictures": async ({ request, actor, now }) => {
      const { bytes, alt, wantsTransparency } = await readPicture(request, pictureLimits.bytes);
      // Only a logo may be transparent: what people sell is shown on white.
      const isTransparent = wantsTransparency && actor.type === "operator";
      const stored = await storePicture(context, bytes, { ownerId: actor.userId, alt, isTransparent }, now);
      return { success: true, message: "Foto tersimpan.", data: stored };
    },
  });

  serve(app, context, servedAvatarEndpoints, {
    "PUT /v1/users/avatar": async ({ request, actor, now }) => {
      const { bytes } = await readPicture(request, maxAvatarBytes);
      const { key } = await changeAvatar(context, actor.userId, bytes, now);
      return {
        success: true,
        message: "Foto profil Anda sudah diganti.",
        data: { image: hrefs.picture(key, 200, "webp") },
      };
    },
    "DELETE /v1/users/avatar": async ({ actor }) => {
      await context.db.transaction((tx) => removeAvatar(tx, actor.userId));
      return { success: true, message: "Foto profil Anda sudah dihapus.", data: {} };
    },
  });
}

/** The picture of a multipart form and the text beside it. Refuses with `media.missing` without a picture. */
async function readPicture(
  request: FastifyRequest,
  fileSize: number,
): Promise<{ bytes: Buffer; alt: string; wantsTransparency: boolean }> {
  if (!request.isMultipart()) throw new Refusal(requestRefusals.unsupportedType);
  let bytes: Buffer | undefined;
  let alt = "";
  let wantsTransparency = false;
  for await (const part of readParts(request, { limits: { files: 1, fields: 2, fileSize } })) {
    // The file name from the device is ignored.
    if (part.type === "file") bytes = await readFileBytes(request, part);
    else if (part.fieldname === "alt") alt = String(part.value).replace(/\s+/g, " ").trim().slice(0, 300);
    else if (part.fieldname === "transparent") wantsTransparency = part.value === "1";
  }
  if (!bytes?.length) throw new Refusal(mediaRefusals.missing, { picture: ["Pilih satu foto."] });
  return { bytes, alt, wantsTransparency };
}
