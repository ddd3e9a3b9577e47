import { useEffect, useState } from "react";
import { Form, useNavigation } from "react-router";
import { hrefs } from "#hrefs.ts";
import type { FormFailure } from "#lib/api-client.ts";
import { formatDateTime, formatLongDate, span } from "#lib/time.ts";
import { operatorHrefs } from "#operator-hrefs.ts";
import styles from "#operator/ui/charges.module.css";
import { BackLink } from "#ui/back-link.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/card.tsx";
import { ConfirmForm } from "#ui/confirm-form.tsx";
import { DatePickerField } from "#ui/date-picker.tsx";
import { SelectField, TextareaField, TextField } from "#ui/field.tsx";
import { useFormDraft } from "#ui/form-draft.tsx";
import { FormNotice, Notice } from "#ui/notice.tsx";
import { useShowRefusal } from "#ui/show-refusal.ts";
import type { PageText, ShownBlock, WrittenVersion } from "../../information/contract.ts";
import { pageLimits } from "../../information/rules.ts";
import type { OpenPage } from "../../pages/operator-pages.tsx";
import { pageTextFields, readPageText } from "./page-text.ts";
import { termsNoticeDuration } from "#settings/rules.ts";
import { PageBadge } from "./page-list.tsx";
import own from "./page-form.module.css";
import { WrittenBlocks } from "./written-blocks.tsx";

/** A text as people would read it, with what was typed. */
export type PagePreview = Pick<FormFailure, "values"> & {
  preview: { title: string; summary: string; blocks: ShownBlock[] };
};

const labels: Record<string, string> = {
  slug: "Alamat",
  title: "Judul",
  summary: "Ringkasan",
  body: "Teks",
  footer: "Tautan di kaki halaman",
  valid_from: "Berlaku mulai",
};

const doneTexts: Record<string, string> = {
  saved: "Draf disimpan. Pembaca belum melihatnya sampai Anda menerbitkannya.",
  withdrawn: "Versi itu ditarik.",
  restored: "Teks itu menjadi draf baru. Terbitkan bila sudah benar.",
};

const publishedText = ({ announced, shown_version: shown }: OpenPage) =>
  announced ? announcedText(announced) : `Versi ${shown} diterbitkan.`;

const announcedText = ({ version, from }: NonNullable<OpenPage["announced"]>) =>
  `Versi ${version} diumumkan, berlaku mulai ${formatLongDate(new Date(from))}. Semua pengguna diberi tahu.`;

type Props = {
  page: OpenPage | null;
  variables: OpenPage["variables"];
  done: string | null;
  answer: FormFailure | PagePreview | undefined;
};

/** The form of a page's text, with its preview, its publication and its versions. `page` is null for a new one. */
export function PageForm({ page, variables, done, answer }: Props) {
  const preview = answer && "preview" in answer ? answer : undefined;
  const failure = answer && "failed" in answer ? answer : undefined;
  const intent = failure?.values.intent ?? "";
  const doneText = done === "published" && page ? publishedText(page) : doneTexts[done ?? ""];
  const isOfText = intent === "save" || intent === "preview";
  const [unsaved, setUnsaved] = useState<PageText>();
  return (
    <div className={styles.stack}>
      <header className={styles.title}>
        <BackLink href={operatorHrefs.pages()}>Semua halaman</BackLink>
        <h1>{page?.title ?? "Halaman baru"}</h1>
        {page && page.about !== "" && <p>{page.about}</p>}
        {page && (
          <p className={styles.small}>
            <PageBadge page={page} /> {page.shown_version !== null && <a href={page.href}>Lihat halamannya</a>}
          </p>
        )}
      </header>
      {doneText !== undefined && !answer && <Notice tone="success">{doneText}</Notice>}
      {preview && <Preview preview={preview.preview} isOwn={page === null || page.place === null} />}
      <TextPanel
        {...{ page, variables }}
        answered={preview?.values ?? (isOfText ? failure?.values : undefined)}
        failure={isOfText ? failure : undefined}
        onText={setUnsaved}
      />
      {page && page.version > 0 && (
        <PublishPanel page={page} unsaved={unsaved} failure={isOfText ? undefined : failure} />
      )}
      {page && page.versions.length > 0 && <Versions page={page} failure={isOfText ? undefined : failure} />}
    </div>
  );
}

function Preview({ preview, isOwn }: { preview: PagePreview["preview"]; isOwn: boolean }) {
  const place = useShowRefusal<HTMLDivElement>(preview, { alone: true });
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the preview may be out of view; only without scripts
    <div ref={place} tabIndex={-1} autoFocus>
      <Panel title="Pratinjau: belum disimpan">
        <div className={own.written}>
          {isOwn && <h2>{preview.title}</h2>}
          {isOwn && preview.summary !== "" && <p>{preview.summary}</p>}
          <WrittenBlocks blocks={preview.blocks} />
        </div>
      </Panel>
    </div>
  );
}

function TextPanel({
  page,
  variables,
  answered,
  failure,
  onText,
}: {
  page: OpenPage | null;
  variables: OpenPage["variables"];
  /** What was sent and is not saved: refused or previewed. */
  answered: FormFailure["values"] | undefined;
  failure: FormFailure | undefined;
  /** Called with the text in the fields while it is not the last version's, else with undefined. */
  onText: (unsaved: PageText | undefined) => void;
}) {
  const { state } = useNavigation();
  const subject = `page ${page?.slug ?? "new"}`;
  const draft = useFormDraft({ failure, unsaved: answered, base: String(page?.version ?? 0), subject });
  const values = draft.typed?.values ?? answered;
  const last = page?.versions[0];
  const isOwn = page === null || page.place === null;
  const errors = failure?.fields ?? {};
  const { ref, onInput } = draft.form;
  const report = () => onText(ref.current ? unsavedText(ref.current, last) : undefined);
  // What was restored or answered, or typed before the script started.
  useEffect(report, [draft.key, answered]); // oxlint-disable-line react-hooks/exhaustive-deps
  return (
    <Panel title={page ? "Teks" : "Halaman dan teksnya"}>
      <Form
        key={draft.key}
        {...draft.form}
        onInput={() => {
          onInput();
          report();
        }}
        method="post"
        className={styles.fields}
      >
        {draft.notice}
        <FormNotice failure={failure} labelOf={(field) => labels[field]}>
          {failure?.code === "pages.changed_meanwhile" && page && (
            <p>
              Salin tulisan Anda, lalu <a href={operatorHrefs.pages({ page: page.slug })}>buka versi terakhir</a>.
            </p>
          )}
        </FormNotice>
        <input type="hidden" name="version" value={values?.version ?? page?.version ?? 0} />
        {page === null && (
          <TextField
            label="Alamat"
            name="slug"
            minLength={2}
            maxLength={pageLimits.slug}
            hint="Huruf kecil, angka dan tanda hubung. Halaman “cara-kirim” ada di /info/cara-kirim. Alamat tidak bisa diubah lagi."
            defaultValue={values?.slug}
            errors={errors.slug}
          />
        )}
        {isOwn && (
          <>
            <TextField
              label="Judul"
              name="title"
              minLength={3}
              maxLength={pageLimits.title}
              defaultValue={values?.title ?? last?.title}
              errors={errors.title}
            />
            <TextField
              label="Ringkasan"
              name="summary"
              required={false}
              maxLength={pageLimits.summary}
              hint="Satu atau dua kalimat di bawah judul, juga untuk mesin pencari."
              defaultValue={values?.summary ?? last?.summary}
              errors={errors.summary}
            />
          </>
        )}
        <TextareaField
          label="Teks"
          name="body"
          rows={16}
          maxLength={pageLimits.body}
          hint={`Baris kosong memisahkan paragraf. ## Judul bagian, ### subjudul, - daftar, 1. langkah, **tebal**, [tulisan](${hrefs.guide()}) atau [tulisan](https://…).`}
          defaultValue={values?.body ?? last?.body}
          errors={errors.body}
        />
        <details>
          <summary className={own.fold}>Isian yang bisa dipakai</summary>
          <ul className={`${styles.small} ${own.variables}`}>
            {variables.map(({ name, about, value }) => (
              <li key={name}>
                <code>{`{${name}}`}</code>: {about}, sekarang “{value}”
              </li>
            ))}
          </ul>
        </details>
        {isOwn && (
          <SelectField
            label="Tautan di kaki halaman"
            name="footer"
            required={false}
            empty="Tanpa tautan"
            options={[
              { value: "about", label: "Kolom tentang pasar" },
              { value: "help", label: "Kolom bantuan" },
            ]}
            defaultValue={values?.footer ?? last?.footer ?? ""}
            errors={errors.footer}
          />
        )}
        <div className={styles.send}>
          <Button name="intent" value="save" icon="check" busy={state === "submitting"}>
            Simpan draf
          </Button>
          <Button name="intent" value="preview" variant="outline" icon="eye" busy={state === "submitting"}>
            Pratinjau
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

/** The text of a form, if it is not that of the page's last version. */
function unsavedText(form: HTMLFormElement, last: WrittenVersion | undefined): PageText | undefined {
  const fields = new FormData(form);
  const changed = pageTextFields.filter((name) => {
    const typed = fields.get(name);
    return typeof typed === "string" && typed.replace(/\r\n?/g, "\n").trim() !== (last?.[name] ?? "");
  });
  return changed.length > 0 ? readPageText(fields) : undefined;
}

/** Publishes what the operator sees: a text that is not saved is sent too, and becomes a version first. */
function PublishPanel({
  page,
  unsaved,
  failure,
}: {
  page: OpenPage;
  unsaved: PageText | undefined;
  failure: FormFailure | undefined;
}) {
  const { state } = useNavigation();
  const last = page.versions[0];
  const isOpen = last !== undefined && (last.published_at === null || last.withdrawn_at !== null);
  const version = unsaved ? page.version + 1 : page.version;
  const sent = (
    <>
      <input type="hidden" name="version" value={page.version} />
      {unsaved &&
        pageTextFields.map((name) => <input key={name} type="hidden" name={name} value={unsaved[name] ?? ""} />)}
    </>
  );
  const what = unsaved
    ? `Teks di atas belum disimpan. Teks itu disimpan sebagai versi ${version}, lalu versi itu yang`
    : `Teks di atas, versi ${version},`;
  const whatIsStored = `Versi ${version} yang tersimpan`;
  const canWithdraw = page.announced !== null || (page.shown_version !== null && !page.has_notice);
  return (
    <Panel title="Terbitkan">
      <div className={styles.fields}>
        {!isOpen && <p className={styles.small}>Versi terakhir sudah diterbitkan.</p>}
        {isOpen && page.has_notice && page.announced && (
          <p className={styles.small}>
            Versi {page.announced.version} sudah diumumkan. Tarik dulu sebelum mengumumkan versi {page.version}.
          </p>
        )}
        {isOpen && page.has_notice && !page.announced && (
          <ConfirmForm
            intent="publish"
            label={unsaved ? `Simpan dan umumkan versi ${version}` : `Umumkan versi ${version}`}
            question={
              <>
                <Published what={what} whatIsStored={whatIsStored} verb="diumumkan" /> Semua pengguna langsung diberi
                tahu bahwa versi {version} berlaku mulai hari di bawah ini, dan setiap halaman memuat pemberitahuannya
                sampai hari itu.
              </>
            }
            confirm="Ya, umumkan"
            look="primary"
            failure={failure}
          >
            {sent}
            <DatePickerField
              label="Berlaku mulai"
              name="valid_from"
              today={page.today}
              min={page.earliest}
              hint={`Paling cepat ${formatLongDate(new Date(`${page.earliest}T05:00:00Z`))}, ${span(termsNoticeDuration)} setelah diumumkan.`}
              defaultValue={failure?.values.valid_from ?? page.earliest}
              errors={failure?.fields.valid_from}
            />
          </ConfirmForm>
        )}
        {isOpen && !page.has_notice && (
          <Form method="post" className={styles.fields}>
            <FormNotice failure={failure?.values.intent === "publish" ? failure : undefined} />
            {sent}
            <p className={styles.small}>
              <Published what={what} whatIsStored={whatIsStored} verb="terbit" />
            </p>
            <div className={styles.send}>
              <Button name="intent" value="publish" busy={state === "submitting"}>
                {unsaved ? `Simpan dan terbitkan versi ${version}` : `Terbitkan versi ${version}`}
              </Button>
            </div>
          </Form>
        )}
        {canWithdraw && (
          <ConfirmForm
            intent="withdraw"
            label={page.announced ? "Tarik yang diumumkan" : "Tarik dari situs"}
            question={
              page.announced
                ? "Versi yang diumumkan tidak jadi berlaku, dan semua pengguna diberi tahu. Teksnya tetap tersimpan dan bisa diumumkan lagi."
                : "Halaman ini tidak bisa dibuka lagi sampai Anda menerbitkannya kembali."
            }
            confirm="Ya, tarik"
            look="danger"
            failure={failure}
          >
            <input type="hidden" name="version" value={page.version} />
          </ConfirmForm>
        )}
      </div>
    </Panel>
  );
}

/** Says what is published. Without scripts it is the stored text, whatever is in the fields. */
function Published({ what, whatIsStored, verb }: { what: string; whatIsStored: string; verb: string }) {
  return (
    <>
      <span className="needs-js">
        {what} {verb}.
      </span>
      <span className="without-js">
        {whatIsStored} {verb}. Simpan dulu yang Anda ubah di atas.
      </span>
    </>
  );
}

function Versions({ page, failure }: { page: OpenPage; failure: FormFailure | undefined }) {
  return (
    <Panel title="Versi">
      <Form method="post" className={styles.fields}>
        <FormNotice failure={failure?.values.intent?.startsWith("restore") ? failure : undefined} />
        <input type="hidden" name="version" value={page.version} />
        <ol className={own.versions}>
          {page.versions.map((one) => (
            <li key={one.version}>
              <p>
                <b>Versi {one.version}</b> · {stateText(one, page)}
              </p>
              <p className={styles.small}>
                Disimpan {formatDateTime(new Date(one.saved_at))}, {one.saved_by ?? "sistem"}
                {one.published_at !== null &&
                  `; diterbitkan ${formatDateTime(new Date(one.published_at))}, ${one.published_by ?? "sistem"}`}
              </p>
              <details>
                <summary className={own.fold}>Lihat teksnya</summary>
                <p className={own.source}>{one.body}</p>
                {one.version !== page.version && (
                  <Button name="intent" value={`restore ${one.version}`} variant="outline" size="s">
                    Jadikan draf lagi
                    <span className="sr-only"> versi {one.version}</span>
                  </Button>
                )}
              </details>
            </li>
          ))}
        </ol>
      </Form>
    </Panel>
  );
}

function stateText(
  { version, published_at: publishedAt, withdrawn_at: withdrawnAt, withdrawn_by: by, from, ...one }: WrittenVersion,
  { announced, shown_version: shown, versions }: OpenPage,
): string {
  const withdrawn = (at: string) => `ditarik ${formatDateTime(new Date(at))} oleh ${by ?? "sistem"}`;
  if (one.announcement_withdrawn) {
    const { at, day } = one.announcement_withdrawn;
    return `${withdrawn(at)}; tadinya berlaku mulai ${formatLongDate(new Date(day))}`;
  }
  if (publishedAt === null || from === null) return "draf";
  if (withdrawnAt !== null) return withdrawn(withdrawnAt);
  const began = formatDateTime(new Date(from));
  if (version === announced?.version) return `berlaku mulai ${began}`;
  const replaced = versions
    .flatMap((later) => (later.from !== null && later.from > from ? [later.from] : []))
    .sort()[0];
  if (version === shown || replaced === undefined) return `berlaku sejak ${began}`;
  return `berlaku ${began} sampai ${formatDateTime(new Date(replaced))}`;
}
