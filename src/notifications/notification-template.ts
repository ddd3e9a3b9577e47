/**
 * Design note. Operators may write title and text of a notification, but not whom it reaches, when, or what it opens. A
 * slice defines a template beside the operation: the default texts, and the variables that they may have. Each text may
 * use the variables of its default and the common ones, because the operation knows no others at that moment. What a
 * reader needs, such as a deadline or a reason, cannot be left out. Values are inserted once and are never read as
 * variables again. Lists, mails and push messages show the texts as plain text.
 */
import { brandName } from "#lib/brand.ts";
import { declareSetting, type Declaration, type SettingGroup, type TextExample } from "#lib/settings/declaration.ts";
import type { LabelledField } from "#lib/settings/field.ts";
import { settingOf, type Setting } from "#lib/settings/setting.ts";
import { fillTemplate, type TemplateText, variableComplaint, variablesIn } from "#lib/template-text.ts";
import {
  maxDescriptionLength,
  notificationUserTypes,
  notificationTextLimits as limits,
  type NotificationUserType,
} from "./rules.ts";

/** A variable as the console explains it. */
type Variable = {
  about: string;
  /** Example for the preview. */
  sample: string;
  /** Every text of the template may use it, also where the default does not. */
  isCommon?: true;
  /** A text whose default has it must keep it. */
  isNeeded?: true;
  /** Its value may be empty. The space in front of it, or after it at the beginning, is then left out. */
  isOptional?: true;
};
export type Variables = Readonly<Record<string, Variable>>;

/** Title and text of a notification, with variables. */
export type NotificationTexts = { title: string; text: string };
/** Title and text as they are sent. */
export type SentTexts = { title: TemplateText; text: TemplateText };
type TextPart = keyof NotificationTexts;
type StoredPart = `${NotificationUserType}_${TextPart}`;
/** The texts for both sides as they are stored. A template for one side has only those of that side. */
type StoredTexts = Partial<Record<StoredPart, string>>;

export type NotificationTemplate<Name extends string = string> = {
  setting: Setting<StoredTexts>;
  group: SettingGroup;
  label: string;
  help: string;
  variables: Readonly<Record<Name, Variable>>;
  /** Who reads the texts of a side, where that is not simply a buyer or a seller. */
  readers?: Partial<Record<NotificationUserType, string>>;
};

type Defaults = Partial<Record<NotificationUserType, NotificationTexts>>;

/** A template with its default texts. `key` begins with the slice, such as `orders.notification_pay`. */
export function makeTemplate<Name extends string>(
  key: string,
  about: Omit<NotificationTemplate<Name>, "setting">,
  defaults: Defaults,
): NotificationTemplate<Name> {
  const stored: StoredTexts = {};
  for (const side of notificationUserTypes) {
    const texts = defaults[side];
    if (texts) Object.assign(stored, { [`${side}_title`]: texts.title, [`${side}_text`]: texts.text });
  }
  return { ...about, setting: { key, defaultValue: stored } };
}

/** The notification to a side by the texts that are in effect now; undefined when the template has none for it. */
export function notificationOf<Name extends string>(
  template: NotificationTemplate<Name>,
  side: NotificationUserType,
  values: Readonly<Record<NoInfer<Name>, string>>,
): SentTexts | undefined {
  return filledWith(template, settingOf(template.setting), side, values);
}

/** Like {@link notificationOf}, for a template that has texts for the side. */
export function requireNotification<Name extends string>(
  template: NotificationTemplate<Name>,
  side: NotificationUserType,
  values: Readonly<Record<NoInfer<Name>, string>>,
): SentTexts {
  const texts = notificationOf(template, side, values);
  if (!texts) throw new Error(`${template.setting.key} has no texts for the ${side}`);
  return texts;
}

function filledWith(
  { variables }: Pick<NotificationTemplate, "variables">,
  stored: StoredTexts,
  side: NotificationUserType,
  values: Readonly<Record<string, string>>,
): SentTexts | undefined {
  const [title, text] = [stored[`${side}_title`], stored[`${side}_text`]];
  if (title === undefined || text === undefined) return undefined;
  const fill = (template: string) => {
    const empty = Object.keys(variables).filter((name) => variables[name]?.isOptional && values[name] === "");
    const shorter = empty.reduce((whole, name) => without(name, whole), template);
    return fillTemplate(shorter, { ...values, merek: brandName() });
  };
  return { title: fill(title), text: fill(text) };
}

/** A text without a variable that has no value, and without the space between it and what is left. */
function without(name: string, text: string): string {
  const rest = text.startsWith(`{${name}} `) ? text.slice(`{${name}} `.length) : text;
  return rest.replaceAll(` {${name}}`, "");
}

/** The variables that the texts of a side may use, without `{merek}`, which every text may use. */
function variablesOf({ setting: { defaultValue }, variables }: NotificationTemplate, side: NotificationUserType) {
  const used = new Set(variablesIn(`${defaultValue[`${side}_title`] ?? ""} ${defaultValue[`${side}_text`] ?? ""}`));
  return Object.entries(variables).filter(([name, { isCommon }]) => isCommon || used.has(name));
}

function samplesOf({ variables }: NotificationTemplate): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, { sample }]) => [name, sample]));
}

/** What is wrong with the texts of a template, or null. */
export function templateComplaint(
  template: NotificationTemplate,
  stored: StoredTexts,
): { path: string[]; message: string } | null {
  for (const side of notificationUserTypes) {
    const known = [...variablesOf(template, side).map(([name]) => name), "merek"];
    for (const part of ["title", "text"] as const) {
      const path = `${side}_${part}` as const;
      const text = stored[path];
      if (text === undefined) continue;
      const message = plainComplaint(text) ?? variableComplaint(text, known) ?? missingComplaint(template, path, text);
      if (message !== null) return { path: [path], message };
    }
    const example = filledWith(template, stored, side, samplesOf(template));
    if (example && [...example.text].length > maxDescriptionLength)
      return {
        path: [`${side}_text`],
        message: `Dengan contoh isian, teks ini lebih dari ${maxDescriptionLength} karakter dan akan terpotong.`,
      };
  }
  return null;
}

function plainComplaint(text: string): string | null {
  if (text.includes("\n")) return "Tulis satu paragraf, tanpa baris baru.";
  return /<[a-z/!]/i.test(text) ? "Tulis teks biasa, tanpa HTML." : null;
}

function missingComplaint({ setting, variables }: NotificationTemplate, path: StoredPart, text: string): string | null {
  const used = new Set(variablesIn(text));
  const missing = variablesIn(setting.defaultValue[path] ?? "").find(
    (name) => variables[name]?.isNeeded && !used.has(name),
  );
  return missing === undefined
    ? null
    : `{${missing}} harus ada di sini: ${variables[missing]?.about ?? ""}. Penerima membutuhkannya.`;
}

const defaultReaders = { buyer: "Kepada pembeli", seller: "Kepada penjual" } as const satisfies Record<
  NotificationUserType,
  string
>;

function readerOf({ readers }: NotificationTemplate, side: NotificationUserType): string {
  return readers?.[side] ?? defaultReaders[side];
}

function fieldsOf(template: NotificationTemplate): Record<string, LabelledField> {
  const fields: Record<string, LabelledField> = {};
  for (const side of notificationUserTypes) {
    if (template.setting.defaultValue[`${side}_title`] === undefined) continue;
    const named = variablesOf(template, side).map(([name, { about }]) => `{${name}}: ${about}`);
    fields[`${side}_title`] = {
      label: `${readerOf(template, side)}: judul`,
      field: { kind: "text", ...limits.title },
    };
    fields[`${side}_text`] = {
      label: `${readerOf(template, side)}: teks`,
      help: `Teks biasa, satu paragraf. Isian: ${[...named, "{merek}: nama pasar"].join("; ")}.`,
      field: { kind: "text", ...limits.text, isLong: true },
    };
  }
  return fields;
}

/** The declaration of a template's texts, with a preview of the notifications as both sides would read them. */
export function declareTemplate(template: NotificationTemplate): Declaration {
  const { setting, group, label, help } = template;
  return declareSetting({
    setting,
    group,
    label,
    help,
    field: { kind: "record", fields: fieldsOf(template) },
    check: (stored) => templateComplaint(template, stored),
    examples: (stored) =>
      notificationUserTypes.flatMap((side): TextExample[] => {
        const texts = filledWith(template, stored, side, samplesOf(template));
        return texts ? [{ label: readerOf(template, side), ...texts }] : [];
      }),
  });
}
