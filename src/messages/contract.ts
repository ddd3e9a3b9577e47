import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import type { TemplateText } from "#lib/template-text.ts";
import { boundedText, timestamp, resultResponse } from "#lib/schema.ts";

/** One mail as a slice writes it. The layout, the plain text and the headers are made when it is sent. */
export type Mail = {
  to: string;
  /** The subject line. */
  subject: string;
  /** The heading in the mail, a few words of a template (mail-template.ts). */
  title: TemplateText;
  /** Plain sentences; `\n` breaks a line. No markup: everything is escaped. */
  paragraphs: readonly string[];
  /**
   * One button. `path` is a path of this site (`hrefs`); the origin is the configured PUBLIC_URL, never a Host header.
   */
  button?: { label: string; path: string };
  /** A one-time code, shown large. */
  code?: string;
  /** The small print: why the user got the mail, and what to do when they did not cause it. */
  note?: string;
  /**
   * The path that unsubscribes from mails of this kind with one click, for the mail's foot and for mail programs (RFC
   * 8058).
   */
  unsubscribe?: { path: string };
  /** A mail is sent once for each key, even when it is queued several times; at most 200 characters. */
  dedupeKey: string;
};

/** A one-time code for a phone. */
export type PhoneCode = {
  /** Stored form: `+62…`. */
  phone: string;
  code: string;
  /** How long the code is valid; later it is not sent any more. */
  minutes: number;
  /** A message is sent once for each key, even when it is queued several times; at most 200 characters. */
  dedupeKey: string;
};

export const outboxEndpoints = endpoints({
  "GET /v1/simulator/outbox": {
    summary: "Mails and codes that a demo marketplace wrote into files; only on its own machine",
    policy: "demo",
    response: resultResponse(
      z.object({
        messages: z.array(
          z.object({
            id: z.string(),
            channel: z.enum(["mail", "phone"]),
            to: z.string(),
            subject: z.string(),
            text: z.string(),
            at: timestamp,
          }),
        ),
        /**
         * False on a marketplace that others can reach: a person who reads these messages could take over any account.
         */
        open: z.boolean(),
        /** Mails go to a mail server and are not listed here. */
        mailed: z.boolean(),
        /** Codes go to phones and are not listed here. */
        phoned: z.boolean(),
      }),
    ),
  },
  "GET /v1/simulator/outbox/:id": {
    summary: "The HTML of one of these mails",
    policy: "demo",
    params: z.strictObject({ id: boundedText(200) }),
    response: z.string(),
    raw: true,
  },
});
export type OutboxApi = typeof outboxEndpoints;

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    "messages.send_mail": Mail;
    "messages.delete_old": Record<string, never>;
  }
}
