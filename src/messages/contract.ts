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

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    "messages.send_mail": Mail;
    "messages.send_phone_code": PhoneCode & { queuedAt: string };
    "messages.forget": Record<string, never>;
  }
}
