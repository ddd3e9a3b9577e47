import { readdir, readFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Logger, runOnce } from "graphile-worker";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { expect } from "vitest";
import type { Context } from "../src/lib/context.ts";
import type { JobHandlers } from "../src/lib/jobs.ts";
import { messageJobs } from "../src/messages/jobs.ts";
import { outboxFolder } from "../src/messages/outbox.ts";

/** What a mail server does with the next mail: takes it, refuses it with a code, is silent, or hangs up. */
export type MailBehaviour = "take" | "silent" | "hang up" | { at: "recipient" | "text" | "sender"; code: number };

/** A mail server on this machine that behaves as told, one behaviour a mail; then it takes what comes. */
export async function startMailServer(): Promise<{
  url: string;
  mails: Email[];
  /** Connections so far. */
  tries(): number;
  next: MailBehaviour[];
  close(): Promise<void>;
}> {
  const mails: Email[] = [];
  const next: MailBehaviour[] = [];
  let tries = 0;
  const failure = (code: number) => Object.assign(new Error("as told"), { responseCode: code });
  const open = new Map<string, MailBehaviour>();
  const told = (id: string, at: "recipient" | "text" | "sender") => {
    const behaviour = open.get(id);
    return typeof behaviour === "object" && behaviour.at === at ? failure(behaviour.code) : null;
  };
  async function keep(raw: Buffer, done: (error: null) => void): Promise<void> {
    mails.push(await PostalMime.parse(raw));
    done(null);
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onConnect(session, done) {
      tries += 1;
      const behaviour = next.shift() ?? "take";
      open.set(session.id, behaviour);
      if (behaviour === "silent") return;
      done(behaviour === "hang up" ? failure(421) : null);
    },
    onMailFrom: (_address, session, done) => done(told(session.id, "sender")),
    onRcptTo: (_address, session, done) => done(told(session.id, "recipient")),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const refused = told(session.id, "text");
        if (refused) return done(refused);
        void keep(Buffer.concat(chunks), done);
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", () => done()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    tries: () => tries,
    next,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

export type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** An HTTP service on this machine that answers as told, in turn; `silent` never does. */
export async function startHttpDouble(): Promise<{
  url: string;
  asked: Asked[];
  next: ({ status: number; body: string } | "silent")[];
  close(): Promise<void>;
}> {
  const asked: Asked[] = [];
  const next: ({ status: number; body: string } | "silent")[] = [];
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      asked.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      const answer = next.shift();
      if (answer === "silent") return;
      response.writeHead(answer?.status ?? 500, { "content-type": "application/json" });
      response.end(answer?.body ?? "");
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", () => done()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    next,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** Runs all jobs of these kinds that are due, once each. A job that fails stays in the queue for later. */
export async function workJobs(context: Context, ...handlers: JobHandlers[]): Promise<void> {
  const taskList = Object.fromEntries(
    [messageJobs, ...handlers].flatMap((group) =>
      Object.entries(group).map(([name, handler]) => [
        name,
        async (payload: unknown) =>
          (handler as (payload: unknown, context: Context) => Promise<void>)(payload, context),
      ]),
    ),
  );
  await runOnce({ pgPool: context.db.pool, taskList, noHandleSignals: true, logger: new Logger(() => () => {}) });
  // The last jobs are taken off the queue just after the runner has ended.
  const locked = "select count(*)::int as n from graphile_worker._private_jobs where locked_at is not null";
  await expect
    .poll(async () => (await context.db.pool.query<{ n: number }>(locked)).rows[0]?.n, { interval: 5 })
    .toBe(0);
}

/** Makes jobs that wait for their next try due now. */
export async function makeJobsDue(context: Context): Promise<void> {
  await context.db.pool.query("update graphile_worker._private_jobs set run_at = now() where run_at > now()");
}

/** All mails in the outbox, oldest first, as a mail program reads them. */
export async function mailsIn(dataDir: string): Promise<Email[]> {
  const folder = outboxFolder(dataDir);
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(".eml")).sort();
  return Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))));
}

/** Mails to one person, oldest first. */
export async function mailsTo(dataDir: string, address: string): Promise<Email[]> {
  return (await mailsIn(dataDir)).filter((mail) => mail.to?.some((to) => to.address === address));
}

/** The path of the one link of a mail that leads to this path. Throws when there is none. */
export function linkIn(mail: Email | undefined, path: string): string {
  const href = [...(mail?.text ?? "").matchAll(/https?:\/\/\S+/g)]
    .map(([found]) => new URL(found))
    .find((url) => url.pathname === path);
  if (!href) throw new Error(`no link to ${path} in ${mail?.subject ?? "no mail"}`);
  return href.pathname + href.search;
}
