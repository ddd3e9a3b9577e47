import { createHash } from "node:crypto";
import { brandName } from "#lib/brand.ts";
import type { Context } from "#lib/context.ts";
import { MessageRefused } from "./code-sender.ts";
import type { Mail } from "./contract.ts";
import { renderMail } from "./mail-layout.ts";
import { storeMail } from "./outbox.ts";
import { deliverOnce } from "./deliver-once.ts";
import { headerLine, isSingleAddress } from "./rules.ts";

type Deps = Pick<Context, "db" | "clock" | "config" | "log">;

/**
 * Sends one mail now, at most once for its `dedupeKey`. Only jobs call it. Throws when the mail server failed, so that
 * the job is retried. An address that the server refuses for good is logged and never retried. A mail that was sent
 * just before a crash may be sent a second time, with the same Message-ID.
 */
export async function deliverMail(context: Deps, mail: Mail): Promise<void> {
  await deliverOnce(context, "mail", mail.dedupeKey, () => send(context, mail));
}

/**
 * Like {@link deliverMail}, for a mail with a secret. `make` runs only when the mail has not been sent yet, so that a
 * retried job does not replace a link that was mailed already. When `make` returns null, nothing is sent.
 */
export async function deliverSecretMail(
  context: Deps,
  dedupeKey: string,
  make: () => Promise<Omit<Mail, "dedupeKey"> | null>,
): Promise<void> {
  await deliverOnce(context, "mail", dedupeKey, async () => {
    const mail = await make();
    if (mail) await send(context, { ...mail, dedupeKey });
  });
}

async function send({ clock, config }: Deps, mail: Mail): Promise<void> {
  if (!isSingleAddress(mail.to)) throw new MessageRefused("the address is none");
  const { from, smtpUrl, timeout } = config.messages;
  const { origin } = config.publicUrl;
  const host = from.address.split("@")[1] ?? "localhost";
  const { html, text, unsubscribe } = await renderMail(mail, origin);
  const subject = headerLine(mail.subject);
  const at = clock.now();
  const message = {
    from: { ...from, name: from.name ?? brandName() },
    to: { name: "", address: mail.to },
    subject,
    html,
    text,
    date: at,
    messageId: `<${createHash("sha256").update(mail.dedupeKey).digest("hex").slice(0, 32)}@${host}>`,
    headers: {
      "List-Id": `${brandName()} <akun.${host}>`,
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...(unsubscribe
        ? { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
        : {}),
    },
    textEncoding: "quoted-printable" as const,
    // The text of a mail can never make the server read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const { createTransport } = await import("nodemailer");
  if (!smtpUrl) {
    const writer = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
    const { message: raw } = await writer.sendMail(message);
    await storeMail(config.dataDir, { to: mail.to, subject, key: mail.dedupeKey, raw: raw as Buffer, at });
    return;
  }
  const server = createTransport({
    url: smtpUrl,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
  });
  try {
    await server.sendMail(message);
  } catch (error) {
    const { code, command, responseCode = 0 } = error as { code?: string; command?: string; responseCode?: number };
    // The recipient or the text was refused for good. A refused login or sender is our own fault, and is retried.
    if (responseCode >= 500 && (command === "RCPT TO" || command === "DATA"))
      throw new MessageRefused(`smtp ${responseCode}`);
    // The error itself is not thrown, because it contains the recipient.
    throw new Error(`smtp ${code ?? "error"} ${responseCode || ""} ${command ?? ""}`.replace(/ +/g, " ").trim());
  } finally {
    server.close();
  }
}
