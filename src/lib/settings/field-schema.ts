import { z } from "zod";
import { formatCount, formatRupiah } from "../rupiah.ts";
import { boundedText, email, multiLine, name, singleLine } from "../schema.ts";
import { durationUnits, type Field, type LabelledField, type PictureShape } from "./field.ts";

type Schema = z.ZodType<unknown>;

const time = boundedText(5).regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Tulis jam seperti 09:00.");
const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
const calendarDay = boundedText(10, "Tanggal tidak sesuai.").refine(isDay, "Tanggal tidak sesuai.");
const colour = boundedText(7, "Warna tidak sesuai.").regex(/^#[0-9a-f]{6}$/i, "Warna tidak sesuai.");

/** Telephone numbers: digits with spaces, dots, hyphens and brackets. */
const phone = /^\+?[\d ().-]{5,30}$/;

/** Whether the text is a path of this site, or a complete https address without a user name. */
export function isLink(text: string): boolean {
  if (/^\/(?![/\\])[^\s\\]*$/.test(text)) return true;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "https:" && url.username === "";
}

function fieldsSchema(fields: Readonly<Record<string, LabelledField>>) {
  return z.strictObject(Object.fromEntries(Object.entries(fields).map(([part, { field }]) => [part, schemaOf(field)])));
}

/** `format` writes the bounds as people read them. */
function wholeNumber(min: number, max: number, format: (bound: number) => string): Schema {
  return z
    .number("Tulis angka.")
    .min(min, `Paling sedikit ${format(min)}.`)
    .max(max, `Paling banyak ${format(max)}.`)
    .refine(Number.isInteger, "Harus berupa bilangan bulat.");
}

/** Whether the picture exists is asked of the database (settings/change-setting.ts). */
function pictureSchema({ minWidth, minHeight, minRatio, maxRatio }: PictureShape): Schema {
  const side = z.int().min(1).max(20_000);
  return z
    .strictObject({
      picture: boundedText(80, "Gambar tidak sesuai.").regex(/^[a-z0-9-]+$/, "Gambar tidak sesuai."),
      width: side,
      height: side,
      color: boundedText(7).regex(/^#[0-9a-f]{6}$/, "Gambar tidak sesuai."),
    })
    .refine(({ width }) => width >= minWidth, `Lebar gambar paling sedikit ${minWidth} piksel.`)
    .refine(({ height }) => height >= minHeight, `Tinggi gambar paling sedikit ${minHeight} piksel.`)
    .refine(
      ({ width, height }) => width >= minRatio * height * ratioSlack && width * ratioSlack <= maxRatio * height,
      minRatio === maxRatio && minRatio === 1
        ? "Gambar harus bujur sangkar."
        : `Lebar gambar harus ${formatRatio(minRatio)} sampai ${formatRatio(maxRatio)} kali tingginya.`,
    )
    .nullable();
}

/** A picture that was resized may miss a ratio by a pixel. */
const ratioSlack = 0.98;

function formatRatio(ratio: number): string {
  return String(ratio).replace(".", ",");
}

/** The strict schema of a value, for what operators send and for what the database holds. */
export function schemaOf(field: Field): Schema {
  switch (field.kind) {
    case "text":
      if (field.isLong) return multiLine(field.min, field.max);
      if (field.form === "email") return email;
      if (field.form === "name") return name(field.min, field.max);
      return singleLine(field.min, field.max)
        .refine((text) => field.form !== "phone" || phone.test(text), "Nomor telepon tidak sesuai.")
        .refine(
          (text) => field.form !== "link" || isLink(text) || (field.min === 0 && text === ""),
          "Tulis alamat https:// yang lengkap, atau halaman situs ini yang diawali dengan /.",
        );
    case "number":
      return wholeNumber(field.min, field.max, (bound) =>
        field.unit === undefined ? formatCount(bound) : `${formatCount(bound)} ${field.unit}`,
      );
    case "rupiah":
      return wholeNumber(field.min, field.max, formatRupiah);
    case "duration": {
      const { ms, label } = durationUnits[field.unit];
      return z
        .number("Tulis angka.")
        .min(field.min * ms, `Paling sedikit ${field.min} ${label}.`)
        .max(field.max * ms, `Paling banyak ${field.max} ${label}.`)
        .refine((value) => value % ms === 0, `Tulis dalam ${label} penuh.`);
    }
    case "switch":
      return z.boolean();
    case "choice":
      return z.enum(field.options.map(({ value }) => value) as [string, ...string[]]);
    case "time":
      return time;
    case "day":
      return calendarDay;
    case "moment":
      return z.iso.datetime("Waktu tidak sesuai.").nullable();
    case "colour":
      return colour.transform((text) => text.toLowerCase());
    case "picture":
      return pictureSchema(field);
    case "record":
      return fieldsSchema(field.fields);
    case "list":
      return z.array(fieldsSchema(field.fields)).max(field.max, `Paling banyak ${field.max} baris.`);
  }
}
