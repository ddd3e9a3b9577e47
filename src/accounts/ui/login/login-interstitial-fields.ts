/** Names of the login's own fields, which are posted together with those of the form that it interrupts. */
export const interstitialFields = {
  email: "login_email",
  password: "login_password",
  code: "login_code",
  hadFiles: "login_had_files",
  hadSession: "login_had_session",
} as const;

/** Header of a page's request whose browser has the cookies of a session. */
export const hadSessionHeader = "kawung-had-session";

/** The data of the page that asks for the login in the middle of a form. */
export type LoginInterstitialData = {
  /** What was typed into the interrupted form, in its order; no secrets, no files. */
  fields: [string, string][];
  asks: "password" | "code";
  /** The form had files, which a page cannot carry on. */
  hadFiles: boolean;
  /** The browser had a session that has ended. A visitor had none. */
  hadSession: boolean;
  email?: string;
  /** Why the last attempt was refused. */
  message?: string;
};

const secretField = /password|token|secret|^code$/i;

/**
 * The fields of a form that a page may contain: what was typed, without passwords, codes, tokens of links and files.
 */
export function carriedFields(form: FormData): [string, string][] {
  const own = new Set<string>(Object.values(interstitialFields));
  const fields: [string, string][] = [];
  for (const [name, value] of form)
    if (typeof value === "string" && !secretField.test(name) && !own.has(name)) fields.push([name, value]);
  return fields;
}

/** Whether the form has files. */
export function hasFiles(form: FormData): boolean {
  return [...form.values()].some((value) => typeof value !== "string" && value.size > 0);
}
