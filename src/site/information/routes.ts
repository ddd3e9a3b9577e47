import type { FastifyInstance } from "fastify";
import { textVersionOf } from "#accounts/consents/rules.ts";
import type { Context } from "#lib/context.ts";
import { serve } from "#lib/http/serve.ts";
import { Refusal, requestRefusals } from "#lib/refusal.ts";
import type { Declaration } from "#lib/settings/declaration.ts";
import { fillText } from "#lib/template-text.ts";
import { jakartaDay } from "#lib/time.ts";
import { reviewHrefs } from "#review-hrefs.ts";
import { informationEndpoints, pageRefusals, type PageState, type WrittenVersion } from "./contract.ts";
import { readMarkup } from "./markup.ts";
import { publishPage, withdrawPage } from "./publish-page.ts";
import {
  findAnnounced,
  findPage,
  findShown,
  listPages,
  listVersions,
  type ListedVersionRow,
  type PageRow,
  type VersionRow,
} from "./queries.ts";
import { earliestTermsDay } from "#settings/rules.ts";
import { placeNames, placeOf, shownVersions } from "./rules.ts";
import { requireText, restorePage, savePage } from "./save-page.ts";
import { listVariables, variableValues } from "./variables.ts";

/** `/v1` calls of information pages. Publishing changes settings that are in `declarations`. */
export function informationRoutes(app: FastifyInstance, context: Context, declarations: readonly Declaration[]): void {
  const { db } = context;
  serve(app, context, informationEndpoints, {
    "GET /v1/information/:slug": async ({ params: { slug }, now }) => {
      const shown = placeOf(slug) ? undefined : await findShown(db, slug, now);
      if (!shown) throw new Refusal(requestRefusals.notFound);
      const updatedAt = (shown.effective_at ?? shown.saved_at).toISOString();
      return { success: true, result: { slug, ...readText(shown), updated_at: updatedAt } };
    },
    "GET /v1/information-texts/:place": async ({ params: { place }, now }) => {
      const [current, announced] = await Promise.all([findShown(db, place, now), findAnnounced(db, place, now)]);
      const purpose = placeOf(place)?.purpose;
      const read = (row: VersionRow | undefined) =>
        row?.effective_at ? { from: row.effective_at.toISOString(), blocks: readText(row).blocks } : null;
      return {
        success: true,
        result: {
          version: purpose === undefined ? null : textVersionOf(purpose, now),
          current: read(current),
          announced: read(announced),
        },
      };
    },
    "GET /v1/operator/pages": async ({ now }) => {
      const rows = await listPages(db, now);
      const rowOf = (slug: string) => rows.find((row) => row.slug === slug);
      const own = rows.filter(({ slug }) => placeOf(slug) === undefined);
      return {
        success: true,
        result: [...placeNames.map((slug) => stateOf(slug, rowOf(slug))), ...own.map((row) => stateOf(row.slug, row))],
      };
    },
    "GET /v1/operator/page-variables": () => Promise.resolve({ success: true, result: listVariables() }),
    "GET /v1/operator/pages/:slug": async ({ params: { slug }, now }) => {
      const page = await findPage(db, slug, now);
      if (!page && !placeOf(slug)) throw new Refusal(pageRefusals.notFound);
      return {
        success: true,
        result: {
          ...stateOf(slug, page),
          versions: (await listVersions(db, slug, shownVersions)).map(versionJson),
          variables: listVariables(),
          today: jakartaDay(now),
          earliest: earliestTermsDay(now),
        },
      };
    },
    "POST /v1/operator/pages/:slug/preview": ({ params: { slug }, body }) => {
      requireText(slug, body);
      return Promise.resolve({ success: true, result: readText(body) });
    },
    "PUT /v1/operator/pages/:slug": async ({ params: { slug }, body, actor, now }) => {
      const version = await savePage(context, slug, body, { actor, now });
      return { success: true, message: "Draf disimpan.", data: { version } };
    },
    "POST /v1/operator/pages/:slug/restore": async ({ params: { slug }, body, actor, now }) => {
      const version = await restorePage(context, slug, body, { actor, now });
      return { success: true, message: "Teks itu menjadi draf.", data: { version } };
    },
    "POST /v1/operator/pages/:slug/publish": async ({ params: { slug }, body: sent, actor, now }) => {
      const { version, valid_from: validFrom, body, title = "", summary = "", footer = null } = sent;
      const text = body === undefined ? undefined : { title, summary, body, footer };
      const input = { slug, version, text, validFrom };
      const published = await publishPage(context, declarations, input, { actor, now });
      return { success: true, message: "Versi ini diterbitkan.", data: { version: published } };
    },
    "POST /v1/operator/pages/:slug/withdraw": async ({ params: { slug }, body, actor, now }) => {
      const version = await withdrawPage(context, declarations, { slug, version: body.version }, { actor, now });
      return { success: true, message: "Versi ini ditarik.", data: { version } };
    },
  });
}

function readText({ title, summary, body }: { title: string; summary: string; body: string }) {
  const values = variableValues();
  return { title: fillText(title, values), summary: fillText(summary, values), blocks: readMarkup(body, values) };
}

function stateOf(slug: string, page: PageRow | undefined): PageState {
  const place = placeOf(slug);
  const isShown = page !== undefined && page.current_withdrawn_at === null;
  return {
    slug,
    place: place?.label ?? null,
    about: place?.about ?? "",
    href: place?.path ?? reviewHrefs.information(slug),
    title: place?.label ?? page?.title ?? "",
    footer: page?.footer_column ?? null,
    version: page?.last_version ?? 0,
    saved_at: page?.saved_at.toISOString() ?? null,
    saved_by: page?.saved_by ?? null,
    shown_version: isShown ? page.current_version : null,
    announced:
      page?.announced_version && page.announced_from
        ? { version: page.announced_version, from: page.announced_from.toISOString() }
        : null,
    has_notice: place?.purpose !== undefined,
  };
}

function versionJson(row: ListedVersionRow): WrittenVersion {
  const { version, title, summary, body, saved_by, published_by } = row;
  return {
    version,
    title,
    summary,
    body,
    footer: row.footer_column,
    saved_at: row.saved_at.toISOString(),
    saved_by,
    published_at: row.published_at?.toISOString() ?? null,
    published_by,
    from: row.effective_at?.toISOString() ?? null,
    withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
    withdrawn_by: row.withdrawn_by,
    announcement_withdrawn:
      row.announcement_withdrawn_at && row.announced_for
        ? { at: row.announcement_withdrawn_at.toISOString(), day: row.announced_for.toISOString() }
        : null,
  };
}
