import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import type { Context } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { invalidRefusal } from "#lib/schema.ts";
import { variableComplaint } from "#lib/template-text.ts";
import { pageRefusals, type PageText } from "./contract.ts";
import { markupComplaint } from "./markup.ts";
import { countPages, findPage, findVersion, insertVersion, lockPages } from "./queries.ts";
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
 * address that is in use.
 */
export function savePage(
  context: Pick<Context, "db">,
  slug: string,
  { version, ...text }: PageText & { version: number },
  { actor, now }: Who,
): Promise<number> {
  requireText(slug, text);
  return context.db.transaction(async (tx) => {
    await lockPages(tx);
    const page = await findPage(tx, slug, now);
    const last = page?.last_version ?? 0;
    if (last !== version)
      throw version === 0 && placeOf(slug) === undefined
        ? new Refusal(pageRefusals.taken, { slug: [addressTaken] })
        : new Refusal(pageRefusals.changedMeanwhile, undefined, { version: last });
    const isFull = page ? last >= pageLimits.versions : (await countPages(tx)) >= pageLimits.pages;
    if (isFull) throw new Refusal(pageRefusals.tooMany);
    const next = last + 1;
    const own = placeOf(slug) === undefined ? {} : { title: "", summary: "", footer: null };
    await insertVersion(tx, { slug, version: next, ...text, ...own, actorId: actor.userId, now });
    appendAuditEntry(tx, {
      actor,
      action: "site.page_saved",
      subject: { kind: "information_page", id: slug },
      after: { version: next },
    });
    return next;
  });
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
