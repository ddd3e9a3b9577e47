/**
 * Design note. Without a mail server or a sender of codes, every message becomes a file, so that the whole product can
 * be tried out: mails as .eml (any mail program opens them), codes as .txt. The key of a message gives its file name,
 * so a second delivery writes the same file again. Files are written atomically and only the process's own user can
 * read them.
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { day } from "#lib/time.ts";
import { codeMessage, outboxRetentionDays } from "./rules.ts";

/** The folder of the outbox. */
export function outboxFolder(dataDir: string): string {
  return join(dataDir, "outbox");
}

/**
 * `20261121-140502-sari-kawung-test-atur-ulang-kata-sandi-1a2b3c4d`: sorts by time, and names the recipient and the
 * subject.
 */
function fileNameOf(at: Date, words: string, key: string): string {
  const time = at.toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-");
  const plain = words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 80);
  return `${time}-${plain}-${createHash("sha256").update(key).digest("hex").slice(0, 8)}`;
}

async function store(dataDir: string, ending: "eml" | "txt", name: string, content: Buffer | string): Promise<void> {
  const folder = outboxFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const mark = name.slice(name.lastIndexOf("-"));
  for (const file of await readdir(folder)) {
    if (file.endsWith(`${mark}.${ending}`)) await rm(join(folder, file), { force: true });
  }
  const path = join(folder, `${name}.${ending}`);
  await writeFile(`${path}.new`, content, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Stores a mail as it would have been sent. */
export async function storeMail(
  dataDir: string,
  mail: { to: string; subject: string; key: string; raw: Buffer; at: Date },
): Promise<void> {
  await store(dataDir, "eml", fileNameOf(mail.at, `${mail.to} ${mail.subject}`, mail.key), mail.raw);
}

/** Stores a one-time code as its recipient would read it. */
export async function storeCode(
  dataDir: string,
  { phone, code, minutes, key, at }: { phone: string; code: string; minutes: number; key: string; at: Date },
): Promise<void> {
  await store(dataDir, "txt", fileNameOf(at, `${phone} kode`, key), `${phone}\n${codeMessage(code, minutes)}\n`);
}

export type OutboxMessage = {
  /** The file name. */
  id: string;
  channel: "mail" | "phone";
  to: string;
  subject: string;
  text: string;
  at: Date;
};

/** The latest messages, newest first. */
export async function listOutbox(dataDir: string, limit: number): Promise<OutboxMessage[]> {
  const folder = outboxFolder(dataDir);
  const files = (await readdir(folder).catch(() => [])).filter((file) => /^[\w-]+\.(eml|txt)$/.test(file));
  const found = await Promise.all(
    files
      .sort()
      .reverse()
      .slice(0, limit)
      .map((file) => readMessage(folder, file)),
  );
  return found.filter((message) => message !== undefined);
}

/** The HTML of one mail; undefined when there is none with that name. */
export async function readOutboxHtml(dataDir: string, id: string): Promise<string | undefined> {
  if (!/^[\w-]+\.eml$/.test(id)) return undefined;
  const raw = await readFile(join(outboxFolder(dataDir), id), "utf8").catch(() => undefined);
  return raw === undefined ? undefined : partOf(raw, "text/html");
}

/** Deletes files that are older than the outbox keeps them. */
export async function deleteOldOutbox(dataDir: string, now: Date): Promise<void> {
  const folder = outboxFolder(dataDir);
  for (const file of await readdir(folder).catch(() => [])) {
    const path = join(folder, file);
    // Files may be deleted while the folder is read.
    const { mtimeMs } = (await stat(path).catch(() => undefined)) ?? { mtimeMs: Number.POSITIVE_INFINITY };
    if (mtimeMs < now.getTime() - outboxRetentionDays * day) await rm(path, { force: true });
  }
}

async function readMessage(folder: string, id: string): Promise<OutboxMessage | undefined> {
  // Files may be deleted while the folder is read.
  const raw = await readFile(join(folder, id), "utf8").catch(() => undefined);
  if (raw === undefined) return undefined;
  const time = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-/.exec(id);
  const at = time ? new Date(`${time.slice(1, 4).join("-")}T${time.slice(4, 7).join(":")}Z`) : new Date(0);
  if (id.endsWith(".txt")) {
    const [to = "", ...lines] = raw.split("\n");
    return { id, channel: "phone", to, subject: "Kode sekali pakai", text: lines.join("\n").trim(), at };
  }
  const to = /^To: (.*)$/m.exec(raw)?.[1] ?? "";
  const title = between(partOf(raw, "text/html"), "<title>", "</title>") ?? "";
  return { id, channel: "mail", to, subject: unescape(title), text: partOf(raw, "text/plain").trim(), at };
}

function between(text: string, start: string, end: string): string | undefined {
  const [, rest] = text.split(start, 2);
  return rest?.includes(end) ? rest.slice(0, rest.indexOf(end)) : undefined;
}

// Reads only the MIME that storeMail writes: two parts, quoted-printable, line feeds.
function partOf(raw: string, type: "text/plain" | "text/html"): string {
  const start = raw.indexOf(`Content-Type: ${type}`);
  const body = raw.slice(raw.indexOf("\n\n", start) + 2);
  const boundary = between(raw, 'boundary="', '"') ?? "\u0000";
  const end = body.indexOf(`\n--${boundary}`);
  const bytes = (end < 0 ? body : body.slice(0, end))
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

const htmlEntities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
function unescape(html: string): string {
  return html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => htmlEntities[name] ?? "");
}
