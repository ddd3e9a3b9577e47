/** Names of the login's own fields beside those of the form that it interrupts. */
export const interstitialFields = {
  email: "masuk_email",
  password: "masuk_password",
  code: "masuk_kode",
  hadFiles: "masuk_berkas",
} as const;

/** What the page that asks for the login in the middle of a form shows. */
export type LoginInterstitialData = {
  /** What was typed into the interrupted form, in its order; no secrets, no files. */
  fields: [string, string][];
  asks: "password" | "code";
  /** Files were chosen, which no page can carry on. */
  hadFiles: boolean;
  email?: string;
  /** Why the try before this one was refused. */
  message?: string;
};

const secretField = /password|token|secret|^code$/i;

/** The fields of a form that may stand in a page: what was typed, but no passwords, codes, links' tokens, and no files. */
export function carriedFields(form: FormData): [string, string][] {
  const own = new Set<string>(Object.values(interstitialFields));
  const fields: [string, string][] = [];
  for (const [name, value] of form)
    if (typeof value === "string" && !secretField.test(name) && !own.has(name)) fields.push([name, value]);
  return fields;
}

/** Whether files were chosen. */
export function hasFiles(form: FormData): boolean {
  return [...form.values()].some((value) => typeof value !== "string" && value.size > 0);
}
