import { Refusal } from "#lib/refusal.ts";
import { contactProblem } from "./contact-rules.ts";
import { shopRefusals } from "./contract.ts";

type PublicTexts = { name: string; tagline: string; description: string };

/**
 * Refuses with `shops.contacts` at each public text of a shop with a phone number, an e-mail address or a link. A text
 * that is the same as `before` passes, so that a shop with an older one can change its other settings.
 */
export function assertNoContacts(
  { name, tagline, description }: PublicTexts,
  before: PublicTexts = { name: "", tagline: "", description: "" },
): void {
  const fields: Record<string, string[]> = {};
  for (const [field, text] of Object.entries({ name, tagline, description })) {
    const problem = text === before[field as keyof PublicTexts] ? null : contactProblem(text);
    if (problem !== null) fields[field] = [problem];
  }
  if (Object.keys(fields).length > 0) throw new Refusal(shopRefusals.contacts, fields);
}
