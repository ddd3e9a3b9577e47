import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/endpoint.ts";
import { Refusal } from "#lib/refusal.ts";
import { outboxEndpoints } from "./contract.ts";
import { listOutbox, readOutboxHtml } from "./outbox.ts";
import { outboxShown } from "./rules.ts";

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** `/v1` calls of messages: the outbox, for whoever tries the product out on their own machine. */
export function messageRoutes(app: FastifyInstance, context: Context): void {
  const { config } = context;
  // Whoever reads the messages holds the links to new passwords: never on a demo that strangers reach.
  const open = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(config.publicUrl.hostname);

  serve(app, context, outboxEndpoints, {
    "GET /v1/simulator/outbox": async () => {
      const messages = open ? await listOutbox(config.dataDir, outboxShown) : [];
      return {
        success: true,
        result: {
          messages: messages.map((message) => ({ ...message, at: message.at.toISOString() })),
          open,
          mailed: config.messages.smtpUrl !== undefined,
          phoned: config.messages.codes.by !== "outbox",
        },
      };
    },
    "GET /v1/simulator/outbox/:id": async ({ params, reply }) => {
      const html = open ? await readOutboxHtml(config.dataDir, params.id) : undefined;
      if (html === undefined) throw new Refusal("request.not_found");
      void reply
        .type("text/html; charset=utf-8")
        .headers({ "cache-control": "private, no-store", "content-security-policy": policy });
      return html;
    },
  });
}
