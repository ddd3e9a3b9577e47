import { z } from "zod";
import { endpoints } from "#lib/http/endpoint.ts";
import { defineRefusals } from "#lib/refusal.ts";
import { boundedText, changeResponse, multiLine, resultResponse, timestamp } from "#lib/schema.ts";
import { span } from "#lib/time.ts";
import type { Field } from "#lib/settings/field.ts";
import { termsNoticeDuration, type AnnouncedChange } from "./rules.ts";

export const settingRefusals = defineRefusals({
  notFound: { code: "settings.not_found", status: 404, message: "Data tidak ditemukan." },
  changedMeanwhile: {
    code: "settings.changed_meanwhile",
    status: 409,
    message:
      "Operator lain mengubah pengaturan ini setelah Anda membukanya. Belum ada yang tersimpan: bandingkan dulu dengan nilai yang sekarang.",
  },
  noticeTooShort: {
    code: "settings.notice_too_short",
    status: 422,
    message: `Nilai ini tertulis di syarat, jadi perubahannya diumumkan sedikitnya ${span(termsNoticeDuration)} sebelum berlaku.`,
  },
  announcedAlready: {
    code: "settings.announced_already",
    status: 409,
    message: "Perubahan lain sudah diumumkan. Tarik dulu pengumuman itu.",
  },
  notAnnounced: { code: "settings.not_announced", status: 409, message: "Tidak ada perubahan yang diumumkan." },
});

const params = z.strictObject({
  key: boundedText(80).regex(/^[a-z][a-z_-]*\.[a-z][a-z0-9_]*$/, "Data tidak ditemukan."),
});
const day = boundedText(10).pipe(z.iso.date("Pilih tanggal."));
const version = z.int().min(0).max(1_000_000_000);
/** Checked against the setting's own schema. */
const value = z.unknown();
const changes = z.array(z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() }));
const saved = changeResponse(z.object({ version }));

const listed = z.object({
  key: z.string(),
  label: z.string(),
  help: z.string(),
  /** What is in effect, as text; empty for a secret. */
  texts: z.array(z.object({ label: z.string(), text: z.string() })),
  is_secret: z.boolean(),
  is_changed: z.boolean(),
  /** The stored value does not fit this version, so the default is in effect. */
  is_unfit: z.boolean(),
  /** Its links to pages of this site that are not there any more. */
  dead_links: z.array(z.string()),
  changed_at: timestamp.nullable(),
  changed_by: z.string().nullable(),
});
export type ListedSetting = z.output<typeof listed>;

export const settingEndpoints = endpoints({
  "GET /v1/operator/settings": {
    summary: "All settings by group, with their values",
    policy: "operator:settings.read",
    response: resultResponse(z.array(z.object({ group: z.string(), label: z.string(), settings: z.array(listed) }))),
  },
  "GET /v1/operator/settings/:key": {
    summary: "One setting with its form and its history",
    policy: "operator:settings.read",
    params,
    response: resultResponse(
      z.object({
        ...listed.shape,
        group: z.string(),
        field: z.custom<Field>(),
        /** What is in effect; null for a secret. */
        value: z.unknown(),
        /** Send it with a change. 0 for a setting that nobody has changed. */
        version,
        /** What an operator should know about the value in effect. */
        remark: z.string().nullable(),
        /** A change is announced for a day from `earliest` on; null when it is in effect at once. */
        notice: z.object({ today: z.string(), earliest: z.string() }).nullable(),
        /** What was announced and has not begun. */
        announced: z
          .object({
            before: z.string(),
            after: z.string(),
            from: timestamp,
            by: z.string().nullable(),
            note: z.string().nullable(),
          })
          .nullable(),
        history: z.array(
          z.object({
            version,
            at: timestamp,
            by: z.string().nullable(),
            /** Why, as it was typed. */
            note: z.string().nullable(),
            changes,
            /** The value can be brought back. */
            is_restorable: z.boolean(),
          }),
        ),
      }),
    ),
  },
  "POST /v1/operator/settings/:key/preview": {
    summary: "What a new value would change",
    policy: "operator:settings.read",
    changesNothing: true,
    params,
    body: z.strictObject({ value }),
    response: resultResponse(
      z.object({
        value: z.unknown(),
        changes,
        /** The mail that the value makes, if it is the text of one. */
        mail: z.object({ subject: z.string(), html: z.string(), text: z.string() }).nullable(),
        /** The notifications that the value makes, if it holds the texts of some. */
        examples: z.array(z.object({ label: z.string(), title: z.string(), text: z.string() })),
        /** What an operator should know before saving the value. */
        remark: z.string().nullable(),
      }),
    ),
  },
  "PUT /v1/operator/settings/:key": {
    summary: "Change a setting: within 2 seconds everywhere, or from a day on if the terms name it",
    policy: "operator:settings.change",
    params,
    body: z.strictObject({ value, version, note: multiLine(0, 500).optional(), valid_from: day.optional() }),
    response: saved,
    refusals: [
      settingRefusals.notFound,
      settingRefusals.changedMeanwhile,
      settingRefusals.noticeTooShort,
      settingRefusals.announcedAlready,
    ],
  },
  "POST /v1/operator/settings/:key/withdraw": {
    summary: "Withdraw an announced change before its day; everybody is notified",
    policy: "operator:settings.change",
    params,
    response: changeResponse(z.null()),
    refusals: [settingRefusals.notFound, settingRefusals.notAnnounced],
  },
  "POST /v1/operator/settings/:key/restore": {
    summary: "Bring back a former value, or with version 0 the default",
    policy: "operator:settings.change",
    params,
    body: z.strictObject({ to: version, version }),
    response: saved,
    refusals: [settingRefusals.notFound, settingRefusals.changedMeanwhile],
  },
});
export type SettingApi = typeof settingEndpoints;

declare module "#lib/jobs.ts" {
  interface JobPayloads {
    /** Notifies users, those after `afterUserId`, of a change that was announced or withdrawn at `at`. */
    "site.notify_of_setting": AnnouncedChange & {
      event: "announced" | "withdrawn";
      at: string;
      afterUserId: string | null;
    };
    /** Brings announced values into effect. */
    "settings.begin_changes": Record<string, never>;
  }
}
