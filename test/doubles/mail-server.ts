import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** What the mail server does with the next mail: it accepts it, refuses it with a code, stays silent, or hangs up. */
export type MailBehaviour = "take" | "silent" | "hang up" | { at: "recipient" | "text" | "sender"; code: number };

/** A mail server on this machine. Each entry of `next` decides about one mail; without an entry it accepts the mail. */
export async function startMailServer(): Promise<{
  url: string;
  mails: Email[];
  /** Connections so far. */
  connections(): number;
  next: MailBehaviour[];
  close(): Promise<void>;
}> {
  const mails: Email[] = [];
  const next: MailBehaviour[] = [];
  let connections = 0;
  const failure = (code: number) => Object.assign(new Error("as told"), { responseCode: code });
  const open = new Map<string, MailBehaviour>();
  const failureAt = (id: string, at: "recipient" | "text" | "sender") => {
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
      connections += 1;
      const behaviour = next.shift() ?? "take";
      open.set(session.id, behaviour);
      if (behaviour === "silent") return;
      done(behaviour === "hang up" ? failure(421) : null);
    },
    onMailFrom: (_address, session, done) => done(failureAt(session.id, "sender")),
    onRcptTo: (_address, session, done) => done(failureAt(session.id, "recipient")),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const refused = failureAt(session.id, "text");
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
    connections: () => connections,
    next,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
