import type { FormFailure } from "#lib/api-client.ts";
import type { CodeOf } from "#lib/refusal.ts";
import type { reviewRefusals } from "../contract.ts";

/** Confirms, in a form that was refused for contact details, that readers will see them masked. */
export function ConfirmContacts({ failure }: { failure: FormFailure | undefined }) {
  const isWarned =
    failure?.code === ("reviews.contacts" satisfies CodeOf<typeof reviewRefusals>) || failure?.values.confirmed === "1";
  return isWarned && <input type="hidden" name="confirmed" value="1" />;
}
