import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { readFileBytes, readParts } from "#lib/http/multipart.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { jakartaDay } from "#lib/time.ts";
import { mediaRefusals } from "#media/contract.ts";
import { formatOf, pictureLimits } from "#media/rules.ts";
import { uiKitEndpoints } from "./contract.ts";

/** `/v1` calls of the page /ui, only in development and tests. Without them the page responds with 404. */
export function uiKitRoutes(app: FastifyInstance, context: Context): void {
  if (!context.config.inputKit) return;
  serve(app, context, uiKitEndpoints, {
    "GET /v1/ui-kit": async ({ now }) => ({ success: true, result: { today: jakartaDay(now) } }),
    "POST /v1/ui-kit/echo": async ({ body }) => ({ success: true, message: "Semua isian dipahami.", data: body }),
    "POST /v1/ui-kit/pictures": async ({ request }) => {
      if (!request.isMultipart()) throw new Refusal(requestRefusals.unsupportedType);
      for await (const part of readParts(request, { limits: { files: 1, fields: 1, fileSize: pictureLimits.bytes } })) {
        if (part.type !== "file" || part.fieldname !== "picture") continue;
        const bytes = await readFileBytes(request, part);
        if (formatOf(bytes) === null) throw new Refusal(mediaRefusals.notAPicture);
        const value = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
        return { success: true, message: "Foto diterima.", data: { value } };
      }
      throw new Refusal(mediaRefusals.missing);
    },
  });
}
