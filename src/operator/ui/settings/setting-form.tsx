import { Form } from "react-router";
import type { ApiResponse, FormFailure } from "#lib/api-client.ts";
import type { MailPreview, TextExample } from "#lib/settings/declaration.ts";
import { hasPictures, readDraft, type ValueChange } from "#lib/settings/field.ts";
import { formatDateTime, formatLongDate, span } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import type { SettingApi } from "#settings/contract.ts";
import { termsNoticeDuration } from "#settings/rules.ts";
import { BackLink } from "#ui/back-link.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { DatePickerField } from "#ui/date-picker.tsx";
import { TextareaField } from "#ui/field.tsx";
import { useFormDraft } from "#ui/form-draft.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { useShowRefusal } from "#ui/show-refusal.ts";
import { fieldLabelOf, ValueFields } from "./value-fields.tsx";
import { ChangeList } from "../audit-log/change-list.tsx";
import styles from "./settings.module.css";

export type OpenSetting = ApiResponse<SettingApi["GET /v1/operator/settings/:key"]>["result"];

/** What the page's action returns: the typed value, with what it would change or why it was refused. */
export type SettingAnswer = {
  draft: unknown;
  version: number;
  note?: string;
  validFrom?: string;
  preview?: ValueChange[];
  mail?: MailPreview | null;
  examples?: TextExample[];
  /** What the operator should know before saving the previewed value. */
  remark?: string | null;
  failure?: FormFailure;
};

const savedTexts = {
  saved: "Pengaturan disimpan.",
  restored: "Nilai itu berlaku lagi.",
  announced: "Perubahan diumumkan. Semua pengguna sedang diberi tahu.",
  withdrawn: "Pengumuman ditarik. Semua pengguna sedang diberi tahu.",
} as const;
/** What was just done with a setting. */
export type SavedHow = keyof typeof savedTexts;
export const savedHows = Object.keys(savedTexts) as SavedHow[];

/** One setting: its form with a preview, who changed it last, and its history. */
export function SettingForm({
  setting,
  answer,
  saved,
}: {
  setting: OpenSetting;
  answer: SettingAnswer | undefined;
  saved: SavedHow | null;
}) {
  const { failure, preview } = answer ?? {};
  // The buttons are below a long form, and the preview is above it.
  const previewPlace = useShowRefusal<HTMLDivElement>(preview, { alone: true });
  const draft = useFormDraft({
    failure,
    unsaved: answer,
    base: String(setting.version),
    subject: `setting ${setting.key}`,
  });
  // What was sent and refused is in the answer, with its pictures.
  const typed = draft.typed === failure ? undefined : draft.typed;
  const value = typed
    ? readDraft(setting.field, formOf(typed))
    : (answer?.draft ?? (setting.is_secret ? "" : setting.value));
  const labelOf = (name: string) => fieldLabelOf(setting.field, name) ?? setting.label;
  return (
    <div className={styles.stack}>
      <header className={styles.stack}>
        <BackLink href={operatorHrefs.settings()}>Semua pengaturan</BackLink>
        <h1>{setting.label}</h1>
        <p>{setting.help}</p>
        <p className={styles.small}>
          {setting.is_changed ? <Badge tone="info">Diubah</Badge> : <Badge>Bawaan</Badge>}{" "}
          {setting.changed_at === null
            ? "Belum pernah diubah."
            : `Terakhir diubah ${formatDateTime(new Date(setting.changed_at))} oleh ${setting.changed_by ?? "sistem"}.`}
        </p>
      </header>
      {saved !== null && (
        <Notice tone="success">
          {savedTexts[saved]}
          {setting.remark === null &&
            (saved === "saved" || saved === "restored") &&
            " Perubahan berlaku di seluruh situs dalam beberapa detik."}
        </Notice>
      )}
      {setting.remark !== null && !preview && <Notice tone="warning">{setting.remark}</Notice>}
      {setting.announced && (
        <Notice tone="info" title={`Diumumkan oleh ${setting.announced.by ?? "sistem"}`}>
          <p>
            Sekarang {setting.announced.before}, mulai {formatLongDate(new Date(setting.announced.from))} menjadi{" "}
            {setting.announced.after}. Semua pengguna sudah diberi tahu. Untuk mengumumkan nilai lain, tarik pengumuman
            ini lebih dulu.
          </p>
          {setting.announced.note !== null && <p className={styles.note}>Alasan: {setting.announced.note}</p>}
          <ConfirmForm
            intent="withdraw"
            label="Tarik pengumuman"
            question="Nilai yang sekarang tetap berlaku, dan semua pengguna diberi tahu."
            confirm="Ya, tarik"
            look="danger"
            failure={failure}
          />
        </Notice>
      )}
      {setting.dead_links.length > 0 && (
        <Notice tone="warning" title={`Tautan mati: ${setting.dead_links.join(", ")}`}>
          Halaman itu tidak ada lagi di situs. Ganti alamatnya atau hapus tautannya.
        </Notice>
      )}
      {setting.is_unfit && (
        <Notice tone="warning" title="Nilai tersimpan tidak cocok dengan versi ini">
          Sekarang nilai bawaan yang berlaku. Periksa isian di bawah, lalu simpan.
        </Notice>
      )}
      <FormNotice failure={failure} labelOf={labelOf}>
        {failure?.code === "settings.changed_meanwhile" && (
          <>
            <p>Nilai sekarang: {describe(setting)}</p>
            {answer?.draft === undefined ? (
              <p>Periksa nilai sekarang dan riwayatnya di bawah, lalu coba lagi.</p>
            ) : (
              <p>
                Simpan sekali lagi bila isian Anda yang harus berlaku, atau{" "}
                <a href={operatorHrefs.setting(setting.key)}>buka nilai sekarang</a>.
              </p>
            )}
          </>
        )}
      </FormNotice>
      {preview && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the preview may be out of view; only without scripts
        <div ref={previewPlace} tabIndex={-1} autoFocus>
          <Notice tone="info" title={preview.length === 0 ? "Tidak ada yang berubah" : "Pratinjau: belum disimpan"}>
            {answer !== undefined && answer.version !== setting.version && (
              <p>
                Operator lain mengubah pengaturan ini setelah Anda membukanya. Yang tertulis sebagai nilai lama adalah
                nilai yang sekarang.
              </p>
            )}
            <Changes changes={preview} label={setting.label} />
            {answer?.remark && <p>{answer.remark}</p>}
          </Notice>
        </div>
      )}
      {answer?.mail && <MailPreviewPanel mail={answer.mail} />}
      {answer?.examples && answer.examples.length > 0 && <ExamplesPanel examples={answer.examples} />}
      <Panel>
        <Form
          key={draft.key}
          {...(setting.is_secret ? {} : draft.form)}
          method="post"
          className={styles.stack}
          noValidate={setting.field.kind === "list"}
          encType={hasPictures(setting.field) ? "multipart/form-data" : undefined}
        >
          <input type="hidden" name="version" value={answer?.version ?? setting.version} />
          {draft.notice}
          <ValueFields
            field={setting.field}
            label={setting.label}
            value={value}
            isSecret={setting.is_secret}
            errors={failure?.fields ?? {}}
          />
          <TextareaField
            label="Alasan perubahan"
            name="note"
            hint="Tercatat di riwayat dan log audit."
            required={false}
            rows={2}
            maxLength={500}
            defaultValue={typed?.values.note ?? answer?.note ?? ""}
          />
          {setting.notice && (
            <DatePickerField
              label="Berlaku mulai"
              name="valid_from"
              today={setting.notice.today}
              min={setting.notice.earliest}
              hint={`Nilai ini tertulis di syarat. Semua pengguna langsung diberi tahu, dan sampai hari itu kedua nilai tampil. Paling cepat ${span(termsNoticeDuration)} lagi. Batas waktu yang sudah berjalan tidak berubah.`}
              defaultValue={typed?.values.valid_from ?? answer?.validFrom ?? setting.notice.earliest}
              errors={failure?.fields.valid_from}
            />
          )}
          <p className={styles.buttons}>
            <Button name="intent" value="save" icon="check">
              {setting.notice ? "Umumkan" : "Simpan"}
            </Button>
            <Button name="intent" value="preview" variant="outline" icon="eye">
              Pratinjau
            </Button>
          </p>
        </Form>
      </Panel>
      <History setting={setting} />
    </div>
  );
}

/** The fields of a draft as a form sends them. */
function formOf({ values, repeated = {} }: FormFailure): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values))
    for (const one of repeated[name] ?? [value]) form.append(name, one);
  return form;
}

/** A mail as it would be sent, and as mail programs without HTML show it. */
function MailPreviewPanel({ mail: { subject, html, text } }: { mail: MailPreview }) {
  return (
    <Panel title="Email dengan contoh isian">
      <p className={styles.small}>Judul surat: {subject}</p>
      <iframe className={styles.mail} title="Email sebagai HTML" sandbox="" srcDoc={withoutStyle(html)} />
      <details>
        <summary>Sebagai teks biasa</summary>
        <pre className={styles.plain}>{text}</pre>
      </details>
    </Panel>
  );
}

/** Notifications as their readers would see them. */
function ExamplesPanel({ examples }: { examples: readonly TextExample[] }) {
  return (
    <Panel title="Notifikasi dengan contoh isian">
      <dl className={styles.examples}>
        {examples.map(({ label, title, text }) => (
          <div key={label}>
            <dt className={styles.small}>{label}</dt>
            <dd>
              <strong>{title}</strong>
              <p>{text}</p>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** The page's policy allows no style element. That of a mail holds only the colours of the dark mode. */
function withoutStyle(html: string): string {
  const [before = "", rest = ""] = html.split("<style>", 2);
  return before + rest.slice(rest.indexOf("</style>") + "</style>".length);
}

function describe({ texts }: OpenSetting): string {
  return texts.map(({ label, text }) => (label === "" ? text : `${label} ${text}`)).join("; ") || "(kosong)";
}

function Changes({ changes, label: whole }: { changes: readonly ValueChange[]; label: string }) {
  if (changes.length === 0)
    return <p className={styles.small}>Nilainya sama dengan yang berlaku. Alasan tanpa perubahan tidak dicatat.</p>;
  return (
    <ChangeList changes={changes.map(({ label, ...values }) => ({ label: label === "" ? whole : label, ...values }))} />
  );
}

function History({ setting }: { setting: OpenSetting }) {
  const { history, version } = setting;
  if (history.length === 0) return null;
  return (
    <section className={styles.stack} aria-labelledby="history">
      <h2 id="history">Riwayat</h2>
      <Panel>
        <Form method="post" className={styles.stack}>
          <input type="hidden" name="version" value={version} />
          <ol className={styles.history}>
            {history.map((one) => (
              <li key={one.version}>
                <p className={styles.small}>
                  {formatDateTime(new Date(one.at))}, {one.by ?? "sistem"}
                  {one.version === version && " · berlaku sekarang"}
                </p>
                {setting.is_secret ? (
                  <p>Nilai rahasia diganti.</p>
                ) : (
                  <Changes changes={one.changes} label={setting.label} />
                )}
                {one.note !== null && <p className={styles.note}>Alasan: {one.note}</p>}
                {one.is_restorable && (
                  <Button name="intent" value={`restore ${one.version}`} variant="outline" size="s">
                    Kembalikan ke nilai ini
                    <span className="sr-only"> dari {formatDateTime(new Date(one.at))}</span>
                  </Button>
                )}
              </li>
            ))}
          </ol>
          {setting.is_changed && !setting.notice && (
            <p>
              <Button name="intent" value="restore 0" variant="outline" size="s">
                Kembalikan ke bawaan
              </Button>
            </p>
          )}
        </Form>
      </Panel>
    </section>
  );
}
