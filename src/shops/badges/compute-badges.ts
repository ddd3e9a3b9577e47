import type { Context } from "#lib/context.ts";
import { addDuration } from "#lib/time.ts";
import { listBadgeNumbers, listShopsForBadges, updateBadges } from "./queries.ts";
import { badgesOf, badgeWindow } from "./rules.ts";

const batch = 200;

/** Computes the badges of all verified shops by the published formula, and purges the pages of those that changed. */
export async function computeBadges({ db, pages }: Pick<Context, "db" | "pages">, now: Date): Promise<void> {
  const since = addDuration(now, -badgeWindow);
  for (let after: string | null = null; ;) {
    const ids: string[] = await listShopsForBadges(db, after, batch);
    for (const { id, ...numbers } of await listBadgeNumbers(db, ids, since)) {
      const badges = badgesOf(numbers);
      if (await db.transaction((tx) => updateBadges(tx, id, { badges, numbers }))) pages.purge([`shop:${id}`, "shops"]);
    }
    after = ids.at(-1) ?? null;
    if (ids.length < batch) return;
  }
}
