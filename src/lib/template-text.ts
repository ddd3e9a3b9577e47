/**
 * Texts of operators with variables such as `{merek}`. Unknown variables are refused by their name when a text is
 * saved. Values are inserted once and never read as variables again.
 */
declare const fromTemplate: unique symbol;

/**
 * A text that a template made, so operators can change it. What people are sent accepts no other, which the type check
 * enforces; only the modules of templates make one, with {@link fillTemplate}.
 */
export type TemplateText = string & { readonly [fromTemplate]: true };

const variablePattern = /\{([^{}\s]{0,40})\}/g;

/** The variables in a text. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(variablePattern)].map((found) => found[1] ?? "");
}

/** A text with the values of its variables. A variable without a value stays as it is written. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(variablePattern, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? "") : whole,
  );
}

/** Like {@link fillText}, for the modules that hold the templates of mails and notifications. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): TemplateText {
  return fillText(template, values) as TemplateText;
}

/** What is wrong with the variables of a text, or null. `known` are the names that it may use. */
export function variableComplaint(text: string, known: readonly string[]): string | null {
  const unknown = variablesIn(text).find((name) => !known.includes(name));
  if (unknown !== undefined)
    return `{${unknown}} tidak dikenal. Yang bisa dipakai: ${known.map((name) => `{${name}}`).join(", ")}.`;
  return /[{}]/.test(text.replace(variablePattern, ""))
    ? "Tulis kurung kurawal hanya untuk isian, misalnya {merek}."
    : null;
}
