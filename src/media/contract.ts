import { z } from "zod";
import { avatarEndpoints } from "#accounts/profile/avatar-contract.ts";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals, serverRefusals } from "#lib/refusal.ts";
import { id, changeResponse } from "#lib/schema.ts";
import { span } from "#lib/time.ts";
import { pictureLimits, pictureQuota } from "./rules.ts";

export const mediaRefusals = defineRefusals({
  notAPicture: {
    code: "media.not_a_picture",
    status: 422,
    message: "Berkas ini bukan foto JPEG, PNG, WebP, atau AVIF.",
    isSecurityEvent: true,
  },
  tooManyPixels: {
    code: "media.too_many_pixels",
    status: 422,
    message: `Foto ini terlalu besar. Kecilkan sampai di bawah ${pictureLimits.pixels / 1_000_000} megapiksel.`,
    isSecurityEvent: true,
  },
  tooMany: {
    code: "media.too_many",
    status: 429,
    message: `Foto yang Anda kirim dalam ${span(pictureQuota.window)} terakhir sudah terlalu banyak. Coba lagi besok.`,
  },
  notAVideo: {
    code: "media.not_a_video",
    status: 422,
    message: "Video ini tidak lengkap atau rusak. Rekam atau simpan lagi, lalu kirim ulang.",
    isSecurityEvent: true,
  },
  notMedia: {
    code: "media.not_media",
    status: 422,
    message: "Berkas ini bukan foto (JPEG, PNG, WebP, AVIF) dan bukan video (MP4, WebM).",
    isSecurityEvent: true,
  },
  notADocument: {
    code: "media.not_a_document",
    status: 422,
    message: "Berkas ini bukan foto JPEG atau PNG, dan bukan PDF.",
    isSecurityEvent: true,
  },
  missing: { code: "media.missing", status: 422, message: "Pilih satu foto." },
});

export const mediaEndpoints = endpoints({
  "POST /v1/media/pictures": {
    summary:
      "Upload one picture (multipart, field `picture`; `alt` says what it shows; an operator's `transparent` keeps transparent parts)",
    policy: "user",
    multipart: true,
    response: changeResponse(z.object({ id, key: z.string(), width: z.int(), height: z.int(), color: z.string() })),
    limit: { max: 60, window: 60_000, by: "user" },
    refusals: [mediaRefusals.notAPicture, mediaRefusals.tooManyPixels, mediaRefusals.tooMany, mediaRefusals.missing],
  },
});
export type MediaApi = typeof mediaEndpoints;

const changeAvatar = "PUT /v1/users/avatar";
/** The calls of accounts that media serves. */
export const servedAvatarEndpoints = {
  ...avatarEndpoints,
  [changeAvatar]: {
    ...avatarEndpoints[changeAvatar],
    refusals: [
      mediaRefusals.missing,
      mediaRefusals.notAPicture,
      mediaRefusals.tooManyPixels,
      requestRefusals.tooLarge,
      serverRefusals.busy,
    ],
  },
} as const;

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Deletes the master and all sizes of a picture. */
    "media.remove_files": { key: string };
    /** Runs once a night. */
    "media.remove_unused": Record<string, never>;
    /** Runs once a night. */
    "media.remove_unnamed": Record<string, never>;
  }
}
