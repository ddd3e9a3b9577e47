import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals, requestRefusals } from "#lib/refusal.ts";
import { boundedText, changeResponse, multiLine, resultResponse, singleLine, timestamp } from "#lib/schema.ts";
import { span } from "#lib/time.ts";
import { termsNoticeDuration } from "#settings/rules.ts";
import { maxPageLinks, pageLimits, placeNames } from "./rules.ts";

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Notifies users, those after `afterUserId`, of clauses that were announced or withdrawn. */
    "site.notify_of_text": {
      slug: string;
      version: number;
      event: "announced" | "withdrawn";
      /** When the announcement was withdrawn: each withdrawal is a notification of its own. */
      withdrawnAt?: string;
      afterUserId: string | null;
    };
  }
}

export const pageRefusals = defineRefusals({
  notFound: { code: "pages.not_found", status: 404, message: "Halaman tidak ditemukan." },
  taken: { code: "pages.taken", status: 409, message: "Sudah ada halaman dengan alamat ini. Pilih alamat lain." },
  tooMany: {
    code: "pages.too_many",
    status: 409,
    message: `Paling banyak ${pageLimits.pages} halaman, dan ${pageLimits.versions} versi setiap halaman.`,
  },
  tooManyLinks: {
    code: "pages.too_many_links",
    status: 409,
    message: `Kaki halaman sudah memuat ${maxPageLinks} tautan. Terbitkan tanpa tautan, atau hapus tautan halaman lain.`,
  },
  changedMeanwhile: {
    code: "pages.changed_meanwhile",
    status: 409,
    message: "Operator lain menyimpan versi baru setelah Anda membuka halaman ini. Belum ada yang berubah.",
  },
  nothingNew: { code: "pages.nothing_new", status: 409, message: "Versi terakhir sudah diterbitkan." },
  noticeTooShort: {
    code: "pages.notice_too_short",
    status: 422,
    message: `Perubahan syarat dan kebijakan privasi diumumkan sedikitnya ${span(termsNoticeDuration)} sebelum berlaku.`,
  },
  announcedAlready: {
    code: "pages.announced_already",
    status: 409,
    message: "Sudah ada versi yang diumumkan. Tarik dulu versi itu, lalu umumkan yang baru.",
  },
  notShown: { code: "pages.not_shown", status: 409, message: "Tidak ada versi yang bisa ditarik." },
  inForce: {
    code: "pages.in_force",
    status: 409,
    message: "Ketentuan yang sudah berlaku tidak bisa ditarik. Umumkan versi baru untuk menggantinya.",
  },
});

const wrongSlug = "Tulis huruf kecil, angka dan tanda hubung, misalnya cara-kirim.";
const slug = boundedText(pageLimits.slug, `Paling panjang ${pageLimits.slug} huruf.`)
  .min(2, wrongSlug)
  .regex(/^[a-z0-9-]+$/, wrongSlug)
  .refine((text) => !text.startsWith("-") && !text.endsWith("-") && !text.includes("--"), wrongSlug);
const params = z.strictObject({ slug });
const version = z.int().min(0).max(1_000_000);
const versionOnly = z.strictObject({ version });

const block = z.object({
  kind: z.enum(["heading", "subheading", "text", "list", "steps"]),
  items: z.array(
    z.array(z.object({ text: z.string(), bold: z.literal(true).optional(), href: z.string().optional() })),
  ),
});
export type ShownBlock = z.output<typeof block>;

const text = z.strictObject({
  title: singleLine(0, pageLimits.title),
  summary: singleLine(0, pageLimits.summary),
  body: multiLine(1, pageLimits.body),
  /** The column of the footer with a link to an own page. */
  footer: z.enum(["about", "help"]).nullable(),
});
export type PageText = z.output<typeof text>;

const state = z.object({
  slug: z.string(),
  /** What operators call a part of a built-in page; null for an own page. */
  place: z.string().nullable(),
  about: z.string(),
  /** Where people read it. */
  href: z.string(),
  title: z.string(),
  footer: z.enum(["about", "help"]).nullable(),
  /** The last version that was saved; 0 when there is none. */
  version,
  saved_at: timestamp.nullable(),
  saved_by: z.string().nullable(),
  /** The version that people read now. */
  shown_version: version.nullable(),
  announced: z.object({ version, from: timestamp }).nullable(),
  /** Its versions begin on a day with notice. */
  has_notice: z.boolean(),
});
export type PageState = z.output<typeof state>;

const variable = z.object({ name: z.string(), about: z.string(), value: z.string() });

const written = z.object({
  version,
  title: z.string(),
  summary: z.string(),
  body: z.string(),
  footer: z.enum(["about", "help"]).nullable(),
  saved_at: timestamp,
  saved_by: z.string().nullable(),
  published_at: timestamp.nullable(),
  published_by: z.string().nullable(),
  /** From when it counts or counted. */
  from: timestamp.nullable(),
  withdrawn_at: timestamp.nullable(),
  withdrawn_by: z.string().nullable(),
  /** Its announcement for a day was withdrawn before it. */
  announcement_withdrawn: z.object({ at: timestamp, day: timestamp }).nullable(),
});
export type WrittenVersion = z.output<typeof written>;

/** What people read at a place of a built-in page. */
const placeTexts = z.object({
  /** The version of the terms or the privacy policy as consents name it; null for other places. */
  version: z.string().nullable(),
  current: z.object({ from: timestamp, blocks: z.array(block) }).nullable(),
  announced: z.object({ from: timestamp, blocks: z.array(block) }).nullable(),
});
export type PlaceTexts = z.output<typeof placeTexts>;

const saved = changeResponse(z.object({ version }));

export const informationEndpoints = endpoints({
  "GET /v1/information/:slug": {
    summary: "A page that operators wrote",
    policy: "public",
    // Any other address is a page that is missing, not a wrong request.
    params: z.strictObject({ slug: boundedText(200) }),
    response: resultResponse(
      z.object({
        slug: z.string(),
        title: z.string(),
        summary: z.string(),
        updated_at: timestamp,
        blocks: z.array(block),
      }),
    ),
    refusals: [requestRefusals.notFound],
  },
  "GET /v1/information-texts/:place": {
    summary: "What operators wrote for a part of a built-in page, and what they announced for it",
    policy: "public",
    params: z.strictObject({ place: z.enum(placeNames) }),
    response: resultResponse(placeTexts),
  },
  "GET /v1/operator/pages": {
    summary: "All pages of operators and their texts in built-in pages",
    policy: "operator:pages.read",
    response: resultResponse(z.array(state)),
  },
  "GET /v1/operator/page-variables": {
    summary: "The variables that texts may use, with what they say now",
    policy: "operator:pages.read",
    response: resultResponse(z.array(variable)),
  },
  "GET /v1/operator/pages/:slug": {
    summary: "One page with its last versions, and the variables that texts may use",
    policy: "operator:pages.read",
    params,
    response: resultResponse(
      z.object({
        ...state.shape,
        versions: z.array(written),
        variables: z.array(variable),
        today: z.string(),
        /** The first day on which announced terms may begin. */
        earliest: z.string(),
      }),
    ),
    refusals: [pageRefusals.notFound],
  },
  "POST /v1/operator/pages/:slug/preview": {
    summary: "A text as people would read it; stores nothing",
    policy: "operator:pages.read",
    changesNothing: true,
    params,
    body: text,
    response: resultResponse(z.object({ title: z.string(), summary: z.string(), blocks: z.array(block) })),
  },
  "PUT /v1/operator/pages/:slug": {
    summary: "Save a draft as a new version. `version` is the last one that the operator saw, 0 for a new page",
    policy: "operator:pages.change",
    params,
    body: text.extend({ version }),
    response: saved,
    refusals: [pageRefusals.taken, pageRefusals.tooMany, pageRefusals.changedMeanwhile],
  },
  "POST /v1/operator/pages/:slug/restore": {
    summary: "Make a draft from the text of a former version",
    policy: "operator:pages.change",
    params,
    body: z.strictObject({ to: version, version }),
    response: saved,
    refusals: [pageRefusals.notFound, pageRefusals.tooMany, pageRefusals.changedMeanwhile],
  },
  "POST /v1/operator/pages/:slug/publish": {
    summary:
      "Publish the last version: at once, or for terms and privacy on a day that leaves the notice. With a text (`body`), save it as the next version first",
    policy: "operator:pages.change",
    params,
    body: text.partial().extend({ version, valid_from: z.iso.date("Tulis tanggal seperti 21/11/2026.").optional() }),
    response: saved,
    refusals: [
      pageRefusals.notFound,
      pageRefusals.changedMeanwhile,
      pageRefusals.nothingNew,
      pageRefusals.noticeTooShort,
      pageRefusals.announcedAlready,
      pageRefusals.tooManyLinks,
      pageRefusals.taken,
      pageRefusals.tooMany,
    ],
  },
  "POST /v1/operator/pages/:slug/withdraw": {
    summary: "Withdraw what was announced, or else what is shown",
    policy: "operator:pages.change",
    params,
    body: versionOnly,
    response: saved,
    refusals: [pageRefusals.notFound, pageRefusals.changedMeanwhile, pageRefusals.notShown, pageRefusals.inForce],
  },
});
export type InformationApi = typeof informationEndpoints;
