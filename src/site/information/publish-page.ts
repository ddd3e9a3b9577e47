import { appendAuditEntry, type AuditActor } from "#audit-log/append-entry.ts";
import { textVersionsSetting, type TextVersion } from "#accounts/consents/rules.ts";
import type { Context } from "#lib/context.ts";
import type { Tx } from "#lib/database.ts";
import { queueJob } from "#lib/jobs.ts";
import { Refusal } from "#lib/refusal.ts";
import { invalidRefusal } from "#lib/schema.ts";
import type { Declaration } from "#lib/settings/declaration.ts";
import type { Setting } from "#lib/settings/setting.ts";
import { addDuration, formatLongDate, jakartaDay } from "#lib/time.ts";
import { beginningOf, earliestTermsDay, maxTermsAhead } from "#settings/rules.ts";
import { showSettings, writeSetting } from "#settings/write-setting.ts";
import { pageRefusals, type PageText } from "./contract.ts";
import {
  findAnnounced,
  findPage,
  findShown,
  findVersion,
  listShown,
  lockPages,
  updatePublished,
  updateWithdrawn,
  type PageRow,
} from "./queries.ts";
import { informationTag, maxPageLinks, pageLinksSetting, placeNames, placeOf } from "./rules.ts";
import { requireText, saveVersion } from "./save-page.ts";

type Who = { actor: NonNullable<AuditActor>; now: Date };

/**
 * Publishes the last version of a page. An own page is shown at once. Clauses of terms and privacy policy begin on
 * `validFrom`, which leaves the notice; users are notified. A `text` becomes the version after the one that the
 * operator saw, and that one is published; if it cannot be published, it is not saved either. Sent again by the same
 * operator, both are done already. Returns the version.
 */
export async function publishPage(
  context: Context,
  declarations: readonly Declaration[],
  {
    slug,
    version: seen,
    text,
    validFrom,
  }: { slug: string; version: number; text?: PageText | undefined; validFrom: string | undefined },
  { actor, now }: Who,
): Promise<number> {
  const published = await context.db.transaction(async (tx) => {
    const version = text ? await saveVersion(tx, slug, { ...text, version: seen }, { actor, now }) : seen;
    const page = await requirePage(tx, slug, version, now);
    const draft = await findVersion(tx, slug, version);
    if (!draft) throw new Refusal(pageRefusals.notFound);
    if (draft.published_at !== null && draft.withdrawn_at === null) {
      const day = draft.effective_at && jakartaDay(draft.effective_at);
      const isSentAgain = text && draft.published_by === actor.userId && (validFrom ?? day) === day;
      if (isSentAgain) return version;
      throw new Refusal(pageRefusals.nothingNew);
    }
    // A variable may have been removed since the draft was saved.
    requireText(slug, { ...draft, footer: draft.footer_column });
    const hasNotice = placeOf(slug)?.purpose !== undefined;
    if (hasNotice && page.announced_version !== null) throw new Refusal(pageRefusals.announcedAlready);
    const from = hasNotice ? requireDay(validFrom, now) : now;
    await updatePublished(tx, { slug, version, from, actorId: actor.userId, now });
    appendAuditEntry(tx, {
      actor,
      action: "site.page_published",
      subject: { kind: "information_page", id: slug },
      after: { version, valid_from: jakartaDay(from) },
    });
    if (hasNotice) await queueJob(tx, "site.notify_of_text", { slug, version, event: "announced", afterUserId: null });
    await writeWhatAllPagesShow(tx, declarations, { actor, now });
    return version;
  });
  await show(context, declarations, slug);
  return published;
}

/**
 * Withdraws the version that is announced, which can be announced again, or else the one that is shown. Refuses with
 * `pages.in_force` for clauses that have begun: only other clauses replace them.
 */
export async function withdrawPage(
  context: Context,
  declarations: readonly Declaration[],
  { slug, version }: { slug: string; version: number },
  { actor, now }: Who,
): Promise<number> {
  const withdrawn = await context.db.transaction(async (tx) => {
    const page = await requirePage(tx, slug, version, now);
    const hasNotice = placeOf(slug)?.purpose !== undefined;
    const shown = page.current_withdrawn_at === null ? page.current_version : null;
    if (hasNotice && page.announced_version === null && shown !== null) throw new Refusal(pageRefusals.inForce);
    const target = page.announced_version ?? shown;
    if (target === null) throw new Refusal(pageRefusals.notShown);
    await updateWithdrawn(tx, { slug, version: target, actorId: actor.userId, now });
    appendAuditEntry(tx, {
      actor,
      action: "site.page_withdrawn",
      subject: { kind: "information_page", id: slug },
      before: { version: target },
    });
    if (hasNotice)
      await queueJob(tx, "site.notify_of_text", {
        slug,
        version: target,
        event: "withdrawn",
        withdrawnAt: now.toISOString(),
        afterUserId: null,
      });
    await writeWhatAllPagesShow(tx, declarations, { actor, now });
    return target;
  });
  await show(context, declarations, slug);
  return withdrawn;
}

async function requirePage(tx: Tx, slug: string, version: number, now: Date): Promise<PageRow> {
  await lockPages(tx);
  const page = await findPage(tx, slug, now);
  if (!page) throw new Refusal(pageRefusals.notFound);
  if (page.last_version !== version)
    throw new Refusal(pageRefusals.changedMeanwhile, undefined, { version: page.last_version });
  return page;
}

function requireDay(validFrom: string | undefined, now: Date): Date {
  const earliest = earliestTermsDay(now);
  const asked = `Pilih ${formatLongDate(beginningOf(earliest))} atau sesudahnya.`;
  if (validFrom === undefined) throw invalidRefusal([{ path: ["valid_from"], message: asked }]);
  if (validFrom < earliest) throw new Refusal(pageRefusals.noticeTooShort, { valid_from: [asked] });
  const latest = addDuration(now, maxTermsAhead);
  if (beginningOf(validFrom) > latest)
    throw invalidRefusal([{ path: ["valid_from"], message: `Pilih hari sampai ${formatLongDate(latest)}.` }]);
  return beginningOf(validFrom);
}

/** The links of the footer, and the days of terms and privacy policy: settings, so that every process has them. */
async function writeWhatAllPagesShow(tx: Tx, declarations: readonly Declaration[], { actor, now }: Who): Promise<void> {
  const who = { actorId: actor.userId, now };
  const links = (await listShown(tx, now)).flatMap(({ slug, title, footer_column: column }) =>
    column === null ? [] : [{ slug, title, column }],
  );
  if (links.length > maxPageLinks) throw new Refusal(pageRefusals.tooManyLinks);
  await writeSetting(tx, declarationOf(declarations, pageLinksSetting), links, who);
  const versions: TextVersion[] = [];
  for (const name of placeNames) {
    const place = placeOf(name);
    if (place?.purpose === undefined) continue;
    for (const row of [await findShown(tx, name, now), await findAnnounced(tx, name, now)])
      if (row?.effective_at)
        versions.push({
          purpose: place.purpose,
          version: jakartaDay(row.effective_at),
          from: row.effective_at.toISOString(),
        });
  }
  await writeSetting(tx, declarationOf(declarations, textVersionsSetting), versions, who);
}

function declarationOf(declarations: readonly Declaration[], setting: Setting<unknown>): Declaration {
  const found = declarations.find((one) => one.setting.key === setting.key);
  if (!found) throw new Error(`${setting.key} is not declared`);
  return found;
}

async function show(context: Context, declarations: readonly Declaration[], slug: string): Promise<void> {
  await showSettings(context, declarations);
  context.pages.purge([informationTag(slug)]);
}
