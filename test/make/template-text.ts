import type { TemplateText } from "../../src/lib/template-text.ts";

/** A text in place of one that a template makes, for tests of what happens to it afterwards. */
export function makeTemplateText(text: string): TemplateText {
  return text as TemplateText;
}
