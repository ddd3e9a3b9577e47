import type { FastifyInstance } from "fastify";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import { outboxEndpoints } from "./contract.ts";
import { listOutbox, readOutboxHtml } from "./outbox.ts";
import { maxOutboxMessages } from "./rules.ts";

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** `/v1` calls of messages: the outbox, for a person who tries the product out on their own machine. */
export function messageRoutes(app: FastifyInstance, context: Context): void {
  const { config } = context;
  // A person who reads the messages has the links for new passwords. So the outbox is closed on a demo that strangers
  // can reach, and when the server listens on a network only its own machine may read it.
  const isHere = (host: string) => /^(localhost|(::ffff:)?127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
  const isOpenTo = (address: string) => isHere(config.publicUrl.hostname) && (isHere(config.host) || isHere(address));

  serve(app, context, outboxEndpoints, {
    "GET /v1/simulator/outbox": async ({ request }) => {
      const open = isOpenTo(request.ip);
      const messages = open ? await listOutbox(config.dataDir, maxOutboxMessages) : [];
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
    "GET /v1/simulator/outbox/:id": async ({ params, request, reply }) => {
      const html = isOpenTo(request.ip) ? await readOutboxHtml(config.dataDir, params.id) : undefined;
      if (html === undefined) throw new Refusal(requestRefusals.notFound);
      void reply
        .type("text/html; charset=utf-8")
        .headers({ "cache-control": "private, no-store", "content-security-policy": policy });
      return html;
    },
  });
}
