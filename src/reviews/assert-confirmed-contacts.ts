import { Refusal } from "#lib/refusal.ts";
import { hasContacts } from "#shops/contact-rules.ts";
import { reviewRefusals } from "./contract.ts";

/** Refuses with `reviews.contacts` a text of which readers see a part masked, unless its author has confirmed that. */
export function assertConfirmedContacts({ text, confirmed }: { text: string; confirmed: boolean }): void {
  if (!confirmed && hasContacts(text)) throw new Refusal(reviewRefusals.contacts);
}
