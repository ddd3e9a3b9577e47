import { schemaOf } from "./field-schema.ts";
import { durationUnits, type Field } from "./field.ts";
import type { BoundedSetting, Setting } from "./setting.ts";

/** The groups of settings, in the order of the console. */
export const settingGroups = {
  brand: "Merek dan perusahaan",
  pages: "Beranda dan pengumuman",
  texts: "Teks",
  order_notifications: "Notifikasi pesanan",
  complaint_notifications: "Notifikasi komplain",
  shop_notifications: "Notifikasi toko dan produk",
  money_notifications: "Notifikasi uang dan pajak",
  account_notifications: "Notifikasi akun dan data",
  operator_notifications: "Notifikasi operator",
  mails: "Email",
  features: "Fitur",
  orders: "Pesanan",
  shipping: "Pengiriman",
  money: "Uang",
  search: "Pencarian",
  security: "Keamanan",
} as const;
export type SettingGroup = keyof typeof settingGroups;

/**
 * A setting with all that the console and the check of its value need. A slice lists its own in
 * `setting-declarations.ts`.
 */
export type Declaration<T = unknown> = {
  setting: Setting<T>;
  group: SettingGroup;
  label: string;
  help: string;
  field: Field;
  /**
   * Code in browsers reads it, so every page brings it. Then a change purges all cached pages, else those with `tags`.
   */
  isPublic?: boolean;
  /** Cached pages with one of these tags show the value. `all`: every page. */
  tags?: readonly string[];
  /** Code computes the value from other data (settings/write-setting.ts), so the console has no form for it. */
  isComputed?: boolean;
  /** The published terms name it, so a change is announced and begins on its day (settings/announce-change.ts). */
  isTerm?: boolean;
  /** Encrypted in the database, and never sent back. */
  isSecret?: boolean;
  /** What is wrong with a value that fits the field, or null. Also asked about stored values. */
  check?(value: T): Complaint | null;
  /** What an operator should know about the value in effect, such as that its time has passed. */
  remark?(value: T, now: Date): string | null;
  /** The mail that a value makes, with examples in place of what differs. `origin` is that of its links. */
  preview?(value: T, origin: string): Promise<MailPreview>;
  /** The short texts that a value makes, with examples in place of what differs. */
  examples?(value: T): TextExample[];
};

/** A text as its reader would see it. `label` says who reads it. */
export type TextExample = { label: string; title: string; text: string };

/** A mail as HTML and as plain text. */
export type MailPreview = { subject: string; html: string; text: string };

/** A sentence about the whole value, or about the part at `path`: `["closes"]`, `[0, "until"]`. */
export type Complaint = string | { path: readonly PropertyKey[]; message: string };

/** A declaration for a list of them. */
export function declareSetting<T>(declaration: Declaration<T>): Declaration {
  return declaration as Declaration;
}

/** How operators type a bounded number. */
type BoundedUnit = keyof typeof durationUnits | "rupiah" | { count: string };

/**
 * The declaration of a number with the bounds of its rule. Code in browsers and the texts of many pages read such
 * rules, so it is public.
 */
export function declareBounded(
  setting: BoundedSetting,
  unit: BoundedUnit,
  text: Pick<Declaration, "group" | "label" | "help" | "isTerm">,
): Declaration {
  return declareSetting({
    setting,
    ...text,
    field: boundedField(setting, unit),
    isPublic: true,
  });
}

function boundedField({ min, max }: BoundedSetting, unit: BoundedUnit): Field {
  if (unit === "rupiah") return { kind: "rupiah", min, max };
  if (typeof unit === "object") return { kind: "number", min, max, unit: unit.count };
  const { ms } = durationUnits[unit];
  return { kind: "duration", unit, min: min / ms, max: max / ms };
}

/** The tags of the cached pages that show a setting. */
export function tagsOf({ isPublic, tags = [] }: Declaration): readonly string[] {
  return isPublic ? ["all"] : tags;
}

export type CheckedValue = { value: unknown } | { issues: { path: PropertyKey[]; message: string; code?: string }[] };

/** The value in the form in which it is stored, or what is wrong with it. */
export function checkValue(declaration: Declaration, value: unknown): CheckedValue {
  const parsed = schemaOf(declaration.field).safeParse(value);
  if (!parsed.success) return { issues: parsed.error.issues };
  const complaint = declaration.check?.(parsed.data) ?? null;
  if (complaint === null) return { value: parsed.data };
  const { path, message } = typeof complaint === "string" ? { path: [], message: complaint } : complaint;
  return { issues: [{ path: [...path], message }] };
}
