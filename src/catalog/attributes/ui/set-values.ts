import { checkboxValue } from "#ui/checkbox-value.ts";
import type { AttributeBody } from "../contract.ts";
import { attributeKindNames, attributeLimits } from "../rules.ts";

/** How many empty rows the form of a set offers. */
export const emptyRows = 2;

/** The names of a row's fields begin like the errors of the API: `attributes.0.name`. */
export const rowName = (at: number, field: string): string => `attributes.${at}.${field}`;

type SentRow = { at: number; body: AttributeBody };

/** The rows of a sent form in the order of `position`, without those that have no name or are to be removed. */
export function readSet(form: FormData): SentRow[] {
  return Array.from({ length: attributeLimits.attributes + emptyRows }, (_, at) => {
    const text = (field: string) => String(form.get(rowName(at, field)) ?? "").trim();
    const isOn = (field: string) => checkboxValue(form, rowName(at, field)) === 1;
    const body: AttributeBody = {
      name: text("name"),
      kind: attributeKindNames.find((one) => one === text("kind")) ?? "text",
      unit: text("unit") || null,
      options: text("options")
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== ""),
      is_required: isOn("is_required"),
      is_filterable: isOn("is_filterable"),
    };
    return { at, body, isRemoved: isOn("remove"), position: Number(text("position")) || at + 1 };
  })
    .filter(({ body, isRemoved }) => body.name !== "" && !isRemoved)
    .sort((a, b) => a.position - b.position || a.at - b.at)
    .map(({ at, body }) => ({ at, body }));
}

/** Errors of the API, which counts the sent rows, at the fields of the form. Of an option, at the list of options. */
export function setErrors(errors: Record<string, string[]>, rows: readonly SentRow[]): Record<string, string[]> {
  const placed: Record<string, string[]> = {};
  for (const [path, sentences] of Object.entries(errors)) {
    const [list = "", index = "", field] = path.split(".");
    const row = list === "attributes" ? rows[Number(index)] : undefined;
    const name = row && field !== undefined ? rowName(row.at, field) : path;
    placed[name] = [...new Set([...(placed[name] ?? []), ...sentences])];
  }
  return placed;
}
