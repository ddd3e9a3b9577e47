import type { PageText } from "../../information/contract.ts";

/** The fields of a page's text. */
export const pageTextFields = ["title", "summary", "body", "footer"] as const satisfies (keyof PageText)[];

/** The text that a form has sent. */
export function readPageText(form: FormData): PageText {
  const field = (name: string) => String(form.get(name) ?? "");
  const footer = field("footer");
  return {
    title: field("title"),
    summary: field("summary"),
    body: field("body"),
    footer: footer === "about" || footer === "help" ? footer : null,
  };
}
