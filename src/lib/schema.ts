import { z } from "zod";
import { isOneScript, removeInvisible } from "./display-name.ts";
import { maxEmailLength } from "./field-limits.ts";
import { type FieldErrors, Refusal, requestRefusals } from "./refusal.ts";
import { formatCount, formatRupiah } from "./rupiah.ts";
import { zones, type Zone } from "./time.ts";

/** Sets Indonesian sentences for every schema error that has no sentence of its own. Call it once at start. */
export function setIndonesianMessages(): void {
  z.config({
    customError: (issue) => {
      switch (issue.code) {
        case "invalid_type":
          if (issue.input === undefined) return "Wajib diisi.";
          if (issue.expected === "int") return "Isi dengan angka bulat, tanpa koma.";
          // A form sends null for a text that is no number, as for an empty one.
          if (issue.expected === "number") return "Isi dengan angka.";
          return issue.input === null ? "Wajib diisi." : "Jenis isian tidak sesuai.";
        case "too_small":
          if (issue.origin === "string")
            return issue.minimum === 1 ? "Wajib diisi." : `Minimal ${String(issue.minimum)} karakter.`;
          return issue.origin === "array"
            ? `Minimal ${String(issue.minimum)} pilihan.`
            : `Paling sedikit ${formatCount(Number(issue.minimum))}.`;
        case "too_big":
          if (issue.origin === "string") return `Maksimal ${formatCount(Number(issue.maximum))} karakter.`;
          return issue.origin === "array"
            ? `Maksimal ${String(issue.maximum)} pilihan.`
            : `Paling banyak ${formatCount(Number(issue.maximum))}.`;
        case "unrecognized_keys":
          return "Ada isian yang tidak dikenal.";
        case "invalid_value":
          return "Pilihan tidak tersedia.";
        default:
          return "Isian tidak sesuai.";
      }
    },
  });
}

type Issue = { path: PropertyKey[]; message: string; code?: string; keys?: string[] };

/** Turns schema errors into field errors: dotted field name → sentences. Errors of the whole body are under `_`. */
export function fieldErrors(issues: readonly Issue[]): FieldErrors {
  const errors: FieldErrors = Object.create(null) as FieldErrors;
  for (const issue of issues.slice(0, 50)) {
    const names = issue.code === "unrecognized_keys" ? (issue.keys ?? []).slice(0, 10) : [undefined];
    for (const displayName of names) {
      const path =
        [...issue.path.map(String), ...(displayName === undefined ? [] : [displayName])].join(".").slice(0, 80) || "_";
      (errors[path] ??= []).push(issue.message);
    }
  }
  return errors;
}

/** The refusal of data that does not match its schema. `value` is that data, when the caller has it. */
export function invalidRefusal(issues: readonly Issue[], value?: unknown): Refusal {
  const refusal = new Refusal(requestRefusals.invalid, fieldErrors(issues));
  // Our forms have no such field and send text, never objects. So this request was not sent by a form.
  if (issues.some((issue) => issue.code === "unrecognized_keys" || isObjectAsText(issue, value)))
    refusal.isSecurityEvent = true;
  return refusal;
}

function isObjectAsText({ code, path }: Issue, value: unknown): boolean {
  if (code !== "invalid_type") return false;
  const found = path.reduce<unknown>((inner, step) => (inner as Record<PropertyKey, unknown> | null)?.[step], value);
  return typeof found === "object" && found !== null;
}

// Control characters, lone surrogates and characters that change the text direction have no use in names and
// descriptions. NUL cannot be stored, and reversed text shows another price or name than it contains.
const forbiddenCharacters =
  // oxlint-disable-next-line no-control-regex -- refusing them is the purpose
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

// A letter of any living language carries fewer marks. More of them cover the lines above and below.
const stackedMarks = /\p{M}{6}/u;

// Some characters have no shape. A name of them alone would be invisible.
function isVisible(text: string): boolean {
  return /[^\p{C}\p{Z}\p{M}\u3164\u115f\u1160\uffa0\u2800]/u.test(text);
}

/**
 * Text of at most `max` UTF-16 units, unchanged. Rules that are chained to it run only on text that is short enough.
 * Without `abort`, zod would run the later rules of a field, and those of its object, also on text that is too long. An
 * array with further rules has to set `abort` for its own limit.
 */
export function boundedText(max: number, error = `Maksimal ${formatCount(max)} karakter.`) {
  return z.string().max(max, { error, abort: true });
}

/**
 * For the option `when` of a rule about several fields. The rule runs only when each of these fields passed its own
 * rules.
 */
export function whenValid(...fields: string[]) {
  return ({ value, issues }: z.core.ParsePayload): boolean =>
    typeof value === "object" &&
    value !== null &&
    !issues.some(({ path = [], code }) =>
      path.length === 0 ? code !== "unrecognized_keys" : fields.includes(String(path[0])),
    );
}

/**
 * One line of typed text: trimmed, without control characters, with `min` to `max` visible characters. Invisible
 * characters, which come with pasted text, are removed.
 */
export function singleLine(min: number, max: number) {
  return boundedText(max * 4 + 100, `Maksimal ${formatCount(max)} karakter.`)
    .refine((text) => !forbiddenCharacters.test(text) && !/[\r\n\u2028\u2029\p{Co}\p{Cn}]/u.test(text), {
      error: "Ada karakter yang tidak bisa dipakai.",
      abort: true,
    })
    .transform((text) => ({ typed: text, shown: removeInvisible(text).normalize("NFC") }))
    .refine(({ typed, shown }) => shown !== "" || typed.trim() === "", { error: "Wajib diisi.", abort: true })
    .transform(({ shown }) => shown)
    .pipe(boundedText(max).min(min))
    .refine((text) => !stackedMarks.test(text), "Ada huruf dengan terlalu banyak tanda.")
    .refine((text) => text === "" || isVisible(text), "Wajib diisi.");
}

/** The public name of a person, shop or thing: like {@link singleLine}, with each word in one script. */
export function name(min: number, max: number) {
  return singleLine(min, max).refine(isOneScript, "Tulis setiap kata dengan satu jenis huruf saja.");
}

/** Several lines of text: like {@link singleLine}, with line breaks, which are converted to `\n`. */
export function multiLine(min: number, max: number) {
  return boundedText(max * 4 + 100, `Maksimal ${formatCount(max)} karakter.`)
    .refine((value) => !forbiddenCharacters.test(value), "Ada karakter yang tidak bisa dipakai.")
    .transform((value) => value.replace(/\r\n?/g, "\n").trim().normalize("NFC"))
    .pipe(boundedText(max).min(min))
    .refine((value) => !stackedMarks.test(value), "Ada huruf dengan terlalu banyak tanda.")
    .refine((value) => value === "" || isVisible(value), "Wajib diisi.");
}

/** A public id. */
export const id = z.uuid("Pengenal tidak sesuai.");
/** Whole rupiah. */
export const rupiah = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
/** Whole rupiah of a form, from `min` to `max`. The sentences write the bounds as amounts. */
export const rupiahBetween = (min: number, max: number) =>
  z
    .int()
    .min(min, `Paling sedikit ${formatRupiah(min)}.`)
    .max(max, `Paling banyak ${formatRupiah(max)}.`);
/** A moment as ISO 8601 in UTC. */
export const timestamp = z.iso.datetime();
/** The time zone in which the reader of an answer reads its times. */
export const timeZone = z.enum(Object.keys(zones) as [Zone, ...Zone[]]);
/** An e-mail address, trimmed and lower case. */
export const email = boundedText(maxEmailLength)
  .transform((value) => value.trim().toLowerCase())
  .pipe(z.email("Alamat email tidak sesuai."));
/** A whole number in a query string, where it arrives as text. */
export const queryInt = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, "Harus berupa bilangan bulat.")
    .transform(Number)
    .pipe(z.int().min(min).max(max));

/** `{success: true, result}` for reads. */
export function resultResponse<T extends z.core.$ZodType>(result: T) {
  return z.object({ success: z.literal(true), result });
}
/** `{success: true, result, next}` for lists with a cursor; `next` is null at the end. */
export function listResponse<T extends z.core.$ZodType>(item: T) {
  return z.object({ success: z.literal(true), result: z.array(item), next: z.string().nullable() });
}
/** `{success: true, message, data}` for writes. */
export function changeResponse<T extends z.core.$ZodType>(data: T) {
  return z.object({ success: z.literal(true), message: z.string(), data });
}
/** The body of every refusal. */
export const refusalResponse = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  data: z.record(z.string(), z.array(z.string())).optional(),
});
