import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { boundedText, timestamp, resultResponse } from "#lib/schema.ts";

/** One mail as the product writes it. The layout, the plain text and the headers are made when it is sent. */
export type Mail = {
  to: string;
  /** What stands in the inbox; one line. */
  subject: string;
  /** The heading inside, a few words. */
  title: string;
  /** Plain sentences; `\n` breaks a line. No markup: everything is escaped. */
  paragraphs: readonly string[];
  /** One way on: `path` is a path of this site (`hrefs`); the origin is the configured PUBLIC_URL, never a Host header. */
  button?: { label: string; path: string };
  /** A one-time code, shown large. */
  code?: string;
  /** What stands small below: why the person got it, what to do when it was not them. */
  note?: string;
  /** Where one click ends mails of this kind, a path of this site: told in the mail's foot and to mail programs (RFC 8058). */
  unsubscribe?: { path: string };
  /** One mail for each key, however often it is queued; at most 200 characters. */
  dedupeKey: string;
};

/** A one-time code for a phone. */
export type PhoneCode = {
  /** Stored form: `+62…`. */
  phone: string;
  code: string;
  /** How long the code is good for; later it is not sent any more. */
  minutes: number;
  /** One message for each key, however often it is queued; at most 200 characters. */
  dedupeKey: string;
};

export const outboxEndpoints = endpoints({
  "GET /v1/simulator/outbox": {
    summary: "Mails and codes that a demo marketplace on this machine wrote into files; nowhere else",
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
        /** False on a marketplace that others reach: whoever reads these messages could take any account. */
        open: z.boolean(),
        /** Mails go to a mail server and are not here. */
        mailed: z.boolean(),
        /** Codes go to phones and are not here. */
        phoned: z.boolean(),
      }),
    ),
  },
  "GET /v1/simulator/outbox/:id": {
    summary: "One of these mails as a mail program shows it",
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
