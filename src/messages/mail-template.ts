/**
 * Design note. Operators may write the texts of a mail, but not where it leads or whom it greets: those are variables
 * such as `{nama}`, and the button's target belongs to the code. A variable that the mail does not have is refused by
 * its name when the text is saved, and so is a text without a variable that the reader needs. Values are inserted once
 * and never read as variables again. The layout escapes everything, so a text holds no HTML.
 */
import { brandName } from "#lib/brand.ts";
import { declareSetting, type Declaration } from "#lib/settings/declaration.ts";
import type { LabelledField } from "#lib/settings/field.ts";
import { settingOf, type Setting } from "#lib/settings/setting.ts";
import { fillTemplate, fillText, variableComplaint, variablesIn } from "#lib/template-text.ts";
import type { Mail } from "./contract.ts";
import { renderMail } from "./mail-layout.ts";

/**
 * The texts of a mail that an operator can change. An empty line separates paragraphs. A mail whose default has no
 * button or no note never has one.
 */
export type MailTexts = { subject: string; title: string; text: string; button?: string; note?: string };

/**
 * Describes a variable and gives an example for the preview. A value may be empty and may have several paragraphs; a
 * paragraph in which nothing is left is not sent.
 */
type Variable = { about: string; sample: string };
export type MailVariables = Readonly<Record<string, Variable>>;

export type MailTemplate<Name extends string = string> = {
  setting: Setting<MailTexts>;
  /** When the mail is sent, as its name in the console. */
  label: string;
  help: string;
  /** Besides `{merek}`, which every mail has. */
  variables: Readonly<Record<Name, Variable>>;
  /** The text must have them, because its reader needs them. */
  required: readonly NoInfer<Name>[];
};

const brandVariable = { about: "nama pasar", sample: "" };
/** What every mail of a template has besides the template's texts. `path` is where its button leads. */
type Rest = Pick<Mail, "to"> & { path?: string | undefined };

/** A template with its default texts. `key` begins with the slice, such as `accounts.mail_reset`. */
export function makeMailTemplate<Name extends string>(
  key: string,
  { label, ...about }: Omit<MailTemplate<Name>, "setting">,
  defaultValue: MailTexts,
): MailTemplate<Name> {
  return { setting: { key, defaultValue }, label: `Email: ${label}`, ...about };
}

/** A mail by the texts that are in effect now. */
export function mailOf<Name extends string>(
  { setting }: MailTemplate<Name>,
  values: Readonly<Record<Name, string>>,
  rest: Rest,
): Omit<Mail, "dedupeKey"> {
  return mailWith(settingOf(setting), values, rest);
}

function mailWith(texts: MailTexts, values: Readonly<Record<string, string>>, { to, path }: Rest) {
  const all = { ...values, merek: brandName() };
  const { subject, title, text, button, note } = texts;
  return {
    to,
    subject: fillText(subject, all),
    title: fillTemplate(title, all),
    paragraphs: fillText(text, all)
      .split(/\n{2,}/)
      .map((paragraph) => paragraph.trim())
      .filter((paragraph) => paragraph !== ""),
    ...(button !== undefined && path !== undefined && { button: { label: fillText(button, all), path } }),
    ...(note !== undefined && note !== "" && { note: fillText(note, all) }),
  };
}

/** What is wrong with the texts of a template, or null. */
export function templateComplaint(
  template: MailTemplate,
  texts: MailTexts,
): { path: string[]; message: string } | null {
  const known = [...Object.keys(template.variables), "merek"];
  for (const [part, text] of Object.entries(texts)) {
    const message = variableComplaint(text, known);
    if (message !== null) return { path: [part], message };
  }
  const missing = template.required.find((name) => !variablesIn(texts.text).includes(name));
  return missing === undefined
    ? null
    : {
        path: ["text"],
        message: `{${missing}} harus ada di sini: ${template.variables[missing]?.about ?? ""}. Tanpa itu email ini tidak berguna.`,
      };
}

function partsOf({ setting: { defaultValue }, variables }: MailTemplate): Record<string, LabelledField> {
  const named = Object.entries<Variable>({ ...variables, merek: brandVariable });
  const list = named.map(([name, { about }]) => `{${name}}: ${about}`).join("; ");
  return {
    subject: { label: "Judul surat", field: { kind: "text", min: 5, max: 120 } },
    title: { label: "Judul di dalam surat", field: { kind: "text", min: 3, max: 80 } },
    text: {
      label: "Isi",
      help: `Baris kosong memisahkan paragraf. Isian: ${list}.`,
      field: { kind: "text", min: 20, max: 3_000, isLong: true },
    },
    ...(defaultValue.button !== undefined && {
      button: { label: "Tulisan tombol", field: { kind: "text", min: 2, max: 40 } },
    }),
    ...(defaultValue.note !== undefined && {
      note: { label: "Catatan kecil di bawah", field: { kind: "text", min: 0, max: 400, isLong: true } },
    }),
  };
}

/** The declaration of a template's texts, with a preview of the mail as it would be sent. */
export function declareTemplate(template: MailTemplate): Declaration {
  const samples = Object.entries<Variable>(template.variables).map(([name, { sample }]) => [name, sample] as const);
  return declareSetting({
    setting: template.setting,
    group: "mails",
    label: template.label,
    help: template.help,
    field: { kind: "record", fields: partsOf(template) },
    check: (texts) => templateComplaint(template, texts),
    preview: async (texts, origin) => {
      const mail = mailWith(texts, Object.fromEntries(samples), { to: "sari@contoh.example", path: "/" });
      const { html, text } = await renderMail({ ...mail, dedupeKey: "preview" }, origin);
      return { subject: mail.subject, html, text };
    },
  });
}
