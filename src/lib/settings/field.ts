/**
 * Design note. A declaration describes the value of a setting once, as a tree of fields. The form, the strict schema,
 * the reading of a sent form and the text of a change are all computed from it, so they cannot disagree. This file runs
 * in browsers too; the schema is in field-schema.ts.
 */
import { formatCount, formatRupiah } from "../rupiah.ts";
import type { PictureValue } from "./setting.ts";
import { day, formatDateTime, hour, minute, span } from "../time.ts";

/** The units in which an operator types a duration. */
export const durationUnits = {
  minutes: { ms: minute, label: "menit" },
  hours: { ms: hour, label: "jam" },
  days: { ms: day, label: "hari" },
} as const;

type TextForm = "name" | "email" | "phone" | "link";

export type Field =
  /** One line; with `isLong` several. With `form` only a name, an e-mail address and so on. */
  | { kind: "text"; min: number; max: number; isLong?: boolean; form?: TextForm }
  | { kind: "number"; min: number; max: number; unit?: string }
  /** Whole rupiah. */
  | { kind: "rupiah"; min: number; max: number }
  /** Milliseconds; typed in whole `unit`s between `min` and `max` of them. */
  | { kind: "duration"; unit: keyof typeof durationUnits; min: number; max: number }
  | { kind: "switch" }
  /** With `isPicked` the operator has to choose; a row of a list with neither choice nor text is empty. */
  | { kind: "choice"; options: readonly { value: string; label: string }[]; isPicked?: boolean }
  /** `09:00` */
  | { kind: "time" }
  /** `2026-11-22` */
  | { kind: "day" }
  /** A moment as ISO text in UTC, or null; typed in WIB. */
  | { kind: "moment" }
  /** `#243b7a` */
  | { kind: "colour" }
  /** A picture that an operator uploads, or null. */
  | ({ kind: "picture" } & PictureShape)
  | { kind: "record"; fields: Readonly<Record<string, LabelledField>> }
  | { kind: "list"; fields: Readonly<Record<string, LabelledField>>; max: number; item: string };

/** The least width and height of a picture in pixels, and the bounds of its width divided by its height. */
export type PictureShape = { minWidth: number; minHeight: number; minRatio: number; maxRatio: number };

export type LabelledField = { label: string; help?: string; field: Exclude<Field, { kind: "record" | "list" }> };

/** A value that has not been checked, such as one read from a form. */
export type Draft = unknown;

/** How many empty rows a form offers for new entries of a list. */
export const emptyListRows = 2;

/**
 * The value in a sent form, by names such as `value`, `value.name` and `value.0.title`. Text that is no number stays
 * text, so that the schema refuses it. Rows of a list without text, or with `value.0.remove`, are left out; the others
 * are ordered by `value.0.position`.
 */
export function readDraft(field: Field, form: FormData, name = "value"): Draft {
  if (field.kind === "record") return readFields(field.fields, form, name);
  if (field.kind !== "list") return readText(field, form, name);
  const rows: { position: number; row: Record<string, Draft> }[] = [];
  for (let at = 0; at < field.max + emptyListRows; at += 1) {
    const inner = `${name}.${at}`;
    if (form.get(`${inner}.remove`) === "1") continue;
    const row = readFields(field.fields, form, inner);
    const isEmpty = Object.entries(field.fields).every(
      ([part, { field: one }]) =>
        one.kind === "switch" || (one.kind === "choice" && !one.isPicked) || isBlank(row[part]),
    );
    const position = Number(form.get(`${inner}.position`) || at + 1);
    if (!isEmpty) rows.push({ position: Number.isFinite(position) ? position : at + 1, row });
  }
  return rows.sort((a, b) => a.position - b.position).map(({ row }) => row);
}

function isBlank(value: Draft): boolean {
  return value === "" || value === null || value === undefined;
}

function readFields(fields: Readonly<Record<string, LabelledField>>, form: FormData, name: string) {
  return Object.fromEntries(
    Object.entries(fields).map(([part, { field }]) => [part, readText(field, form, `${name}.${part}`)]),
  );
}

function readText(field: Field, form: FormData, name: string): Draft {
  const sent = form.get(name);
  const text = typeof sent === "string" ? sent : "";
  switch (field.kind) {
    case "switch":
      return text === "1";
    case "number":
      return /^-?\d{1,30}$/.test(text.trim()) ? Number(text) : text;
    case "rupiah": {
      const digits = text
        .replace(/^\s*Rp\.?\s*/i, "")
        .replaceAll(".", "")
        .trim();
      return /^-?\d{1,30}$/.test(digits) ? Number(digits) : text;
    }
    case "duration":
      return /^-?\d{1,15}$/.test(text.trim()) ? Number(text) * durationUnits[field.unit].ms : text;
    case "moment":
      return text === "" ? null : (momentOf(text) ?? text);
    case "picture":
      return form.get(`${name}.clear`) === "1" || text === "" ? null : readJson(text);
    default:
      return text;
  }
}

/** The moment that was typed in WIB, as ISO text, or null. */
export function momentOf(text: string): string | null {
  const typed = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?::\d{2}(?:\.\d{1,3})?)?$/.exec(text)?.[1];
  const at = typed === undefined ? undefined : new Date(`${typed}:00+07:00`);
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : null;
}

function readJson(text: string): Draft {
  try {
    return JSON.parse(text) as Draft;
  } catch {
    return text;
  }
}

/** The name of the input that holds the file of a picture, beside the one with the picture that was stored before. */
export function fileInputName(name: string): string {
  return `${name}.file`;
}

/** The name of the picture's input for the name of its file's input, or null for any other input. */
export function pictureInputName(fileName: string): string | null {
  return /^(value(?:\.\d{1,3})?(?:\.[a-z_]+)*)\.file$/i.exec(fileName)?.[1] ?? null;
}

/** Whether a form for the field may hold files. */
export function hasPictures(field: Field): boolean {
  if (field.kind === "record" || field.kind === "list")
    return Object.values(field.fields).some(({ field: one }) => one.kind === "picture");
  return field.kind === "picture";
}

/** The pictures in a value, with the path of each. */
export function picturesIn(
  field: Field,
  value: Draft,
  path: PropertyKey[] = [],
): { path: PropertyKey[]; value: PictureValue }[] {
  if (field.kind === "picture") return value ? [{ path, value: value as PictureValue }] : [];
  if (field.kind === "list")
    return Array.isArray(value)
      ? value.flatMap((row: Draft, at) => picturesIn({ kind: "record", fields: field.fields }, row, [...path, at]))
      : [];
  if (field.kind !== "record") return [];
  const values = (value ?? {}) as Record<string, Draft>;
  return Object.entries(field.fields).flatMap(([part, { field: one }]) =>
    picturesIn(one, values[part], [...path, part]),
  );
}

/** The links in a value, each with its path. */
export function linksIn(field: Field, value: Draft, path: PropertyKey[] = []): { path: PropertyKey[]; link: string }[] {
  if (field.kind === "text" && field.form === "link")
    return typeof value === "string" && value !== "" ? [{ path, link: value }] : [];
  if (field.kind === "list")
    return Array.isArray(value)
      ? value.flatMap((row: Draft, at) => linksIn({ kind: "record", fields: field.fields }, row, [...path, at]))
      : [];
  if (field.kind !== "record") return [];
  const values = (value ?? {}) as Record<string, Draft>;
  return Object.entries(field.fields).flatMap(([part, { field: one }]) => linksIn(one, values[part], [...path, part]));
}

/** The text of a value in its input. */
export function inputText(field: Field, value: Draft): string {
  if (value === null || value === undefined) return "";
  if (field.kind === "duration" && typeof value === "number") return String(value / durationUnits[field.unit].ms);
  if (field.kind === "moment" && typeof value === "string" && !Number.isNaN(Date.parse(value)))
    return new Date(Date.parse(value) + 7 * hour).toISOString().slice(0, 16);
  if (field.kind === "picture") return JSON.stringify(value);
  if (field.kind === "rupiah" && typeof value === "number" && Number.isFinite(value)) return formatCount(value);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The moments in a value, in milliseconds since 1970. */
export function momentsIn(field: Field, value: Draft): number[] {
  if (field.kind === "moment") return typeof value === "string" ? [Date.parse(value)] : [];
  if (field.kind === "list")
    return Array.isArray(value)
      ? value.flatMap((row: Draft) => momentsIn({ kind: "record", fields: field.fields }, row))
      : [];
  if (field.kind !== "record") return [];
  const values = (value ?? {}) as Record<string, Draft>;
  return Object.entries(field.fields).flatMap(([part, { field: one }]) => momentsIn(one, values[part]));
}

/** The value as people read it, by the label of each part; an empty label for a value without parts. */
export function valueTexts(field: Field, value: Draft): Map<string, string> {
  if (field.kind === "record") return recordTexts(field.fields, value, "");
  if (field.kind !== "list") return new Map([["", valueText(field, value)]]);
  const rows = Array.isArray(value) ? (value as Draft[]) : [];
  return new Map(rows.flatMap((row, at) => [...recordTexts(field.fields, row, `${field.item} ${at + 1}: `)]));
}

function recordTexts(fields: Readonly<Record<string, LabelledField>>, value: Draft, before: string) {
  const values = (value ?? {}) as Record<string, Draft>;
  return new Map(
    Object.entries(fields).map(([part, { label, field }]) => [before + label, valueText(field, values[part])]),
  );
}

/** Shown when a value has no text. */
export const emptyText = "(kosong)";

function valueText(field: Field, value: Draft): string {
  if (value === null || value === undefined || value === "") return emptyText;
  if (field.kind === "switch") return value === true ? "Aktif" : "Mati";
  if (field.kind === "choice") return field.options.find((one) => one.value === value)?.label ?? String(value);
  if (field.kind === "moment" && typeof value === "string") return formatDateTime(new Date(value));
  if (field.kind === "picture") return pictureText(value);
  if (typeof value !== "number") return String(value);
  if (field.kind === "rupiah") return formatRupiah(value);
  if (field.kind === "duration") return span(value);
  return field.kind === "number" && field.unit ? `${formatCount(value)} ${field.unit}` : String(value);
}

function pictureText(value: Draft): string {
  const { width, height, picture } = value as Partial<PictureValue>;
  return `Gambar ${width} × ${height} piksel (${String(picture).slice(1, 7)})`;
}

export type ValueChange = { label: string; before: string | null; after: string | null };

/** What differs between two values, as people read it. */
export function valueChanges(field: Field, before: Draft, after: Draft): ValueChange[] {
  const [old, now] = [valueTexts(field, before), valueTexts(field, after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((label) => ({ label, before: old.get(label) ?? null, after: now.get(label) ?? null }))
    .filter((change) => change.before !== change.after);
}
