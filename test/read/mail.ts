import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { outboxFolder } from "../../src/messages/outbox.ts";

/** All mails in the outbox, oldest first, parsed as by a mail program. */
export async function mailsIn(dataDir: string): Promise<Email[]> {
  const folder = outboxFolder(dataDir);
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(".eml")).sort();
  return Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))));
}

/** The mails to one address, oldest first. */
export async function mailsTo(dataDir: string, address: string): Promise<Email[]> {
  return (await mailsIn(dataDir)).filter((mail) => mail.to?.some((to) => to.address === address));
}

/** Path and query of the mail's first link to this path. Throws when there is none. */
export function linkIn(mail: Email | undefined, path: string): string {
  const href = [...(mail?.text ?? "").matchAll(/https?:\/\/\S+/g)]
    .map(([found]) => new URL(found))
    .find((url) => url.pathname === path);
  if (!href) throw new Error(`no link to ${path} in ${mail?.subject ?? "no mail"}`);
  return href.pathname + href.search;
}
