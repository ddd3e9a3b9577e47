import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { noteNothingChanged } from "#lib/http/audited-call.ts";
import { Refusal } from "#lib/refusal.ts";
import { invalidRefusal } from "#lib/schema.ts";
import { variableComplaint } from "#lib/template-text.ts";
import { pageRefusals, type PageText } from "./contract.ts";
import { markupComplaint } from "./markup.ts";
import { countPages, findPage, findVersion, insertVersion, isStored, lockPages } from "./queries.ts";
import { addressTaken, pageLimits, placeOf } from "./rules.ts";
import { titleVariables, variableNames } from "./variables.ts";

type Who = { actor: NonNullable<AuditActor>; now: Date };

/** Refuses with `request.invalid` a text with an unknown variable or a wrong link, and an own page without a title. */
export function requireText(slug: string, { title, summary, body }: PageText): void {
  const isOwn = placeOf(slug) === undefined;
  const { minTitle } = pageLimits;
  const issues = [
    {
      path: ["title"],
      message: isOwn && title.length < minTitle ? `Tulis judul, paling sedikit ${minTitle} huruf.` : null,
    },
    { path: ["title"], message: variableComplaint(title, titleVariables) },
    { path: ["summary"], message: variableComplaint(summary, variableNames) },
    { path: ["body"], message: markupComplaint(body, variableNames) },
  ].flatMap(({ path, message }) => (message === null ? [] : [{ path, message }]));
  if (issues.length > 0) throw invalidRefusal(issues);
}

/**
 * Saves a draft as the next version of a page, and returns its number. `version` is the last one that the operator
 * saw: refuses with `pages.changed_meanwhile` when there is a later one, and with `pages.taken` a new page at an
 * address that is in use. The same text that the same operator sends again is the version that it became.
 */
export function savePage(
  context: Pick<Context, "db">,
  slug: string,
  draft: PageText & { version: number },
  who: Who,
): Promise<number> {
  return context.db.transaction((tx) => saveVersion(tx, slug, draft, who));
}

/** {@link savePage} in a transaction. */
export async function saveVersion(
  tx: Tx,
  slug: string,
  { version, ...text }: PageText & { version: number },
  { actor, now }: Who,
): Promise<number> {
  requireText(slug, text);
  const isOwn = placeOf(slug) === undefined;
  const stored = isOwn ? text : { ...text, title: "", summary: "", footer: null };
  await lockPages(tx);
  const page = await findPage(tx, slug, now);
  const last = page?.last_version ?? 0;
  const row = { slug, version: version + 1, ...stored, actorId: actor.userId, now };
  // The answer to the first attempt was lost.
  if (last === row.version && (await isStored(tx, row))) {
    noteNothingChanged();
    return last;
  }
  if (last !== version)
    throw version === 0 && isOwn
      ? new Refusal(pageRefusals.taken, { slug: [addressTaken] })
      : new Refusal(pageRefusals.changedMeanwhile, undefined, { version: last });
  const isFull = page ? last >= pageLimits.versions : (await countPages(tx)) >= pageLimits.pages;
  if (isFull) throw new Refusal(pageRefusals.tooMany);
  await insertVersion(tx, row);
  appendAuditEntry(tx, {
    actor,
    action: "site.page_saved",
    subject: { kind: "information_page", id: slug },
    after: { version: row.version },
  });
  return row.version;
}

/** Makes a draft from the text of a former version. Refuses like {@link savePage}. */
export async function restorePage(
  context: Pick<Context, "db">,
  slug: string,
  { to, version }: { to: number; version: number },
  who: Who,
): Promise<number> {
  const former = await findVersion(context.db, slug, to);
  if (!former) throw new Refusal(pageRefusals.notFound);
  const { title, summary, body, footer_column: footer } = former;
  return savePage(context, slug, { title, summary, body, footer, version }, who);
}
