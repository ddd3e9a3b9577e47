/** The result of a section's form when the user stays on the page: the server's sentence. */
export type SectionSuccess = {
  done: true;
  message: string;
  form?: string;
  /** What did not work as requested, a sentence each. */
  but?: string[];
  /** A link to the next step. */
  next?: { href: string; label: string };
};

/** `form` names the saved form, when the section has several. */
export function sectionSuccess(message: string, form?: string): SectionSuccess {
  return form === undefined ? { done: true, message } : { done: true, message, form };
}
