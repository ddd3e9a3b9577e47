import { rolesWith } from "#accounts/operators/rules.ts";
import { createHash } from "node:crypto";
import type { Tx } from "#lib/database.ts";
import { formatCount } from "#lib/rupiah.ts";
import { requireNotification } from "#notifications/notification-template.ts";
import { notify } from "#notifications/notify.ts";
import { operatorTemplates } from "../notification-texts.ts";
import type { ListingProviderId } from "../rules.ts";
import type { Difference } from "./compare-entries.ts";
import { listFinanceOperators } from "./queries.ts";
import { providerNames } from "./rules.ts";

/** Notifies operators of finance, once for each subject (`key`) and set of differences. */
export async function notifyOfDifferences(
  tx: Tx,
  {
    provider,
    what,
    key,
    differences,
    isUnread,
  }: {
    provider: ListingProviderId;
    /** The day, or the file. */
    what: string;
    key: string;
    differences: readonly Difference[];
    /** The provider has not answered, nothing else. */
    isUnread: boolean;
  },
  now: Date,
): Promise<void> {
  const facts = differences.map(({ kind, entry, reference, ours, theirs }) =>
    String([kind, entry, reference, ours, theirs]),
  );
  const digest = createHash("sha256").update(JSON.stringify(facts.sort())).digest("hex").slice(0, 16);
  const template = isUnread ? operatorTemplates.unread : operatorTemplates.differences;
  const { title, text } = requireNotification(template, "buyer", {
    penyedia: providerNames[provider],
    hal: what,
    banyak: formatCount(differences.length),
  });
  for (const userId of await listFinanceOperators(tx, rolesWith("reconciliation.decide")))
    await notify(tx, {
      userId,
      type: "user",
      userType: "buyer",
      title,
      description: text,
      dedupeKey: `reconciliation:${key}:${digest}:${userId}`,
      now,
    });
}
