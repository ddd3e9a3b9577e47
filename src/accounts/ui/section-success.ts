/** What the form of a section gives back when it is done and the person stays where they are: the server's sentence. */
export type SectionSuccess = {
  done: true;
  message: string;
  form?: string;
  /** What is not as wanted, a sentence each. */
  but?: string[];
  /** Where to go on. */
  next?: { href: string; label: string };
};

/** `form` names the form that was saved, where the section has several. */
export function sectionSuccess(message: string, form?: string): SectionSuccess {
  return form === undefined ? { done: true, message } : { done: true, message, form };
}
